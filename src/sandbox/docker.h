// DockerEngine: sandboxes as containers of a Docker daemon on this host, over its API.
//
// Needs root beside a local daemon with the overlay2 storage driver: evidence is read from the
// container's layers and network namespace, and an engine whose sandboxes cannot be observed is
// of no use here.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/task.h"
#include "sandbox/docker_api.h"
#include "sandbox/sandbox.h"

namespace redcode::sandbox {

// The socket DOCKER_HOST names, or the usual one. Throws Failure{unavailable} for a daemon that is
// not behind a Unix socket.
std::string docker_socket();

struct DockerOptions {
  std::string socket_path = docker_socket();
  // How many sandboxes are opened or closed at the same time: a flooded daemon gets slower for all.
  // 0: twice the cores, at least 4.
  std::size_t concurrent_opens = 0;
};

class Gate;

class DockerEngine final : public Engine {
 public:
  explicit DockerEngine(const DockerOptions& options = {});
  DockerEngine(DockerEngine&&) = delete;
  DockerEngine& operator=(DockerEngine&&) = delete;
  DockerEngine(const DockerEngine&) = delete;
  DockerEngine& operator=(const DockerEngine&) = delete;
  ~DockerEngine() override;

  std::string name() const override { return "docker"; }
  Task<std::string> image_digest(std::string name) override;
  Task<std::unique_ptr<Sandbox>> open(record::Policy policy, record::World world) override;
  Task<std::vector<std::string>> reap(bool also_living) override;

  // What the daemon says about itself.
  Task<Json> version();
  // Makes an image of one layer from a root file system's tar. `changes` are Dockerfile lines
  // ("USER dev"); `next_piece` gives the tar piece by piece, "" at its end.
  Task<> import_image(std::string repo_tag, std::vector<std::string> changes,
                      std::function<Task<std::string>()> next_piece);
  // Builds an image from a Dockerfile that needs no further file.
  Task<> build_image(std::string tag, std::string dockerfile_text,
                     std::function<void(std::string_view)> on_line);

 private:
  DockerApi api_;
  std::shared_ptr<Gate> gate_;
};

}  // namespace redcode::sandbox
