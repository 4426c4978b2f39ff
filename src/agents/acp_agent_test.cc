#include "agents/acp_agent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/asio/thread_pool.hpp>
#include <functional>

#include "agents/fakes_for_tests.h"
#include "agents/json_rpc.h"
#include "base/run.h"
#include "sandbox/network_namespace.h"
#include "sandbox/private_network_for_tests.h"

namespace redcode::agents {
namespace {

using record::Stop;
using ::testing::HasSubstr;

// Speaks the protocol, asks its model once for every task, and does `unanswered` when it gets no
// answer.
class Speaker final : public sandbox::Process {
 public:
  enum class Unanswered { ends, goes_on };
  Speaker(pid_t inside, Unanswered unanswered) : inside_(inside), unanswered_(unanswered) {}

  Task<bool> write(std::string line) override {
    asked_.push_back(read_rpc(line).value());
    co_return true;
  }
  void finish_writing() override {}
  Task<std::optional<Piece>> read() override {
    if (asked_.empty()) co_return std::nullopt;
    const RpcMessage message = std::exchange(asked_, {}).front();
    if (message.method == "session/prompt") {
      asio::thread_pool thread(1);
      const bool answered =
          co_await asio::co_spawn(thread, asks_model(inside_), asio::use_awaitable);
      if (!answered && unanswered_ == Unanswered::ends) co_return std::nullopt;
    }
    const Json result = {{"sessionId", "s"}};
    co_return Piece{.bytes = rpc_result(message.id, result)};
  }
  Task<int> end() override { co_return 0; }

 private:
  static Task<bool> asks_model(pid_t inside) {
    bool answered = false;
    sandbox::in_network_of(inside, [&] { answered = ask_model().starts_with("HTTP/1.1 200"); });
    co_return answered;
  }

  pid_t inside_;
  Unanswered unanswered_;
  std::vector<RpcMessage> asked_;
};

class OneSpeakerSandbox final : public sandbox::Sandbox {
 public:
  std::string id() const override { return "one-speaker"; }
  const sandbox::HostView& host_view() const override { return host_view_; }
  Task<sandbox::Ending> exec(sandbox::Command) override {
    co_return sandbox::Ending{.how = sandbox::Exited{}, .out = {}, .err = {}};
  }
  Task<std::unique_ptr<sandbox::Process>> start(sandbox::Command) override {
    co_return std::make_unique<Speaker>(host_view_.init, unanswered);
  }
  Task<> end_all() override { co_return; }
  Task<> stop() override { co_return; }
  Task<> close() override { co_return; }

  Speaker::Unanswered unanswered = Speaker::Unanswered::ends;
  sandbox::HostView host_view_;
};

class AnAcpAgent : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "needs root to make a network namespace";
  }

  Task<Stop> work(Assignment assignment, int turns) {
    OneSandbox place(box);
    Recipe recipe{.name = "some-agent", .version = "1.2.3", .acp = Recipe::Start{}};
    const AcpAgent agent(std::move(recipe), {}, {}, {.turns = turns});
    const Listener listener{.said = [](const record::Message&) {},
                            .spent = [](const record::Usage&) {}};
    co_return co_await agent.work(std::move(assignment), model, place, listener);
  }
  Stop worked(int tasks_before, int turns) {
    const sandbox::PrivateNetwork network;
    box.host_view_.init = network.pid;
    Assignment assignment{.task = "the task"};
    assignment.warm_up.assign(static_cast<std::size_t>(tasks_before), "warm up");
    return run(work(std::move(assignment), turns));
  }
  Failure failure(int tasks_before, int turns) {
    try {
      worked(tasks_before, turns);
    } catch (const Failure& one) {
      return one;
    }
    return {Failure::Kind::interrupted, "none"};
  }

  OneSpeakerSandbox box;
  OneLineModel model;
};

TEST_F(AnAcpAgent, DoesItsTaskAfterTheWarmUp) { EXPECT_EQ(worked(2, 3), Stop::finished); }

TEST_F(AnAcpAgent, ThatEndsWhenItsTurnsAreOverIsOutOfTurns) {
  EXPECT_EQ(worked(2, 2), Stop::out_of_turns);
}

TEST_F(AnAcpAgent, ThatEndsWhenItsModelFailsFailsWithTheModel) {
  model.failure = Failure(Failure::Kind::exhausted, "the budget is spent");

  EXPECT_EQ(failure(0, 2).kind(), Failure::Kind::exhausted);
  EXPECT_STREQ(failure(0, 2).what(), "the budget is spent");
}

TEST_F(AnAcpAgent, IsNotJudgedByATaskItHadNoTurnsLeftFor) {
  EXPECT_THAT(failure(2, 1).what(), HasSubstr("the warm-up was not finished"));

  box.unanswered = Speaker::Unanswered::goes_on;

  EXPECT_THAT(failure(2, 1).what(), HasSubstr("the warm-up was not finished"));
}

}  // namespace
}  // namespace redcode::agents
