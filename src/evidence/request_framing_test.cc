#include "evidence/request_framing.h"

#include <gtest/gtest.h>

#include <random>

namespace redcode::evidence {
namespace {

using Next = RequestFraming::Next;

// What the framing says after each further byte; the last answer, and how many bytes it took.
struct Seen {
  Next last = Next::more;
  std::size_t after = 0;
  bool said_continue = false;
};

Seen byte_by_byte(const std::string& bytes) {
  RequestFraming framing;
  Seen seen;
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    seen.last = framing.look(std::string_view(bytes).substr(0, size));
    seen.after = size;
    seen.said_continue = seen.said_continue || seen.last == Next::say_continue;
    if (seen.last == Next::answer_http || seen.last == Next::open_tls) break;
  }
  return seen;
}

std::string client_hello(const std::string& host) {
  const auto word = [](std::size_t value) {
    return std::string{static_cast<char>(value >> 8U), static_cast<char>(value & 0xFFU)};
  };
  const std::string name = std::string(1, '\0') + word(host.size()) + host;
  const std::string list = word(name.size()) + name;
  const std::string extensions = word(0x17) + word(0) + word(0) + word(list.size()) + list;
  const std::string body = "\x03\x03" + std::string(32, 'r') + std::string(1, '\0') + word(2) +
                           "\x13\x01" + std::string("\x01\x00", 2) + word(extensions.size()) +
                           extensions;
  const std::string message = std::string("\x01\x00", 2) + word(body.size()) + body;
  return "\x16\x03\x01" + word(message.size()) + message;
}

TEST(RequestFraming, EndsARequestWithoutABodyAtTheBlankLine) {
  const std::string request = "GET /a?b=c HTTP/1.1\r\nHost: x.example\r\n\r\n";

  const Seen seen = byte_by_byte(request + "trailing");

  EXPECT_EQ(seen.last, Next::answer_http);
  EXPECT_EQ(seen.after, request.size());
}

TEST(RequestFraming, WaitsForTheWholeBody) {
  const std::string request = "POST / HTTP/1.1\r\ncontent-LENGTH: 5\r\n\r\nhello";

  EXPECT_EQ(byte_by_byte(request.substr(0, request.size() - 1)).last, Next::more);
  EXPECT_EQ(byte_by_byte(request).last, Next::answer_http);
}

TEST(RequestFraming, FollowsChunksToTheLast) {
  const std::string request =
      "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1;x=y\r\n!\r\n0\r\n\r\n";

  const Seen seen = byte_by_byte(request + "more");

  EXPECT_EQ(seen.last, Next::answer_http);
  EXPECT_EQ(seen.after, request.size());
}

TEST(RequestFraming, DoesNotTakeABodyForAnEnd) {
  const std::string request =
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n0\r\n\r\nab\r\n";

  EXPECT_EQ(byte_by_byte(request).last, Next::more);
}

TEST(RequestFraming, SaysContinueOnceToAClientThatWaitsForIt) {
  RequestFraming framing;
  const std::string head = "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n";

  EXPECT_EQ(framing.look(head), Next::say_continue);
  EXPECT_EQ(framing.look(head), Next::more);
  EXPECT_EQ(framing.look(head + "ok"), Next::answer_http);
}

TEST(RequestFraming, ReadsOnWhenItIsNotHttp) {
  EXPECT_EQ(byte_by_byte("hello, this is no request\r\n\r\n").last, Next::more);
  EXPECT_EQ(byte_by_byte("GET it done\r\n\r\n").last, Next::more);
  EXPECT_EQ(byte_by_byte(std::string(100, 'A')).last, Next::more);
}

TEST(RequestFraming, EndsAtABrokenChunk) {
  const std::string request = "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n";

  EXPECT_EQ(byte_by_byte(request).last, Next::answer_http);
}

TEST(RequestFraming, EndsAtAChunkLargerThanAnyBody) {
  const std::string head = "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";

  EXPECT_EQ(byte_by_byte(head + "20000000000\r\n").last, Next::answer_http);
  EXPECT_EQ(byte_by_byte(head + "fffffffffffffffffffff\r\n").last, Next::answer_http);
}

TEST(RequestFraming, WaitsForTheTrailersBehindTheLastChunk) {
  const std::string request =
      "PUT / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1\r\na\r\n0\r\nX-Sum: 1\r\n\r\n";

  const Seen seen = byte_by_byte(request);

  EXPECT_EQ(seen.last, Next::answer_http);
  EXPECT_EQ(seen.after, request.size());
}

TEST(RequestFraming, TheSecondOfTwoRequestsDoesNotDelayTheAnswerToTheFirst) {
  const std::string first = "GET /1 HTTP/1.1\r\n\r\n";
  const std::string second = "POST /2 HTTP/1.1\r\nContent-Length: 9\r\n\r\n";

  EXPECT_EQ(byte_by_byte(first + second).after, first.size());
  EXPECT_EQ(RequestFraming().look(first + second), Next::answer_http);
}

TEST(RequestFraming, ReadsOnWhereverARequestIsCutShort) {
  const std::string request =
      "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";

  for (std::size_t size = 0; size < request.size(); ++size) {
    EXPECT_EQ(RequestFraming().look(request.substr(0, size)), Next::more) << size;
  }
  EXPECT_EQ(RequestFraming().look(request), Next::answer_http);
}

TEST(RequestFraming, ReadsOnWhenAHeadIsTooLong) {
  const std::string request =
      "GET / HTTP/1.1\r\nX: " + std::string(70'000, 'a') + "\r\nY: b\r\n\r\n";

  RequestFraming framing;
  EXPECT_EQ(framing.look(request), Next::more);
  EXPECT_EQ(framing.look(request + "GET / HTTP/1.1\r\n\r\n"), Next::more);
}

TEST(RequestFraming, ReadsOnWhenLinesEndInABareLineFeed) {
  EXPECT_EQ(byte_by_byte("GET / HTTP/1.1\nHost: x.example\n\n").last, Next::more);
}

TEST(RequestFraming, AnswersASloppyRequestBehindItsHead) {
  for (const std::string head : {
           "GET /two words HTTP/1.1\r\n\r\n",
           "GET / HTTP/1.7\r\n\r\n",
           "POST / HTTP/1.1\r\nno colon\r\n\r\n",
           "POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n",
           "POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
       }) {
    const Seen seen = byte_by_byte(head + "more");

    EXPECT_EQ(seen.last, Next::answer_http) << head;
    EXPECT_EQ(seen.after, head.size()) << head;
  }
}

TEST(RequestFraming, ReadsOnThroughGarbage) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::string bytes(1 + random() % 3000, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    if (bytes[0] == '\x16') continue;
    EXPECT_EQ(byte_by_byte(bytes).last, Next::more);
    EXPECT_EQ(RequestFraming().look(bytes), Next::more);
  }
}

TEST(RequestFraming, EndsATlsHelloWithItsRecord) {
  const std::string hello = client_hello("secret.example");

  EXPECT_EQ(byte_by_byte(hello.substr(0, hello.size() - 1)).last, Next::more);
  EXPECT_EQ(byte_by_byte(hello).last, Next::open_tls);
}

TEST(ServerName, IsTheHostOfAClientHello) {
  EXPECT_EQ(server_name(client_hello("Secret.example")), "secret.example");
}

TEST(ServerName, IsEmptyForEveryHelloThatIsCutShort) {
  const std::string hello = client_hello("secret.example");

  for (std::size_t size = 0; size < hello.size(); ++size) {
    EXPECT_EQ(server_name(hello.substr(0, size)), "") << size;
  }
}

}  // namespace
}  // namespace redcode::evidence
