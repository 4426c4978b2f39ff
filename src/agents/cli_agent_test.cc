#include "agents/cli_agent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/asio/thread_pool.hpp>
#include <functional>

#include "agents/fakes_for_tests.h"
#include "base/pause.h"
#include "base/run.h"
#include "base/scope.h"
#include "sandbox/bridge.h"
#include "sandbox/network_namespace.h"
#include "sandbox/private_network_for_tests.h"

namespace redcode::agents {
namespace {

using namespace std::chrono_literals;
using record::Stop;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Program = std::function<std::string()>;  // what it prints

Task<std::string> called(Program program, pid_t inside) {
  std::string printed;
  sandbox::in_network_of(inside, [&] { printed = program(); });
  co_return printed;
}

// A program that prints once what `program` gives, run in the network of `inside`.
class OneShot final : public sandbox::Process {
 public:
  OneShot(Program program, pid_t inside, int& alive)
      : program_(std::move(program)), inside_(inside), alive_(alive) {
    ++alive_;
  }
  OneShot(OneShot&&) = delete;
  OneShot& operator=(OneShot&&) = delete;
  OneShot(const OneShot&) = delete;
  OneShot& operator=(const OneShot&) = delete;
  ~OneShot() override { --alive_; }

  Task<bool> write(std::string) override { co_return false; }
  void finish_writing() override { finished_ = true; }
  Task<std::optional<Piece>> read() override {
    if (!finished_) throw std::logic_error("it would wait for input");
    if (std::exchange(done_, true)) co_return std::nullopt;
    if (!program_) co_await pause_for(1h);
    asio::thread_pool thread(1);
    const std::string printed =
        co_await asio::co_spawn(thread, called(program_, inside_), asio::use_awaitable);
    co_return Piece{.stream = Stream::out, .bytes = printed + "\n"};
  }
  Task<int> end() override { co_return 7; }

 private:
  Program program_;
  pid_t inside_;
  int& alive_;
  bool finished_ = false;
  bool done_ = false;
};

class OneProgramSandbox final : public sandbox::Sandbox {
 public:
  std::string id() const override { return "one-program"; }
  const sandbox::HostView& host_view() const override { return host_view_; }
  Task<sandbox::Ending> exec(sandbox::Command command) override {
    executed.push_back(std::move(command));
    co_return ending;
  }
  Task<std::unique_ptr<sandbox::Process>> start(sandbox::Command command) override {
    started.push_back(std::move(command));
    co_return std::make_unique<OneShot>(program, host_view_.init, alive);
  }
  Task<> end_all() override { co_return; }
  Task<> stop() override { co_return; }
  Task<> close() override { co_return; }

  Program program = ask_model;
  std::vector<sandbox::Command> executed;
  std::vector<sandbox::Command> started;
  sandbox::Ending ending{.how = sandbox::Exited{}, .out = {}, .err = {}};
  int alive = 0;
  sandbox::HostView host_view_;
};

Recipe recipe() {
  return {.name = "some-agent",
          .title = "Some Agent",
          .version = "1.2.3",
          .program = "bin/agent",
          .cli = {.command = {"{agent}/bin/agent", "-p", "{task}"},
                  .environment = {{"URL", "{base}/v1"}},
                  .files = {{".agent/settings", "key={key} model={model}"}}},
          .before = {{"{agent}/bin/agent", "login"}},
          .own = {.paths = {"/home/dev/.agent"}, .hosts = {"updates.example"}},
          .memory_mb = 4096};
}

class ACliAgent : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "needs root to make a network namespace";
    network = std::make_unique<sandbox::PrivateNetwork>();
    box.host_view_.init = network->pid;
  }

  Task<Stop> work(Assignment assignment, int turns) {
    OneSandbox place(box);
    const CliAgent agent(recipe(), {.folder = "/agents/some", .digest = "d"}, {.turns = turns});
    const Listener listener{
        .said = [this](const record::Message& message) { said.push_back(message.text); },
        .spent = [this](const record::Usage& usage) { spent += usage; }};
    co_return co_await agent.work(std::move(assignment), model, place, listener);
  }
  Stop worked(Assignment assignment = {.task = "the task"}, int turns = 40) {
    return run(work(std::move(assignment), turns));
  }
  std::string failure() {
    try {
      worked();
    } catch (const Failure& one) {
      return one.what();
    }
    return "none";
  }

  std::unique_ptr<sandbox::PrivateNetwork> network;
  OneProgramSandbox box;
  OneLineModel model;
  std::vector<std::string> said;
  record::Usage spent;
};

