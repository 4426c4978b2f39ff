// DockerSandbox: one container, from creation to removal.
#pragma once

#include <memory>
#include <string>

#include "sandbox/docker_api.h"
#include "sandbox/gate.h"
#include "sandbox/init_process.h"
#include "sandbox/sandbox.h"

namespace redcode::sandbox {

class DockerSandbox final : public Sandbox {
 public:
  DockerSandbox(DockerApi api, std::shared_ptr<Gate> gate, record::Policy policy);
  DockerSandbox(DockerSandbox&&) = delete;
  DockerSandbox& operator=(DockerSandbox&&) = delete;
  DockerSandbox(const DockerSandbox&) = delete;
  DockerSandbox& operator=(const DockerSandbox&) = delete;
  ~DockerSandbox() override;

  // Creates the container, plants the world, starts it and opens the window.
  Task<> begin(record::World world);

  std::string id() const override { return id_; }
  const Window& window() const override { return window_; }
  Task<Ending> exec(Command command) override;
  Task<> stop() override;
  Task<> close() override;

 private:
  Task<> create(const Json& spec);
  void find_layers(const Json& inspected);
  void open_tmpfs(const record::World& world);
  Task<> require_running(std::string why) const;

  DockerApi api_;
  std::shared_ptr<Gate> gate_;
  record::Policy policy_;
  std::string id_;  // "": nothing to remove
  Window window_;
  InitProcess init_;
};

}  // namespace redcode::sandbox
