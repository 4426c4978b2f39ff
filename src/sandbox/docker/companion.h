// Companion: one container of ours beside the daemon, in which our observers run for a harness that
// cannot look itself: it is not root, or the daemon is elsewhere. docs/companion.md says what it
// may do and why.
//
// It is started at first need, serves every sandbox of its engine, and is removed with it. It ends
// with its input, so a harness that is killed takes it along.
//
// Thread safety: used from the one thread that runs the tasks. Its stream is served by a thread of
// its own, because an engine outlives the contexts that run its tasks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/task.h"
#include "sandbox/authority.h"
#include "sandbox/docker/api.h"
#include "sandbox/remote_window.h"

namespace redcode::docker {

class Companion {
 public:
  // `program`: the companion's, linked statically.
  Companion(Api api, std::filesystem::path program);
  Companion(Companion&&) = delete;
  Companion& operator=(Companion&&) = delete;
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;
  // Ends and removes it, blocking. Never throws.
  ~Companion();

  struct View {
    std::shared_ptr<sandbox::RemoteHostView> host_view;
    // What a sandbox must trust for its TLS to be seen. The companion keeps the key to itself.
    std::shared_ptr<const sandbox::Authority> authority;
    // What it runs in itself: an image, and its layers.
    std::string image;
    std::vector<std::filesystem::path> layers;
  };
  // A view of one sandbox yet to be made. Starts a companion from `image` if none runs. Throws
  // Failure{unavailable}.
  Task<View> view(std::string image);

 private:
  struct CompanionThread;
  class RemoteView;

  std::shared_ptr<CompanionThread> thread_;
  std::uint64_t views_ = 0;
};

// Tells it from the sandboxes.
inline constexpr const char* role_label = "redcode.role";

// Whether observers run in a companion beside the daemon: where this process cannot look itself,
// wherever that is possible, or nowhere.
enum class CompanionUse { as_needed, always, never };

// What $REDCODE_COMPANION says: "always", "never", or as needed. Throws Failure{unavailable} for
// other words.
CompanionUse companion_use();

// Where redcode-companion is: where $REDCODE_COMPANION_PROGRAM says, or beside the program that
// runs.
std::filesystem::path companion_program();

// The body of POST /containers/create for it. `store` is the directory of the daemon that holds the
// layers.
Json companion_spec(const std::string& image, const std::string& store);

}  // namespace redcode::docker
