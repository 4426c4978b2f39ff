#include "sandbox/services.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/run.h"
#include "sandbox/no_engine.h"
#include "sandbox/service_for_tests.h"

namespace redcode::sandbox {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// Programs by the command that starts them, and what happened to the sandboxes.
struct FakeHost {
  std::map<std::string, std::shared_ptr<FakeProgram>> programs;
  std::vector<record::Policy> policies;
  std::vector<record::World> worlds;
  std::vector<std::string> log;
  bool has_image = true;
};

class FakeBox final : public Sandbox {
 public:
  explicit FakeBox(FakeHost& host) : host_(host) {}
  std::string id() const override { return "fake"; }
  const HostView& host_view() const override { return view_; }
  Task<Ending> exec(Command) override { co_return Ending{}; }
  Task<std::unique_ptr<Process>> start(Command command) override {
    name_ = command.argv.at(0) + " " + command.argv.at(1);
    host_.log.push_back("start " + name_);
    co_return std::make_unique<FakeProcess>(host_.programs.at(name_));
  }
  Task<> end_all() override { co_return; }
  Task<> stop() override { co_return; }
  Task<> close() override {
    const auto program = host_.programs.find(name_);
    const bool ended = program == host_.programs.end() || program->second->ended;
    host_.log.push_back(fmt::format("{} {}", ended ? "close" : "close at work", name_));
    co_return;
  }

 private:
  FakeHost& host_;
  std::string name_;
  HostView view_;
};

class FakeEngine final : public Engine {
 public:
  explicit FakeEngine(FakeHost& host) : host_(host) {}
  std::string name() const override { return "fake"; }
  Task<Traits> traits() override { co_return Traits{}; }
  Task<std::string> image_digest(std::string) override { co_return ""; }
  Task<std::unique_ptr<Sandbox>> open(record::Policy, record::World) override {
    co_return std::make_unique<FakeBox>(host_);
  }
  Task<std::unique_ptr<Sandbox>> open_beside(Sandbox&, record::Policy policy,
                                             record::World world) override {
    if (!host_.has_image) throw Failure(Failure::Kind::unavailable, "no image");
    host_.policies.push_back(std::move(policy));
    host_.worlds.push_back(std::move(world));
    co_return std::make_unique<FakeBox>(host_);
  }
  Task<std::vector<std::string>> reap(bool) override { co_return std::vector<std::string>{}; }

 private:
  FakeHost& host_;
};

class ServicesTest : public testing::Test {
 protected:
  ServicesTest() {
    world.services = {
        {.id = "db", .kind = "postgresql", .names = {"db.test"}, .files = {{.path = "/srv/a"}}},
        {.id = "code", .kind = "git", .names = {"git.test"}}};
    db->says = {out(answered(database("db before"))), out(answered(database("db after")))};
    code->says = {out(answered(database("code before"))), out(answered(database("code after")))};
    host.programs = {{"/usr/lib/services/postgresql 127.0.1.1", db},
                     {"/usr/lib/services/git 127.0.1.2", code}};
  }

  Task<std::vector<Services::Held>> held() {
    const std::unique_ptr<Services> services =
        co_await Services::open(engine, neighbour, world, limits);
    std::vector<Services::Held> all = co_await services->state_now();
    co_await services->close();
    co_return all;
  }
  std::string failure() {
    try {
      run(held());
    } catch (const Failure& failure) {
      return failure.what();
    }
    return "";
  }

  FakeHost host;
  FakeEngine engine{host};
  FakeBox neighbour{host};
  record::World world;
  TalkLimits limits{.start = 100ms, .answer = 100ms};
  std::shared_ptr<FakeProgram> db = std::make_shared<FakeProgram>();
  std::shared_ptr<FakeProgram> code = std::make_shared<FakeProgram>();
};

TEST_F(ServicesTest, TellWhatTheyHeldAndHold) {
  const std::vector<Services::Held> all = run(held());

  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].service, "db");
  EXPECT_EQ(all[0].before, database("db before"));
  EXPECT_EQ(all[0].now, ServiceTalk::Told{.state = database("db after")});
  EXPECT_EQ(all[1].service, "code");
  EXPECT_EQ(all[1].now, ServiceTalk::Told{.state = database("code after")});
}

TEST_F(ServicesTest, EachHasASandboxThatIsClosedWhenItsProgramHasEnded) {
  run(held());

  EXPECT_THAT(host.policies, ElementsAre(service_policy(), service_policy()));
  EXPECT_EQ(host.worlds.at(0).files, world.services[0].files);
  EXPECT_EQ(host.worlds.at(0).services, world.services);
  EXPECT_THAT(host.log, UnorderedElementsAre("start /usr/lib/services/postgresql 127.0.1.1",
                                             "start /usr/lib/services/git 127.0.1.2",
                                             "close /usr/lib/services/postgresql 127.0.1.1",
                                             "close /usr/lib/services/git 127.0.1.2"));
}

TEST_F(ServicesTest, OneThatCannotTellTakesNothingFromTheOthers) {
  db->says.pop_back();

  const std::vector<Services::Held> all = run(held());

  EXPECT_EQ(all[0].now.trouble, "its program has ended");
  EXPECT_EQ(all[1].now.state, database("code after"));
}

TEST_F(ServicesTest, OneThatDoesNotStartClosesTheOthersAndIsTold) {
  db->says = {out("{\"error\": \"no such role\"}\n")};

  EXPECT_EQ(failure(), "the service db did not start: no such role");
  EXPECT_EQ(std::ranges::count_if(
                host.log, [](const std::string& line) { return line.starts_with("close /usr"); }),
            2);
}

TEST_F(ServicesTest, WithoutTheirImageThereAreNone) {
  host.has_image = false;

  EXPECT_EQ(failure(), "no image");
  EXPECT_THAT(host.log, IsEmpty());
}

TEST_F(ServicesTest, AKindIsAPlainWord) {
  for (const char* kind : {"", "../sh", "Git", "git server"}) {
    world.services[0].kind = kind;

    EXPECT_THAT(failure(), HasSubstr("a service of no kind")) << kind;
  }
  EXPECT_THAT(host.log, IsEmpty());
}

TEST_F(ServicesTest, AnEngineMayHaveNoneBesideOthers) {
  NoEngine none;

  EXPECT_THROW(run(Services::open(none, neighbour, world, limits)), Failure);
}

}  // namespace
}  // namespace redcode::sandbox