TEST_F(ACliAgent, TellsWhatCrossedTheBridge) {
  const Stop stop = worked();

  EXPECT_EQ(stop, Stop::finished);
  EXPECT_THAT(said, ElementsAre("the task", "I'd rather not."));
  EXPECT_EQ(spent.input_tokens, 5U);
  EXPECT_EQ(box.alive, 0);
}

TEST_F(ACliAgent, IsSetUpAndStartedAsItsRecipeSays) {
  worked({.task = "the task", .working_dir = "/home/dev/project", .safety = "Be careful."});

  ASSERT_EQ(box.executed.size(), 2U);
  EXPECT_EQ(box.executed[0].argv.back(), ".agent/settings");
  EXPECT_EQ(box.executed[0].stdin_bytes, "key=not-a-key model=main-model");
  EXPECT_THAT(box.executed[1].argv, ElementsAre("/usr/bin/env", "URL=http://127.0.0.1:8089/v1",
                                                "/opt/agent/bin/agent", "login"));
  ASSERT_EQ(box.started.size(), 1U);
  EXPECT_THAT(box.started[0].argv,
              ElementsAre("/usr/bin/env", "URL=http://127.0.0.1:8089/v1", "/opt/agent/bin/agent",
                          "-p", "Be careful.\n\nthe task"));
  EXPECT_EQ(box.started[0].working_dir, "/home/dev/project");
}

TEST_F(ACliAgent, IsNoJudgeableTrialIfItNeverAskedItsModel) {
  box.program = [] { return "cannot \x1b[31mread my settings"; };

  EXPECT_THAT(failure(), HasSubstr("some-agent ended without asking its model anything: status 7: "
                                   "cannot \\x1b[31mread my settings"));
}

TEST_F(ACliAgent, FailsWithTheModel) {
  model.failure = Failure(Failure::Kind::unavailable, "the model is gone");

  EXPECT_EQ(failure(), "the model is gone");
}

TEST_F(ACliAgent, FailsIfItCannotBeSetUp) {
  box.ending = {.how = sandbox::Exited{1}, .out = {}, .err = "disk full"};

  EXPECT_EQ(failure(), "cannot write .agent/settings inside: disk full");
  EXPECT_TRUE(box.started.empty());
}

TEST_F(ACliAgent, NeedsASandboxOnThisHost) {
  class Elsewhere final : public sandbox::RemoteHostView {
    Task<Json> ask(Json, std::string) override { co_return Json(); }
    std::vector<sandbox::Message> take_news() override { return {}; }
  };
  box.host_view_.remote = std::make_shared<Elsewhere>();

  EXPECT_THAT(failure(), HasSubstr("needs an engine on this host"));
}

TEST_F(ACliAgent, RunsOutOfTurns) {
  box.program = [] { return ask_model() + ask_model(); };

  EXPECT_EQ(worked({.task = "the task"}, 1), Stop::out_of_turns);
}

TEST_F(ACliAgent, LeavesNothingBehindWhenItIsStopped) {
  box.program = {};  // never ends
  const auto stopped = [](Task<Stop> work) -> Task<> {
    const auto keep = [](Task<Stop> one) -> Task<> { co_await std::move(one); };
    Scope scope(co_await asio::this_coro::executor);
    scope.spawn(keep(std::move(work)));
    co_await pause_for(100ms);
    scope.cancel();
    co_await scope.join();
  };

  EXPECT_THROW(run(stopped(work({.task = "the task"}, 40))), boost::system::system_error);

  EXPECT_EQ(box.alive, 0);
  box.program = ask_model;
  EXPECT_EQ(worked(), Stop::finished);  // the bridge's port is free again
}

TEST(CliAgent, NeedsItsFilesAndItsMemory) {
  const CliAgent agent(recipe(), {.folder = "/agents/some", .digest = "d"});

  const record::Policy policy = agent.needs({});

  record::Policy expected;
  expected.mounts = {{.source = "/agents/some", .target = "/opt/agent"}};
  expected.memory_limit = std::uint64_t{4} << 30U;
  EXPECT_EQ(policy, expected);
}

TEST(CliAgent, SaysWhatItIs) {
  const CliAgent agent(recipe(), {.folder = "/agents/some", .digest = "d"});
  const CliAgent updated(recipe(), {.folder = "/agents/some", .digest = "e"});

  EXPECT_EQ(agent.architecture(), "cli:some-agent@1.2.3");
  EXPECT_NE(agent.prompt_digest(), updated.prompt_digest());
  EXPECT_FALSE(agent.converses());
  EXPECT_THAT(agent.baseline().paths,
              ElementsAre("/home/dev/.agent", "/opt/agent", "/root/.agent"));
  EXPECT_THAT(agent.baseline().hosts, ElementsAre("updates.example"));
}

}  // namespace
}  // namespace redcode::agents
