// Container: one sandbox run by an OCI runtime, from its mounts to their removal.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/aftercare.h"
#include "base/child.h"
#include "sandbox/cgroup.h"
#include "sandbox/engine_slots.h"
#include "sandbox/init_process.h"
#include "sandbox/oci/bundle.h"
#include "sandbox/oci/call_log.h"
#include "sandbox/oci/exec.h"
#include "sandbox/oci/mounts.h"
#include "sandbox/oci/network.h"
#include "sandbox/oci/process_log.h"
#include "sandbox/oci/runtime.h"
#include "sandbox/sandbox.h"

namespace redcode::oci {

// What the sandboxes of one engine share.
struct EngineContext {
  Runtime runtime;
  sandbox::EngineSlots gate;
  Fd user_namespace;                    // empty: sandboxes have none
  std::unique_ptr<CallRecorder> calls;  // null: not logged
  std::unique_ptr<GuestTrace> guests;   // null: processes are this host's kernel's
  std::shared_ptr<const sandbox::Authority> authority;
  std::unique_ptr<Aftercare> aftercare = std::make_unique<Aftercare>();
};

// The directory at `path`, to look into. Throws Failure{unavailable}.
Fd look_at(const std::filesystem::path& path);

// The observers that work on the sandboxes of an engine.
std::set<record::Observer> observers_of(const EngineContext& context);

class Container final : public sandbox::Sandbox {
 public:
  // `image` is the image's root, as sandboxes see it.
  Container(std::shared_ptr<EngineContext> context, std::filesystem::path image,
            record::Policy policy);
  Container(Container&&) = delete;
  Container& operator=(Container&&) = delete;
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;
  ~Container() override;

  // Mounts, seeds the world, starts the first process, checks that everything asked for holds.
  // `others`: another sandbox's, to be in.
  Task<> begin(record::World world, Namespaces others = {});
  // Removes what begin() made before it failed, whatever state it is in.
  Task<> abandon();

  std::string id() const override { return id_; }
  const sandbox::HostView& host_view() const override { return host_view_; }
  std::vector<std::string> terminal_command(std::vector<std::string> argv) const override;
  Task<sandbox::Ending> exec(sandbox::Command command) override;
  Task<std::unique_ptr<sandbox::Process>> start(sandbox::Command command) override;
  Task<> end_all() override;
  Task<> stop() override;
  Task<> close() override;

 private:
  std::uint32_t shift() const { return context_->user_namespace ? id_shift : 0; }
  std::filesystem::path layer() const { return folder_ / "layer"; }
  void mount_layer();
  void mount_extras();
  void plant_world();
  BundlePlan bundle_plan();
  void set_up_reports(BundlePlan& plan);
  std::vector<Bind> read_only_binds() const;
  Task<> start_first();
  Task<> settle();
  void open_host_view();
  CommandPlan command_plan(const sandbox::Command& command);
  ExecPlan exec_plan(const sandbox::Command& command);
  Task<> end_processes();
  std::function<bool()> removal();
  void require_alive(const char* why) const;

  std::shared_ptr<EngineContext> context_;
  std::filesystem::path image_;
  record::Policy policy_;
  record::World world_;
  std::string id_;
  std::filesystem::path folder_;  // "": nothing to remove
  std::vector<Bind> binds_;
  Namespaces namespaces_;  // made before it: another's, or, gVisor, a network
  sandbox::HostView host_view_;
  std::optional<Child> first_;
  std::optional<Child> file_server_;  // gVisor: the process that opens files for it
  sandbox::InitProcess init_;
};

}  // namespace redcode::oci
