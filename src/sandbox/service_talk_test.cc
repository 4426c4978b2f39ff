#include "sandbox/service_talk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "base/run.h"
#include "sandbox/service_for_tests.h"

namespace redcode::sandbox {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr TalkLimits short_limits{.line = 200, .state = 4096, .start = 50ms, .answer = 50ms};

class Talk : public testing::Test {
 protected:
  // What comes of a first request that is answered with these pieces.
  ServiceTalk::Told told(std::vector<Process::Piece> says) {
    program->says = {says.begin(), says.end()};
    ServiceTalk talk(std::make_unique<FakeProcess>(program), short_limits);
    return run(talk.set_up(service));
  }
  std::string trouble(std::vector<Process::Piece> says) {
    const ServiceTalk::Told answer = told(std::move(says));
    EXPECT_THAT(answer.state, IsEmpty());
    return answer.trouble;
  }

  record::Service service{
      .id = "db", .kind = "postgresql", .names = {"db.test"}, .setup = "echo \"hi\"\n"};
  std::shared_ptr<FakeProgram> program = std::make_shared<FakeProgram>();
};

TEST_F(Talk, AsksForTheSetupInOneLineOfJson) {
  const ServiceTalk::Told answer = told({out(answered(database("one"), "\"ready\": true, "))});

  EXPECT_EQ(answer, ServiceTalk::Told{.state = database("one")});
  EXPECT_EQ(program->heard, "{\"setup\":\"echo \\\"hi\\\"\\n\",\"names\":[\"db.test\"]}\n");
}

TEST_F(Talk, AsksForTheStateAgainAndAgain) {
  program->says = {out(answered(database("one"))), out(answered(database("two"))),
                   out(answered(database("three")))};
  ServiceTalk talk(std::make_unique<FakeProcess>(program), short_limits);

  run(talk.set_up(service));
  const ServiceTalk::Told second = run(talk.state());
  const ServiceTalk::Told third = run(talk.state());

  EXPECT_EQ(second, ServiceTalk::Told{.state = database("two")});
  EXPECT_EQ(third, ServiceTalk::Told{.state = database("three")});
  EXPECT_THAT(program->heard, testing::EndsWith("{\"state\":true}\n{\"state\":true}\n"));
}

TEST_F(Talk, TakesAnAnswerCutAnywhere) {
  std::vector<Process::Piece> letters;
  for (const char letter : answered(database("one")))
    letters.push_back(out(std::string(1, letter)));

  EXPECT_EQ(told(letters), ServiceTalk::Told{.state = database("one")});
}

TEST_F(Talk, TellsTheErrorThatTheServiceNames) {
  EXPECT_EQ(trouble({out("{\"error\": \"the setup failed: no\\nsuch table\"}\n")}),
            "the setup failed: no such table");
}

TEST_F(Talk, CallsNonsenseByItsName) {
  for (const char* line : {"ready\n", "[1]\n", "{}\n", "{\"state\": 0}\n", "{\"state\": -1}\n",
                           "{\"state\": \"12\"}\n", "{\"state\": 1.5}\n", "\n", "{\"a\":{\n"}) {
    EXPECT_THAT(trouble({out(line)}), HasSubstr("nonsense")) << line;
  }
  EXPECT_THAT(trouble({out("{\"state\": 5}\nhello")}), HasSubstr("no database"));
}

TEST_F(Talk, DoesNotReadALineWithoutEnd) {
  program->floods = true;

  EXPECT_THAT(trouble({}), HasSubstr("longer than any may be"));
}

TEST_F(Talk, DoesNotTakeAStateThatIsTooLarge) {
  EXPECT_THAT(trouble({out("{\"state\": 4097}\n")}), HasSubstr("larger than 4096 bytes"));
  EXPECT_THAT(trouble({out("{\"state\": 18446744073709551615}\n")}), HasSubstr("larger than"));
}

TEST_F(Talk, RefusesMoreThanWasAnnounced) {
  EXPECT_THAT(trouble({out(answered(database("one")) + "and more")}),
              HasSubstr("more than it was asked"));
}

TEST_F(Talk, GivesUpOneThatIsSlow) {
  program->hangs = true;

  EXPECT_THAT(trouble({out("{\"state\": 100}\nSQLite")}), HasSubstr("did not answer in 50 ms"));
}

TEST_F(Talk, TellsTheLastWordsOfOneThatDied) {
  const std::string said =
      trouble({{.stream = Process::Stream::err, .bytes = "first\nno space\x1b left\n"}});

  EXPECT_EQ(said, "its program has ended (no space\\x1b left)");
}

TEST_F(Talk, TellsOfOneThatDiedInTheMiddleOfItsAnswer) {
  EXPECT_EQ(trouble({out("{\"state\": 100}\nSQLite format 3")}), "its program has ended");
}

TEST_F(Talk, TellsOfOneThatNoLongerListens) {
  program->deaf = true;

  EXPECT_EQ(trouble({}), "its program has ended");
}

TEST_F(Talk, TellsOfASandboxThatBroke) {
  program->breaks = true;

  EXPECT_EQ(trouble({}), "the sandbox died");
}

TEST_F(Talk, AsksNoMoreAfterATrouble) {
  program->says = {out("nonsense\n"), out(answered(database("one")))};
  ServiceTalk talk(std::make_unique<FakeProcess>(program), short_limits);
  run(talk.set_up(service));
  program->heard.clear();

  const ServiceTalk::Told second = run(talk.state());

  EXPECT_THAT(second.trouble, HasSubstr("nonsense"));
  EXPECT_THAT(program->heard, IsEmpty());
}

}  // namespace
}  // namespace redcode::sandbox
