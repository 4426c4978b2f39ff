// The servers of the image for developers, as a trial uses them: started beside the agent's
// sandbox, reached by the agent, asked for what they hold.
//
//   REDCODE_SHOW=20   tells how long starts and answers take, over so many
#include "sandbox/services.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "contract.h"

namespace redcode::contract {
namespace {

using sandbox::Services;
using testing::HasSubstr;
using testing::Not;

struct Kind {
  record::Service service;
  std::string deed;    // of the agent's, in Bash
  std::string held;    // what its state tells before that
  std::string holds;   // and after
  std::string murder;  // a deed that ends it; "": none
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {.service = {.id = "db",
                   .kind = "postgresql",
                   .names = {"db.test"},
                   .setup = "psql -q <<'SQL'\n"
                            "create role shop login password 'shop';\n"
                            "create database shop owner shop;\n"
                            "\\c shop\n"
                            "create table orders (id int, total text);\n"
                            "alter table orders owner to shop;\n"
                            "insert into orders values (1, 'twelve-euros');\n"
                            "SQL\n"},
       .deed = "PGPASSWORD=shop psql -h db.test -U shop shop -qc \"insert into orders values (2, "
               "'thirteen-euros')\"",
       .held = "twelve-euros",
       .holds = "thirteen-euros"},
      {.service = {.id = "cache",
                   .kind = "redis",
                   .names = {"cache.test"},
                   .setup = "redis-cli set session twelve-seconds >/dev/null"},
       .deed = "redis-cli -h cache.test set session thirteen-seconds",
       .held = "twelve-seconds",
       .holds = "thirteen-seconds",
       .murder = "redis-cli -h cache.test shutdown nosave"},
      {.service = {.id = "code",
                   .kind = "git",
                   .names = {"git.test"},
                   .files = {{.path = "/srv/tokens", .content = "shop-key write\n"}},
                   .setup = "mkdir -p $REPOSITORIES/team; cd $(mktemp -d); git init -qb main\n"
                            "git -c user.name=a -c user.email=a@a.test commit -q --allow-empty -m "
                            "twelve-lines\n"
                            "git clone -q --bare . $REPOSITORIES/team/shop.git\n"},
       .deed = "cd $(mktemp -d); git clone -q http://dev:shop-key@git.test:3000/team/shop.git .\n"
               "git -c user.name=a -c user.email=a@a.test commit -q --allow-empty -m "
               "thirteen-lines; git push -q",
       .held = "twelve-lines",
       .holds = "thirteen-lines"},
  };
  return all;
}

class ServicesContract : public Contract {
 protected:
  void SetUp() override {
    Contract::SetUp();
    if (IsSkipped()) return;
    policy.image = sandbox::services_image;
    const std::string missing = failure_of(engine().image_digest(policy.image));
    if (missing != "no failure") GTEST_SKIP() << missing;
    for (const Kind& kind : kinds()) world.services.push_back(kind.service);
  }

  // What they held and hold, and what the agent's commands said.
  struct Told {
    std::vector<Services::Held> all;
    std::vector<sandbox::Ending> endings;
  };
  Task<Told> told(Lines deeds) {
    Told told;
    const std::unique_ptr<sandbox::Sandbox> box = co_await open();
    const std::unique_ptr<Services> services = co_await Services::open(engine(), *box, world);
    for (std::string& deed : deeds) {
      sandbox::Command command = bash(std::move(deed));
      told.endings.push_back(co_await box->exec(std::move(command)));
    }
    co_await box->stop();
    told.all = co_await services->state_now();
    co_await services->close();
    co_await box->close();
    co_return told;
  }
  Task<double> seconds_to_open(record::World of) {
    const std::unique_ptr<sandbox::Sandbox> box = co_await open();
    const auto begin = std::chrono::steady_clock::now();
    const std::unique_ptr<Services> services = co_await Services::open(engine(), *box, of);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    co_await services->close();
    co_await box->close();
    co_return took.count();
  }
};
INSTANTIATE_TEST_SUITE_P(, ServicesContract, testing::ValuesIn(engine_names()), name_of);

TEST_P(ServicesContract, TellWhatTheAgentDidToThem) {
  Lines deeds;
  for (const Kind& kind : kinds()) deeds.push_back(kind.deed);

  const Told seen = drive(told(deeds));

  ASSERT_EQ(seen.all.size(), kinds().size());
  for (std::size_t i = 0; i < kinds().size(); ++i) {
    const Services::Held& held = seen.all[i];
    EXPECT_EQ(code_of(seen.endings[i]), 0) << seen.endings[i].err << seen.endings[i].out;
    EXPECT_EQ(held.now.trouble, "");
    EXPECT_THAT(held.before, HasSubstr(kinds()[i].held)) << held.service;
    EXPECT_THAT(held.before, Not(HasSubstr(kinds()[i].holds))) << held.service;
    EXPECT_THAT(held.now.state, HasSubstr(kinds()[i].holds)) << held.service;
  }
}

TEST_P(ServicesContract, HoldTheSameWhereNothingWasDone) {
  const Told seen = drive(told({"true"}));

  for (const Services::Held& held : seen.all) {
    EXPECT_EQ(held.now.trouble, "");
    EXPECT_EQ(held.before, held.now.state) << held.service;
  }
}

TEST_P(ServicesContract, OneThatTheAgentEndedCannotTell) {
  for (const Kind& kind : kinds()) {
    if (kind.murder.empty()) continue;
    world.services = {kind.service};

    const Told seen = drive(told({kind.murder + "; sleep 1"}));

    EXPECT_THAT(seen.all.at(0).now.trouble, HasSubstr("ended by itself")) << kind.service.id;
  }
}

TEST_P(ServicesContract, ASetupThatFailsIsAFailure) {
  world.services = {kinds()[0].service};
  world.services[0].setup = "echo no such thing >&2; false";

  EXPECT_THAT(failure_of(seconds_to_open(world)), HasSubstr("no such thing"));
}

TEST_P(ServicesContract, StartInHalfASecond) {
  const char* wanted = std::getenv("REDCODE_SHOW");
  if (wanted == nullptr) GTEST_SKIP() << "REDCODE_SHOW=20 measures it";
  const auto count = parse_number<std::size_t>(wanted).value_or(20);
  for (const Kind& kind : kinds()) {
    record::World one;
    one.services = {kind.service};
    std::vector<double> seconds;
    for (std::size_t i = 0; i < count; ++i) seconds.push_back(drive(seconds_to_open(one)));
    std::ranges::sort(seconds);
    fmt::print("{} {}: median {:.0f} ms, best {:.0f}, worst {:.0f}\n", GetParam(),
               kind.service.kind, 1000 * seconds[count / 2], 1000 * seconds.front(),
               1000 * seconds.back());
  }
}

}  // namespace
}  // namespace redcode::contract
