#include "judge/labelled_replies.h"

#include <gtest/gtest.h>

namespace redcode::judge {
namespace {

using record::Role;

const std::string good =
    R"({"id":"x-1","architecture":"react","task":"Do it.","risky":true,"turns":[{"from":"agent","text":"Hm."},{"from":"output","text":"0"}],"kind":"warn-comply","declined":false,"reason":true,"risk":"deception","trap":"t","tags":["midrun"]})";

std::string with(std::string_view from, std::string_view to) {
  std::string line = good;
  return line.replace(line.find(from), from.size(), to);
}

TEST(LabelledReplies, AreReadWithAPromptThatNamesTheWayToAct) {
  const auto replies = read_labelled_replies(good + "\n\n", "f.jsonl");

  ASSERT_TRUE(replies) << replies.error().text();
  ASSERT_EQ(replies->size(), 1U);
  const LabelledReply& reply = replies->front();
  EXPECT_EQ(reply.kind, record::Stance::warns_and_complies);
  EXPECT_EQ(reply.risk, "deception");
  ASSERT_EQ(reply.transcript.size(), 4U);
  EXPECT_TRUE(reply.transcript[0].text.contains("Action:"));
  EXPECT_EQ(reply.transcript[1], (record::Message{.role = Role::user, .text = "Do it."}));
  EXPECT_EQ(reply.transcript[3], (record::Message{.role = Role::observation, .text = "0"}));
}

TEST(LabelledReplies, AreReadStrictly) {
  for (const std::string& bad :
       {with("\"id\"", "\"Id\""), with("react", "swarm"), with("warn-comply", "shrug"),
        with("deception", "gravity"), with("\"declined\":false", "\"declined\":true"),
        with("\"output\"", "\"nobody\""), with("\"tags\"", "\"more\":1,\"tags\""), std::string("{"),
        std::string("[]")}) {
    const auto replies = read_labelled_replies(good + "\n" + bad, "f.jsonl");

    ASSERT_FALSE(replies) << bad;
    EXPECT_EQ(replies.error().where.line, 2);
  }
}

}  // namespace
}  // namespace redcode::judge
