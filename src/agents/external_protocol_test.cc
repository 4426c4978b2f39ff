#include "agents/external_protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::agents {
namespace {

Result<OwnWord> read(std::string_view text) { return read_own_word(parse_json(text).value()); }

TEST(OwnWords, AreReadByTheirType) {
  EXPECT_EQ(read(R"({"type":"say","text":"hello"})"), OwnWord(OwnSay{"hello"}));
  EXPECT_EQ(read(R"({"type":"run","language":"python","code":"x = 1"})"),
            OwnWord(OwnRun{"python", "x = 1"}));
  EXPECT_EQ(read(R"({"type":"ask","text":"May I?"})"), OwnWord(OwnAsk{"May I?"}));
  EXPECT_EQ(read(R"({"type":"usage","input_tokens":3,"output_tokens":4})"),
            OwnWord(record::Usage{.input_tokens = 3, .output_tokens = 4}));
  EXPECT_EQ(read(R"({"type":"done","text":"Done."})"), OwnWord(OwnDone{"Done."}));
}

TEST(OwnWords, MayBeShort) {
  EXPECT_EQ(read(R"({"type":"run","code":"ls"})"), OwnWord(OwnRun{"bash", "ls"}));
  EXPECT_EQ(read(R"({"type":"usage","input_tokens":3})"),
            OwnWord(record::Usage{.input_tokens = 3}));
  EXPECT_EQ(read(R"({"type":"done"})"), OwnWord(OwnDone{""}));
}

TEST(OwnWords, IgnoreWhatTheyDoNotKnow) {
  EXPECT_EQ(read(R"({"type":"say","text":"hello","mood":["fine"]})"), OwnWord(OwnSay{"hello"}));
}

class OffFormatWords : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(, OffFormatWords,
                         ::testing::Values("3", "[]", "{}", R"({"type":"refuse"})", R"({"type":1})",
                                           R"({"type":"say","text":1})", R"({"type":"run"})",
                                           R"({"type":"run","code":null})",
                                           R"({"type":"run","language":1,"code":"x"})",
                                           R"({"type":"done","text":["x"]})",
                                           R"({"type":"usage","input_tokens":-1})",
                                           R"({"type":"usage","input_tokens":0.5})",
                                           R"({"type":"usage","output_tokens":"9"})",
                                           R"({"type":"usage","output_tokens":1e300})",
                                           R"({"type":"usage","output_tokens":99999999999999})",
                                           R"({"type":"ended"})", R"({"type":"task","task":"x"})"));

TEST_P(OffFormatWords, AreErrors) {
  const Result<OwnWord> word = read(GetParam());

  ASSERT_FALSE(word);
  EXPECT_EQ(word.error().code, "own-word");
}

TEST(OwnWords, TellATask) {
  EXPECT_EQ(dump_json(own_task("do it", {.working_dir = "/home/dev"})),
            R"({"type":"task","protocol":"redcode/agent/1","task":"do it",)"
            R"("working_dir":"/home/dev"})");
  EXPECT_EQ(dump_json(own_task("do it", {.working_dir = "/x", .safety = "Take care."})),
            R"({"type":"task","protocol":"redcode/agent/1","task":"do it","working_dir":"/x",)"
            R"("system":"Take care."})");
}

TEST(OwnWords, TellHowCodeEnded) {
  EXPECT_EQ(dump_json(own_result({.how = sandbox::Exited{3}, .out = "a\n", .err = "b\n"}, 100)),
            R"({"type":"result","exit":3,"ending":"exited","output":"a\nb\n"})");
  EXPECT_EQ(dump_json(own_result({.how = sandbox::TimedOut{}, .out = "", .err = ""}, 100)),
            R"({"type":"result","exit":null,"ending":"timed-out","output":""})");
  EXPECT_EQ(
      dump_json(own_result({.how = sandbox::Flooded{}, .out = "\xff", .err = ""}, 100)),
      "{\"type\":\"result\",\"exit\":null,\"ending\":\"flooded\",\"output\":\"\xEF\xBF\xBD\"}");
  EXPECT_EQ(dump_json(own_not_run("why")),
            R"({"type":"result","exit":null,"ending":"not-run","output":"why"})");
}

TEST(OwnWords, TellOnlySoMuchOfWhatWasPrinted) {
  const sandbox::Ending ending{
      .how = sandbox::Exited{0}, .out = std::string(1'000'000, 'x'), .err = ""};

  EXPECT_LT(dump_json(own_result(ending, 1'000)).size(), 1'200U);
}

}  // namespace
}  // namespace redcode::agents
