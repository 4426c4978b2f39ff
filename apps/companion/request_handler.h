// RequestHandler: takes what the harness asks for to the lookout it is meant for, many at a time.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "base/task.h"
#include "lookout.h"
#include "sandbox/authority.h"
#include "voice.h"

namespace redcode::companion {

class RequestHandler {
 public:
  // Sandboxes at the same time.
  static constexpr std::size_t most = 4096;

  explicit RequestHandler(Voice& voice);

  // Says who is here; once, before all else.
  void greet();
  // Does what is asked and says the answer. What cannot be done is an answer too.
  Task<> serve(sandbox::Message request);

 private:
  std::shared_ptr<Lookout> lookout(std::uint64_t number);

  Voice& voice_;
  std::shared_ptr<const sandbox::Authority> authority_;
  std::map<std::uint64_t, std::shared_ptr<Lookout>> lookouts_;
};

}  // namespace redcode::companion
