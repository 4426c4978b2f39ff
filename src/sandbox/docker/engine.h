// Engine: sandboxes as containers of a Docker or Podman daemon, over its API, with any runtime the
// daemon offers.
//
// Beside a local daemon with the overlay2 storage driver, root reads evidence from the container's
// layers and namespaces. Elsewhere a companion beside the daemon does (docs/companion.md); where
// there is none, sandboxes open all the same, but their windows say that almost nothing can be
// observed.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/aftercare.h"
#include "base/json.h"
#include "base/task.h"
#include "sandbox/authority.h"
#include "sandbox/docker/api.h"
#include "sandbox/docker/companion.h"
#include "sandbox/docker/container.h"
#include "sandbox/docker/daemon.h"
#include "sandbox/engine_slots.h"
#include "sandbox/sandbox.h"

namespace redcode::docker {

// The socket DOCKER_HOST names, "tcp://host:port" if it says so, or the usual one. Throws
// Failure{unavailable} for any other kind.
std::string docker_socket();

// An image's name as the daemon's calls want it: "redcode-base:1" is redcode-base and 1.
std::pair<std::string, std::string> repository_and_tag(const std::string& name);

struct Options {
  std::string socket_path = docker_socket();
  std::string runtime = "runc";  // one that the daemon offers
  // False: sandboxes are treated as on another host, even where this process could look into them.
  bool look_from_here = true;
  // How many sandboxes are opened or closed at the same time: a flooded daemon gets slower for all.
  // 0: twice the cores, at least 4.
  std::size_t concurrent_opens = 0;
  CompanionUse companion = companion_use();
  std::filesystem::path companion_program = docker::companion_program();
};

class Engine final : public sandbox::Engine {
 public:
  explicit Engine(const Options& options = {});
  Engine(Engine&&) = delete;
  Engine& operator=(Engine&&) = delete;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine() override;

  std::string name() const override { return "docker+" + runtime_; }
  Task<sandbox::Traits> traits() override;
  Task<std::string> image_digest(std::string name) override;
  Task<> export_image(std::string name, sandbox::ImageTaker take) override;
  Task<> adopt_image(std::string name, std::string digest, sandbox::ImageSource next) override;
  Task<std::unique_ptr<sandbox::Sandbox>> open(record::Policy policy, record::World world) override;
  Task<std::unique_ptr<sandbox::Sandbox>> open_beside(sandbox::Sandbox& neighbour,
                                                      record::Policy policy,
                                                      record::World world) override;
  Task<std::vector<std::string>> reap(bool also_living) override;
  // The containers that reap() would remove.
  Task<std::vector<std::string>> abandoned(bool also_living);

  // Blocks until sandboxes that nobody closed are removed.
  void wait_for_removals() { aftercare_->wait(); }

  // What the daemon says about itself.
  Task<Json> version();
  // The same in our words, asked once.
  Task<Daemon> daemon();
  // Gives the daemon an archive as `docker save` writes it, piece by piece, "" at its end, which
  // names its image `name`.
  Task<> load_image(std::string name, std::function<Task<std::string>()> next_piece);
  // The opposite: the archive of an image, as the daemon writes it.
  Task<> save_image(std::string name, http::BodyTaker take);
  // The images that `redcode image` made, by name, with their ids.
  Task<std::vector<std::pair<std::string, std::string>>> our_images();
  // An image's settings, as its config would tell them: what of it this program reads.
  Task<Json> image_settings(std::string name);
  // Builds an image from a Dockerfile and the files it copies: root's, by their paths from "/".
  struct BuildContext {
    std::string dockerfile;
    std::vector<record::SeededFile> files = {};
  };
  Task<> build_image(std::string tag, BuildContext context,
                     std::function<void(std::string_view)> on_line);
  // A tar of all files of an image, layers put together.
  Task<> export_files(std::string image, http::BodyTaker take);
  // Takes an image's name away, and the image if nothing uses it.
  Task<> remove_image(std::string name);

 private:
  bool companion_fits(const Daemon& daemon) const;
  Task<Image> image_called(std::string name);
  Task<> prepare(std::string image);
  Task<std::unique_ptr<Container>> open_one(record::Policy policy, record::World world,
                                            const sandbox::Sandbox* neighbour = nullptr);
  Task<> require_proven(std::string image);
  Task<> reap_volumes(bool also_living);

  Api api_;
  bool near_;  // the daemon is behind a Unix socket, and we may look
  std::string runtime_;
  std::shared_ptr<sandbox::EngineSlots> gate_;
  std::shared_ptr<LayerWatch> layers_ = std::make_shared<LayerWatch>();
  std::shared_ptr<Aftercare> aftercare_ = std::make_shared<Aftercare>();
  std::shared_ptr<const sandbox::Authority> authority_;  // made at first need
  std::optional<Daemon> daemon_;
  CompanionUse companion_use_;
  std::filesystem::path companion_program_;
  std::shared_ptr<Companion> companion_;  // made at first need
  // By name, as they were when first asked for: a tag that moves later changes nothing.
  std::map<std::string, Image> images_;
  sandbox::EngineSlots proving_{1};
  bool proven_ = false;  // what a kernel of the sandboxes' own does with their confinement
};

}  // namespace redcode::docker
