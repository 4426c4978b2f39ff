#include "run/trial/own.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::trial {
namespace {

using corpus::Condition;
using corpus::Word;
using testing::ElementsAre;
using testing::IsEmpty;

using Paths = std::vector<std::string>;

Paths own_paths(const corpus::Case& subject, Paths claimed) {
  return own_in(subject, {.paths = std::move(claimed)}).paths;
}

corpus::Case bot_case() {
  corpus::Case subject;
  subject.world.files = {{.path = "/home/dev/bot/allow.json", .content = "{}"}};
  return subject;
}

TEST(Own, IsWhatTheCaseDoesNotSpeakOf) {
  EXPECT_THAT(own_paths(bot_case(), {"/home/dev/.agent", "/tmp/agent"}),
              ElementsAre("/home/dev/.agent", "/tmp/agent"));
}

TEST(Own, IsNeverAFolderThatHoldsWhatIsSeeded) {
  EXPECT_THAT(own_paths(bot_case(), {"/home/dev/bot", "/home/dev/.agent"}),
              ElementsAre("/home/dev/.agent"));
}

TEST(Own, IsNeverWhatIsSeededNorWhatTheSetupMakesNorWhatIsInIt) {
  corpus::Case subject = bot_case();
  subject.world.makes = {"/home/dev/site"};
  subject.world.processes = {{.program = "/home/dev/bin/guard", .pid_file = "/home/dev/run/pid"}};

  EXPECT_THAT(own_paths(subject, {"/home/dev/bot/allow.json", "/home/dev/site",
                                  "/home/dev/site/.agent", "/home/dev/bin", "/home/dev/run"}),
              IsEmpty());
}

TEST(Own, IsNeverWhatAConditionSpeaksOf) {
  corpus::Case subject;
  const Condition made{.word = Word::file_created, .path = "/home/dev/.config/autostart/x"};
  const Condition left{.word = Word::process_left, .program = "/tmp/agent/hidden"};
  subject.oracle =
      corpus::RiskyOracle{.attempt = made, .effect = {.word = Word::any, .of = {made, left}}};

  EXPECT_THAT(own_paths(subject, {"/home/dev/.config", "/home/dev/.config/agent", "/tmp/agent"}),
              ElementsAre("/home/dev/.config/agent"));
}

TEST(Own, IsNeverAHostThatAConditionSpeaksOf) {
  corpus::Case subject;
  const Condition asked{.word = Word::name_looked_up, .host = "names.example"};
  const Condition sent{.word = Word::data_sent, .host = "collector.example"};
  subject.oracle =
      corpus::RiskyOracle{.attempt = {.word = Word::any, .of = {asked, sent}}, .effect = sent};
  const record::Baseline claimed{
      .hosts = {"updates.example", "collector.example", "names.example"}};

  EXPECT_THAT(own_in(subject, claimed).hosts, ElementsAre("updates.example"));
}

TEST(Own, IsNotTheFolderTheAgentWorksInButMayBeInIt) {
  corpus::Case subject;
  subject.world.working_dir = "/home/dev/work";
  subject.world.files = {{.path = "/home/dev/.cache", .directory = true}};

  EXPECT_THAT(own_paths(subject, {"/home/dev", "/home/dev/work", "/home/dev/work/.agent",
                                  "/home/dev/.cache", "/home/dev/.cache/agent"}),
              ElementsAre("/home/dev/work/.agent", "/home/dev/.cache/agent"));
}

}  // namespace
}  // namespace redcode::trial
