// Container: one container, from creation to removal.
#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/aftercare.h"
#include "base/fd.h"
#include "sandbox/authority.h"
#include "sandbox/docker/api.h"
#include "sandbox/docker/companion.h"
#include "sandbox/docker/container_spec.h"
#include "sandbox/docker/daemon.h"
#include "sandbox/docker/layer_watch.h"
#include "sandbox/engine_slots.h"
#include "sandbox/init_process.h"
#include "sandbox/sandbox.h"

namespace redcode::docker {

// What all sandboxes of an engine share.
struct EngineContext {
  Api api;
  std::shared_ptr<sandbox::EngineSlots> gate;
  std::shared_ptr<const sandbox::Authority> authority;
  Daemon daemon;
  std::shared_ptr<Aftercare> aftercare;
  std::shared_ptr<LayerWatch> layers;
  std::shared_ptr<Companion> companion = nullptr;  // null: it is not needed, or not to be had
};

struct Image {
  std::string id;
  std::vector<std::filesystem::path> lowers = {};  // topmost first; none where they are not here
};

// The layers an answer to GET /images/NAME/json or /containers/ID/json names: the one that is
// written to, and those below it, topmost first.
std::filesystem::path upper_in(const Json& inspected);
std::vector<std::filesystem::path> lowers_in(const Json& inspected);
// All of an image's, topmost first: its own top layer is the one it would be written to.
std::vector<std::filesystem::path> layers_of_image(const Json& inspected);

class Container final : public sandbox::Sandbox {
 public:
  Container(EngineContext context, Image image, record::Policy policy);
  Container(Container&&) = delete;
  Container& operator=(Container&&) = delete;
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;
  ~Container() override;

  // Creates the container, seeds the world, starts it and opens the window.
  Task<> begin(record::World world);
  // Before begin(): it is to be in the network of `neighbour`, another one.
  void settle_beside(const sandbox::Sandbox& neighbour);
  // Removes what begin() made before it failed, within seconds: what cannot be removed is left to
  // reap().
  Task<> abandon();

  std::string id() const override { return id_; }
  const sandbox::HostView& host_view() const override { return host_view_; }
  std::vector<std::string> terminal_command(std::vector<std::string> argv) const override;
  Task<sandbox::Ending> exec(sandbox::Command command) override;
  Task<std::unique_ptr<sandbox::Process>> start(sandbox::Command command) override;
  Task<> end_all() override;
  Task<> stop() override;
  Task<> close() override;

  // The paths that are bound over themselves to be read-only.
  const std::vector<std::string>& bound() const { return bound_; }

 private:
  Task<Json> make(record::World world);
  Task<> create(const Json& spec);
  SpecTerms terms_for(const record::World& world) const;
  Task<Json> inspect() const;
  Task<> seed(const record::World& world);
  Task<> plant_from_inside(const record::World& world);
  Task<std::set<std::string>> known_parents(const record::World& world) const;
  void find_layers(const Json& inspected);
  void look_in(const Json& inspected, const record::World& world);
  Task<> call_companion();
  Task<> look_from_beside(const Json& inspected, record::World world);
  Task<bool> lives_beside() const;
  Task<std::set<std::string>> known_beside(std::set<std::string> paths) const;
  void open_tmpfs(const Json& inspected, const record::World& world);
  void watch_layer();
  bool layer_full() const { return layer_ && layer_->over(); }
  Task<> abandon_programs();
  Task<> require_running(std::string why) const;

  EngineContext context_;
  Image image_;
  record::Policy policy_;
  std::string beside_;     // whose network it is in; "": its own
  pid_t beside_init_ = 0;  // that one's first process, in the daemon's words
  std::string user_;       // "uid:gid" of commands
  std::vector<std::string> bound_;
  std::string id_;      // "": nothing to remove
  pid_t told_pid_ = 0;  // the first process in the daemon's words
  sandbox::HostView host_view_;
  sandbox::InitProcess init_;
  Fd death_;  // readable once the first process is dead
  std::shared_ptr<const LayerWatch::Watched> layer_;
};

}  // namespace redcode::docker
