#include "models/wire/sse.h"

#include <gtest/gtest.h>

#include "base/failure.h"

namespace redcode::wire {
namespace {

std::vector<Event> decode_in_pieces(std::string_view text, std::size_t piece) {
  EventDecoder decoder;
  std::vector<Event> events;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    for (Event& event : decoder.feed(text.substr(at, piece))) events.push_back(std::move(event));
  }
  return events;
}

TEST(EventDecoder, GivesTheSameEventsHoweverTheBytesAreSplit) {
  const std::string_view text =
      "\xEF\xBB\xBF: a comment\r\nevent: note\r\ndata: one\r\ndata:two\r\n\r\n"
      "data: {\"a\": 1}\n\ndata\n\nid: 7\n\rdata: last\r\r";
  const std::vector<Event> expected = {
      {"note", "one\ntwo"}, {"message", "{\"a\": 1}"}, {"message", ""}, {"message", "last"}};

  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    EXPECT_EQ(decode_in_pieces(text, piece), expected) << "in pieces of " << piece;
  }
}

TEST(EventDecoder, KeepsAnUnfinishedEventToItself) {
  EventDecoder decoder;

  EXPECT_TRUE(decoder.feed("data: half\n").empty());
}

TEST(EventDecoder, RefusesAnEventOverTheLimitInOneLineOrMany) {
  EventDecoder one_line(16);
  EventDecoder many_lines(16);

  EXPECT_THROW(one_line.feed("data: 0123456789abcdef"), Failure);
  EXPECT_THROW(many_lines.feed("data: 0123\ndata: 4567\ndata: 89ab\ndata: cdef\n"), Failure);
}

TEST(EventDecoder, TheLimitIsPerEventNotPerStream) {
  EventDecoder decoder(16);

  std::size_t events = 0;
  for (int i = 0; i < 10; ++i) events += decoder.feed("data: 0123\n\n").size();

  EXPECT_EQ(events, 10U);
}

}  // namespace
}  // namespace redcode::wire
