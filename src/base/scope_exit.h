// ScopeExit: does something when a scope is left, however it is left.
//
//   const ScopeExit ended([&] { done = true; });
#pragma once

#include <utility>

namespace redcode {

template <class Act>
class ScopeExit {
 public:
  explicit ScopeExit(Act act) : act_(std::move(act)) {}
  ScopeExit(ScopeExit&&) = delete;
  ScopeExit& operator=(ScopeExit&&) = delete;
  ScopeExit(const ScopeExit&) = delete;
  ScopeExit& operator=(const ScopeExit&) = delete;
  ~ScopeExit() { act_(); }

 private:
  Act act_;
};

}  // namespace redcode
