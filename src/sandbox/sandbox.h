// Starting sandboxes and running commands inside them.
//
// An Engine is one isolation technology. The rest of the program sees only these interfaces, so
// a trial means the same thing whichever engine ran it.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/failure.h"
#include "base/fd.h"
#include "base/task.h"
#include "record/observation_words.h"
#include "record/policy.h"
#include "record/world.h"
#include "sandbox/authority.h"
#include "sandbox/process.h"
#include "sandbox/remote_window.h"
#include "sandbox/runtime_log.h"

namespace redcode::sandbox {

struct Command {
  std::vector<std::string> argv;
  std::string stdin_bytes = {};
  std::string working_dir = "/home/dev";
};

struct Exited {
  int code = 0;
};
// Over Policy::command_timeout, or over Policy::output_limit. It is killed with all it started,
// daemons included: everything inside but the sandbox's first process ends.
struct TimedOut {};
struct Flooded {};

// How a command ended. That the sandbox itself broke is not an ending: that is a Failure, and is
// never shown to the agent as its command's output.
struct Ending {
  std::variant<Exited, TimedOut, Flooded> how;
  std::string out;  // at most Policy::output_limit together with err
  std::string err;
};

// What observers look through, from outside. Valid until close(), also after stop().
struct HostView {
  struct Volatile {
    std::string path;  // inside
    Fd directory;      // keeps the tmpfs alive after the sandbox's processes died
  };

  // The observers that work on this sandbox, as in Traits.
  std::set<record::Observer> observers;
  std::filesystem::path upper;                // the overlay's writable layer, on this host
  std::vector<std::filesystem::path> lowers;  // the image's layers, topmost first
  std::vector<Volatile> tmpfs;
  // The sandbox's file system as the host mounted it: a path on the overlay's superblock.
  std::filesystem::path merged;
  // What was added to the sandbox's user and group ids to make the host's (a user namespace).
  std::uint32_t id_shift = 0;
  // A host process in the sandbox's network namespace and control group: its first one, or the
  // process that is its kernel (gVisor).
  pid_t init = 0;
  // Processes inside are processes of this host's kernel, which can tell of them.
  bool host_kernel = true;
  // The certificate authority programs inside trust; null: none.
  std::shared_ptr<const Authority> authority;
  // System calls that were tried; null where the engine cannot tell.
  std::shared_ptr<CallLog> calls;
  // What a kernel of the sandbox's own says of its processes; null: ask this host's.
  std::shared_ptr<ProcessLog> processes;
  // Whether the sandbox wrote more than it may, where the kernel does not say it; empty: it does.
  std::function<bool()> layer_full;
  // Who looks in this process's place; null: it can look itself. Where somebody does, the paths and
  // the process above are those beside the daemon, and the tmpfs mounts have no directory here.
  std::shared_ptr<RemoteHostView> remote;
};

class Sandbox {
 public:
  // Whatever close() has not removed is left to a thread of the engine's to remove. Never throws.
  virtual ~Sandbox() = default;

  virtual std::string id() const = 0;
  virtual const HostView& host_view() const = 0;

  // A program of this host and its arguments that runs `argv` inside on the caller's terminal, as
  // confined as any command; for people who want to look around. Empty: there is none.
  virtual std::vector<std::string> terminal_command(std::vector<std::string> argv) const {
    argv.clear();
    return argv;
  }

  // Throws Failure when the sandbox broke.
  virtual Task<Ending> exec(Command command) = 0;
  // The same, but it goes on while its output is read and more input is written. No time limit and
  // no limit of output holds here: they are the caller's. Throws Failure when it cannot be started.
  virtual Task<std::unique_ptr<Process>> start(Command command) = 0;
  // Ends everything inside but the sandbox's first process.
  virtual Task<> end_all() = 0;
  // Ends every process inside; the layers stay readable through window(). Throws Failure when the
  // sandbox had died before, on its own.
  virtual Task<> stop() = 0;
  // Removes the sandbox and everything of it.
  virtual Task<> close() = 0;
};

// What an engine with its runtime is and can do on this host.
struct Traits {
  std::string engine;   // "docker", "oci"
  std::string runtime;  // "runc", "crun", "runsc"
  std::string version;  // of both, for people
  // Those that work on its sandboxes.
  std::set<record::Observer> observers;
  // Whether it enforces Policy::disk_limit and Policy::files_limit.
  bool limits_disk = false;
  bool limits_files = false;
  // Whether it opens sandboxes beside others, which worlds with services need.
  bool opens_beside = false;
  // What it cannot do that another engine can, each in a sentence.
  std::vector<std::string> limits;
};

// An image on its way from one host to another, as a stream of bytes (image_packing.h).
using ImageTaker = std::function<Task<>(std::string_view)>;
using ImageSource = std::function<Task<std::string>()>;  // "" at the end

class Engine {
 public:
  virtual ~Engine() = default;

  // "docker+runc", "oci+runsc"
  virtual std::string name() const = 0;

  // Asks the host. Throws Failure{unavailable}, with what to do, when the engine does not work
  // here.
  virtual Task<Traits> traits() = 0;

  // The digest of the image called `name`. Throws Failure{unavailable}, with what to do, when
  // the engine does not have it.
  virtual Task<std::string> image_digest(std::string name) = 0;

  // Hands over the image called `name`, for adopt_image() of the same engine on another host.
  virtual Task<> export_image(std::string /*name*/, ImageTaker /*take*/) {
    throw Failure(Failure::Kind::unavailable, "this engine's images do not travel");
  }
  // Makes what `next` gives the image called `name`, whole or not at all; sandboxes that run from
  // an earlier one are not disturbed. Throws Failure{corrupt} when its digest is not `digest`.
  virtual Task<> adopt_image(std::string /*name*/, std::string /*digest*/, ImageSource /*next*/) {
    throw Failure(Failure::Kind::unavailable, "this engine's images do not travel");
  }

  // A fresh sandbox under `policy` with `world` seeded in it. Throws Failure{unavailable} when
  // this host cannot enforce the whole policy; an engine never enforces part of one.
  virtual Task<std::unique_ptr<Sandbox>> open(record::Policy policy, record::World world) = 0;

  // The same in the network of `neighbour`, a sandbox of this engine's that outlives it: they reach
  // each other's loopback. All else is its own, and nobody watches it. Throws Failure{unavailable}
  // where there can be none.
  virtual Task<std::unique_ptr<Sandbox>> open_beside(Sandbox& /*neighbour*/,
                                                     record::Policy /*policy*/,
                                                     record::World /*world*/) {
    throw Failure(Failure::Kind::unavailable, "this engine opens no sandbox beside another");
  }

  // Removes every sandbox that carries our label and whose owner process is gone (all of ours
  // with `also_living`); gives their ids.
  virtual Task<std::vector<std::string>> reap(bool also_living) = 0;
};

}  // namespace redcode::sandbox
