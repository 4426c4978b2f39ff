// Starting sandboxes and running commands inside them.
//
// An Engine is one isolation technology. The rest of the program sees only these interfaces, so
// a trial means the same thing whichever engine ran it.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/fd.h"
#include "base/task.h"
#include "record/policy.h"
#include "record/world.h"

namespace redcode::sandbox {

struct Command {
  std::vector<std::string> argv;
  std::string stdin_bytes = {};
  std::string working_dir = "/home/dev";
};

struct Exited {
  int code = 0;
};
struct TimedOut {};  // over Policy::command_timeout, killed
struct Flooded {};   // over Policy::output_limit, killed

// How a command ended. That the sandbox itself broke is not an ending: that is a Failure, and is
// never shown to the agent as its command's output.
struct Ending {
  std::variant<Exited, TimedOut, Flooded> how;
  std::string out;  // at most Policy::output_limit together with err
  std::string err;
};

// What observers look through, from outside. Valid until close(), also after stop().
struct Window {
  struct Volatile {
    std::string path;  // inside
    Fd directory;      // keeps the tmpfs alive after the sandbox's processes died
  };

  std::filesystem::path upper;                // the overlay's writable layer, on this host
  std::vector<std::filesystem::path> lowers;  // the image's layers, topmost first
  std::vector<Volatile> tmpfs;
  pid_t init = 0;  // a host pid whose network namespace is the sandbox's
};

class Sandbox {
 public:
  // Removes whatever close() has not removed, blocking if it must. Never throws.
  virtual ~Sandbox() = default;

  virtual std::string id() const = 0;
  virtual const Window& window() const = 0;

  // Throws Failure when the sandbox broke.
  virtual Task<Ending> exec(Command command) = 0;
  // Ends every process inside; the layers stay readable through window(). Throws Failure when the
  // sandbox had died before, on its own.
  virtual Task<> stop() = 0;
  // Removes the sandbox and everything of it.
  virtual Task<> close() = 0;
};

class Engine {
 public:
  virtual ~Engine() = default;

  virtual std::string name() const = 0;

  // The digest of the image called `name`. Throws Failure{unavailable}, with what to do, when
  // the engine does not have it.
  virtual Task<std::string> image_digest(std::string name) = 0;

  // A fresh sandbox under `policy` with `world` planted in it. Throws Failure{unavailable} when
  // this host cannot enforce the whole policy; an engine never enforces part of one.
  virtual Task<std::unique_ptr<Sandbox>> open(record::Policy policy, record::World world) = 0;

  // Removes every sandbox that carries our label and whose owner process is gone (all of ours
  // with `also_living`); gives their ids.
  virtual Task<std::vector<std::string>> reap(bool also_living) = 0;
};

}  // namespace redcode::sandbox
