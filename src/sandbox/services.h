// Services: the real servers of a world, each in a sandbox of its own beside the agent's, and what
// they hold (docs/services.md).
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/task.h"
#include "record/policy.h"
#include "record/world.h"
#include "sandbox/sandbox.h"
#include "sandbox/service_talk.h"

namespace redcode::sandbox {

// The image they run from, and its programs: one for each kind.
inline constexpr const char* services_image = "redcode-dev:1";
inline constexpr const char* service_programs = "/usr/lib/services";

// What makes the image called `name`.
std::string builds_image(const std::string& name);

// Under which every service runs.
record::Policy service_policy();

class Services {
 public:
  // Starts those of `world`, seeded, side by side, and asks what they hold. `engine` and
  // `neighbour`, the agent's sandbox, outlive them. Throws Failure when one does not start:
  // {corrupt} where it is its setup's fault.
  static Task<std::unique_ptr<Services>> open(Engine& engine, Sandbox& neighbour,
                                              record::World world, TalkLimits limits = {});

  // Nothing is started by it: see open().
  Services(Engine& engine, Sandbox& neighbour, record::World world, TalkLimits limits);
  // To be closed first: what it has opened and not closed is left to the engine's aftercare.
  ~Services();
  Services(Services&&) = delete;
  Services& operator=(Services&&) = delete;
  Services(const Services&) = delete;
  Services& operator=(const Services&) = delete;

  // Asks them again what they hold before anybody came: the world's own setup may have used them.
  // Throws Failure{corrupt} when one cannot tell.
  Task<> look_again();

  // What one held before anybody came, and holds now.
  struct Held {
    std::string service;  // its id
    std::string before;
    ServiceTalk::Told now;
  };
  // Asks all of them, in the order of the world. `before` is given once.
  Task<std::vector<Held>> state_now();
  // Ends and removes them all.
  Task<> close();

 private:
  struct One;
  Task<> start_all();
  Task<> start(One& one);
  static Task<ServiceTalk::Told> told_by(One& one);
  static Task<> look_at(One& one);
  static Task<> ask(One& one, Held& held);
  static Task<> remove(One& one);

  Engine& engine_;
  Sandbox& neighbour_;
  record::World world_;
  TalkLimits limits_;
  std::vector<std::unique_ptr<One>> all_;
};

}  // namespace redcode::sandbox
