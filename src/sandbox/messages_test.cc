#include "sandbox/messages.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/failure.h"

namespace redcode::sandbox {
namespace {

std::vector<Message> all_of(MessageReader& reader) {
  std::vector<Message> messages;
  while (std::optional<Message> message = reader.next()) messages.push_back(*std::move(message));
  return messages;
}

TEST(Messages, ComeOutAsTheyWentIn) {
  const std::string binary("\0\n{\"\xff", 5);
  const std::string stream =
      encode({.head = {{"ask", "a"}}, .payload = binary}) + encode({.head = {{"ask", "b"}}});
  MessageReader reader;
  reader.feed(stream);

  const std::vector<Message> messages = all_of(reader);

  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(messages[0].head.at("ask"), "a");
  EXPECT_EQ(messages[0].payload, binary);
  EXPECT_EQ(messages[1].head.at("ask"), "b");
  EXPECT_EQ(messages[1].payload, "");
}

TEST(Messages, MayBeCutAnywhere) {
  const std::string stream =
      encode({.head = {{"ask", "a"}}, .payload = "12\n345"}) + encode({.head = {{"ask", "b"}}});
  MessageReader reader;
  std::vector<Message> messages;

  for (const char byte : stream) {
    reader.feed(std::string_view(&byte, 1));
    for (Message& message : all_of(reader)) messages.push_back(std::move(message));
  }

  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(messages[0].payload, "12\n345");
  EXPECT_EQ(messages[1].head.at("ask"), "b");
}

TEST(Messages, RefuseWhatIsNone) {
  for (const std::string bad : {"no json\n", "[1]\n", "{\"bytes\":99999999999}\n"}) {
    MessageReader reader;
    reader.feed(bad);
    EXPECT_THROW(reader.next(), Failure) << bad;
  }
}

TEST(Messages, RefuseALineWithoutAnEnd) {
  MessageReader reader;
  const std::string piece(MessageReader::longest_head, ' ');

  reader.feed(piece);
  EXPECT_FALSE(reader.next());
  reader.feed(" ");

  EXPECT_THROW(reader.next(), Failure);
}

}  // namespace
}  // namespace redcode::sandbox
