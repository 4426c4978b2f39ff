// Lookout: one sandbox, watched from beside its daemon: the window on it as this process sees it,
// and the observers that look through it.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/json.h"
#include "base/task.h"
#include "evidence/canaries.h"
#include "evidence/ledger.h"
#include "evidence/observers.h"
#include "sandbox/init_process.h"
#include "sandbox/sandbox.h"
#include "voice.h"

namespace redcode::companion {

class Lookout {
 public:
  // `voice` must outlive it.
  Lookout(std::uint64_t number, Voice& voice, std::shared_ptr<const sandbox::Authority> authority);

  // The layers of the image that this process runs in; none if they cannot be seen from here.
  static Json own_layers();

  // Does what `request` asks and gives the answer's members. Throws Failure.
  Task<Json> answer(sandbox::Message request);

 private:
  static Json have(const Json& request);
  Json look(const sandbox::Message& request);
  Json outside() const;
  Task<Json> open(const Json& request);
  Task<Json> before_stop();
  Task<Json> close();
  Task<Json> kill_rest();
  void say_seen(const record::Observation& observation);
  std::string say_bytes(std::string_view bytes);

  std::uint64_t number_;
  Voice& voice_;
  sandbox::HostView host_view_;
  sandbox::InitProcess init_;
  std::optional<evidence::Canaries> canaries_;
  std::optional<evidence::Ledger> ledger_;
  std::unique_ptr<evidence::Observers> observers_;
  bool untold_ = false;  // something could not be told any more
};

}  // namespace redcode::companion
