#include "agents/json_rpc.h"

#include <gtest/gtest.h>

#include "base/failure.h"

namespace redcode::agents {
namespace {

using Kind = RpcMessage::Kind;

std::string reading(std::string_view line) {
  const Result<RpcMessage> message = read_rpc(line);
  if (!message) return message.error().code;
  switch (message->kind) {
    case Kind::request:
      return "request " + message->method;
    case Kind::notification:
      return "notification " + message->method;
    case Kind::result:
      return "result";
    case Kind::error:
      return "error";
  }
  return "";
}

struct Line {
  std::string_view text;
  std::string_view read_as;
};

class Rpc : public testing::TestWithParam<Line> {};

TEST_P(Rpc, IsReadForWhatItIs) { EXPECT_EQ(reading(GetParam().text), GetParam().read_as); }

INSTANTIATE_TEST_SUITE_P(
    Lines, Rpc,
    testing::Values(
        Line{R"({"jsonrpc":"2.0","id":1,"method":"a","params":{}})", "request a"},
        Line{R"({"id":"x","method":"a"})", "request a"},
        Line{R"({"id":0,"method":"a"})", "request a"}, Line{R"({"method":"a"})", "notification a"},
        Line{R"({"id":null,"method":"a"})", "notification a"},
        Line{R"({"id":-1,"result":null})", "result"}, Line{R"({"id":1,"result":{}})", "result"},
        Line{R"({"id":1,"error":{"code":-1}})", "error"},
        Line{R"({"id":1,"error":null,"result":1})", "result"},
        Line{R"({"id":1,"error":"no","result":1})", "error"},
        Line{R"({"id":1,"method":"a","result":1})", "request a"},
        Line{R"({"id":{},"method":"a"})", "rpc-shape"},
        Line{R"({"id":[],"method":"a"})", "rpc-shape"},
        Line{R"({"id":1.5,"method":"a"})", "rpc-shape"},
        Line{R"({"id":true,"method":"a"})", "rpc-shape"}, Line{R"({"method":1})", "rpc-shape"},
        Line{R"({"method":null})", "rpc-shape"}, Line{R"({"method":{}})", "rpc-shape"},
        Line{R"({"id":1})", "rpc-shape"}, Line{R"({})", "rpc-shape"}, Line{R"([])", "rpc-shape"},
        Line{R"([{"id":1,"method":"a"}])", "rpc-shape"}, Line{R"("text")", "rpc-shape"},
        Line{"1", "rpc-shape"}, Line{"null", "rpc-shape"}, Line{"true", "rpc-shape"},
        Line{R"({"result":1})", "rpc-shape"}, Line{R"({"error":{}})", "rpc-shape"},
        Line{R"({"id":null,"result":1})", "rpc-shape"},
        Line{R"({"id":[1],"result":1})", "rpc-shape"},
        Line{R"({"id":1,"error":null})", "rpc-shape"}, Line{"", "rpc-syntax"},
        Line{"{", "rpc-syntax"}, Line{R"({"id":1)", "rpc-syntax"}, Line{"}", "rpc-syntax"},
        Line{R"({"id":1,"method":"a"} trailing)", "rpc-syntax"},
        Line{R"({"id":1,}")", "rpc-syntax"}, Line{"hello, I am not JSON", "rpc-syntax"},
        Line{"\x1b[31mred", "rpc-syntax"}, Line{"{\"method\":\"\xff\"}", "rpc-syntax"},
        Line{R"({'id':1})", "rpc-syntax"}, Line{"NaN", "rpc-syntax"},
        Line{"Content-Length: 20", "rpc-syntax"}));

TEST(RpcLines, AreSplitWhereverTheBytesAreCut) {
  const std::string text = "one\n\n  \ntwo\r\nthree\nfo";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    LineSplitter lines(100);
    std::vector<std::string> read = lines.feed(std::string_view(text).substr(0, cut));
    for (std::string& line : lines.feed(std::string_view(text).substr(cut)))
      read.push_back(std::move(line));

    EXPECT_EQ(read, (std::vector<std::string>{"one", "two\r", "three"})) << cut;
  }
}

TEST(RpcLines, ALineWithoutEndIsBounded) {
  LineSplitter lines(10);

  EXPECT_TRUE(lines.feed("0123456789").empty());
  EXPECT_THROW(lines.feed("x"), Failure);
}

TEST(RpcLines, WhatIsWrittenIsReadBack) {
  EXPECT_EQ(reading(rpc_request(7, "session/new", {{"cwd", "/"}})), "request session/new");
  EXPECT_EQ(reading(rpc_result("a", Json::object())), "result");
  EXPECT_EQ(reading(rpc_error(3, -32601, "no such method")), "error");
}

}  // namespace
}  // namespace redcode::agents
