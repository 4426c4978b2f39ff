#include "sandbox/try_out.h"

#include <gtest/gtest.h>

#include "base/run.h"
#include "sandbox/no_engine.h"

namespace redcode::sandbox {
namespace {

class IdleSandbox final : public Sandbox {
 public:
  explicit IdleSandbox(std::vector<std::string>& steps) : steps_(steps) {}

  std::string id() const override { return "idle"; }
  const HostView& host_view() const override { return host_view_; }
  Task<Ending> exec(Command command) override {
    steps_.push_back(command.argv.at(0));
    co_return Ending{};
  }
  Task<std::unique_ptr<Process>> start(Command /*command*/) override { co_return nullptr; }
  Task<> end_all() override { co_return; }
  Task<> stop() override {
    steps_.emplace_back("stop");
    co_return;
  }
  Task<> close() override {
    steps_.emplace_back("close");
    co_return;
  }

 private:
  std::vector<std::string>& steps_;
  HostView host_view_;
};

class IdleEngine final : public Engine {
 public:
  explicit IdleEngine(std::vector<std::string>& steps) : steps_(steps) {}

  std::string name() const override { return "idle"; }
  Task<Traits> traits() override { co_return Traits{.version = "1.2"}; }
  Task<std::string> image_digest(std::string /*name*/) override { co_return ""; }
  Task<std::unique_ptr<Sandbox>> open(record::Policy /*policy*/, record::World /*world*/) override {
    steps_.emplace_back("open");
    co_return std::make_unique<IdleSandbox>(steps_);
  }
  Task<std::vector<std::string>> reap(bool /*also_living*/) override {
    co_return std::vector<std::string>{};
  }

 private:
  std::vector<std::string>& steps_;
};

TEST(TryOut, OpensTwoSandboxesAndRemovesThem) {
  std::vector<std::string> steps;

  const TriedOut tried = run(try_out([&steps] { return std::make_unique<IdleEngine>(steps); }));

  EXPECT_EQ(steps, (std::vector<std::string>{"open", "true", "stop", "close", "open", "true",
                                             "stop", "close"}));
  EXPECT_TRUE(tried.start_ms);
  EXPECT_EQ(to_json("idle", tried).at("works"), true);
  EXPECT_EQ(to_json("idle", tried).at("version"), "1.2");
}

TEST(TryOut, SaysWhyAnEngineDoesNotWork) {
  const TriedOut tried = run(try_out([] { return std::make_unique<NoEngine>(); }));

  EXPECT_FALSE(tried.start_ms);
  EXPECT_EQ(tried.why_not, "nothing is run here, so there is no sandbox");
  EXPECT_EQ(to_json("none", tried).at("works"), false);
}

TEST(TryOut, AnEngineThatCannotBeMadeDoesNotWork) {
  const TriedOut tried = run(try_out([]() -> std::unique_ptr<Engine> {
    throw Failure(Failure::Kind::unavailable, "no such\nengine");
  }));

  EXPECT_EQ(tried.why_not, "no such engine");
}

}  // namespace
}  // namespace redcode::sandbox
