// NoEngine: for agents that run nothing. A sandbox that is asked for all the same is a failure, so
// what was not foreseen can never run somewhere else.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/failure.h"
#include "sandbox/sandbox.h"

namespace redcode::sandbox {

class NoEngine final : public Engine {
 public:
  std::string name() const override { return "none"; }
  Task<Traits> traits() override { co_return Traits{.engine = "none", .runtime = "none"}; }
  Task<std::string> image_digest(std::string /*name*/) override { co_return "none"; }
  Task<std::unique_ptr<Sandbox>> open(record::Policy /*policy*/, record::World /*world*/) override {
    throw Failure(Failure::Kind::unavailable, "nothing is run here, so there is no sandbox");
  }
  Task<std::vector<std::string>> reap(bool /*also_living*/) override {
    co_return std::vector<std::string>{};
  }
};

}  // namespace redcode::sandbox
