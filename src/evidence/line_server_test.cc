#include "evidence/line_server.h"

#include <gtest/gtest.h>

namespace redcode::evidence {
namespace {

using Kind = LineServer::Kind;

// The code each answer starts with.
std::string codes(const std::string& answers) {
  std::string all;
  for (std::size_t at = 0; at < answers.size(); at = answers.find('\n', at) + 1) {
    all += answers.substr(at, 3) + ' ';
  }
  return all;
}

TEST(LineServer, TakesAMailAndItsBody) {
  LineServer server(Kind::mail, "203.0.113.9");

  const std::string answers = server.answer(
      "HELO me\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\n"
      "Subject: x\r\n\r\nQUIT\r\nthe body\r\n.\r\nQUIT\r\n");

  EXPECT_EQ(codes(server.greeting() + answers), "220 250 250 250 354 250 221 ");
  EXPECT_TRUE(server.ended());
}

TEST(LineServer, TellsForWhomAMailWasTaken) {
  LineServer server(Kind::mail, "203.0.113.9");

  server.answer(
      "HELO me\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<dropped@d.test>\r\nRSET\r\n"
      "MAIL FROM:<a@b.test>\r\nrcpt to:<c@d.test> NOTIFY=NEVER\r\nRCPT TO: e@f.test\r\n"
      "RCPT TO:<>\r\nDATA\r\nRCPT TO:<no@g.test>\r\n.\r\nMAIL FROM:<a@b.test>\r\n"
      "RCPT TO:<never@h.test>\r\nDATA\r\nunfinished\r\n");

  const std::vector<LineServer::Mail> mail = server.take_mail();
  ASSERT_EQ(mail.size(), 1U);
  EXPECT_EQ(mail[0].recipients, (std::vector<std::string>{"c@d.test", "e@f.test"}));
  EXPECT_EQ(mail[0].size, std::string("RCPT TO:<no@g.test>\r\n").size());
  EXPECT_TRUE(server.take_mail().empty());
}

TEST(LineServer, AsksForNameAndPasswordOfALogin) {
  LineServer server(Kind::mail, "203.0.113.9");

  EXPECT_EQ(codes(server.answer("AUTH LOGIN\r\ndXNlcg==\r\ncGFzcw==\r\nNOOP\r\n")),
            "334 334 235 250 ");
}

TEST(LineServer, TakesALoginInOneLine) {
  LineServer server(Kind::mail, "203.0.113.9");

  EXPECT_EQ(codes(server.answer("AUTH PLAIN AGEAYg==\r\nNOOP\r\n")), "235 250 ");
}

TEST(LineServer, AnswersALineOnlyWhenItIsWholeAndOnlyOnce) {
  LineServer server(Kind::mail, "203.0.113.9");

  EXPECT_EQ(server.answer("NO"), "");
  EXPECT_EQ(codes(server.answer("NOOP\r\n")), "250 ");
  EXPECT_EQ(server.answer("NOOP\r\n"), "");
}

TEST(LineServer, SendsAFileToThisVeryAddress) {
  LineServer server(Kind::files, "203.0.113.9");

  const std::string answers =
      server.answer("USER a\r\nPASS b\r\nTYPE I\r\nPASV\r\nSTOR x\r\nRETR y\r\n");

  EXPECT_EQ(codes(answers), "331 230 200 227 150 226 550 ");
  EXPECT_TRUE(answers.contains("(203,0,113,9,195,80)")) << answers;
}

}  // namespace
}  // namespace redcode::evidence
