// Engine: sandboxes made by an OCI runtime driven directly (runc, crun, gVisor's runsc), each with
// an overlay on a tmpfs of its own. Needs root on Linux, no daemon.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sandbox/oci/image_store.h"
#include "sandbox/oci/network.h"
#include "sandbox/sandbox.h"

namespace redcode::oci {

struct Options {
  std::string runtime = "runc";  // runc, crun or runsc
  ImageStore images = {};
  bool log_calls = true;             // seccomp notification, for the observer "attempts"
  std::size_t concurrent_opens = 0;  // 0: twice the cores, at least 4
};

class Engine final : public sandbox::Engine {
 public:
  explicit Engine(Options options = {});
  Engine(Engine&&) = delete;
  Engine& operator=(Engine&&) = delete;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine() override;

  std::string name() const override { return "oci+" + options_.runtime; }
  Task<sandbox::Traits> traits() override;
  Task<std::string> image_digest(std::string name) override;
  Task<> export_image(std::string name, sandbox::ImageTaker take) override;
  Task<> adopt_image(std::string name, std::string digest, sandbox::ImageSource next) override;
  Task<std::unique_ptr<sandbox::Sandbox>> open(record::Policy policy, record::World world) override;
  Task<std::unique_ptr<sandbox::Sandbox>> open_beside(sandbox::Sandbox& neighbour,
                                                      record::Policy policy,
                                                      record::World world) override;
  Task<std::vector<std::string>> reap(bool also_living) override;

 private:
  struct Shared;
  Shared& shared();
  std::shared_ptr<const ImageStore::Held> image_called(const std::string& name);
  Task<std::unique_ptr<sandbox::Sandbox>> open_in(Namespaces others, record::Policy policy,
                                                  record::World world);

  Options options_;
  // By name, as they were when first asked for: one that takes the name later changes nothing.
  std::map<std::string, std::shared_ptr<const ImageStore::Held>> images_;
  std::shared_ptr<Shared> shared_;
};

}  // namespace redcode::oci
