// RemoteHostView: a sandbox looked at by a program of ours that runs beside its daemon, because
// this process cannot look itself: it is not root, or the daemon is on another host.
//
// That program is trusted as this one is; what it reads is not, and is bounded on both sides.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/task.h"
#include "sandbox/messages.h"

namespace redcode::sandbox {

class RemoteHostView {
 public:
  // One that was not closed is forgotten on the other side.
  virtual ~RemoteHostView() = default;

  // Asks for one thing (docs/companion.md lists them) and waits for the answer. One question at a
  // time. Throws Failure{unavailable} when the other side says no or is gone.
  virtual Task<Json> ask(Json request, std::string payload = {}) = 0;
  // What was told unasked until the last answer came, in order; each once.
  virtual std::vector<Message> take_news() = 0;
};

}  // namespace redcode::sandbox
