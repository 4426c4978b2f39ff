#include "agents/acp.h"

#include <gtest/gtest.h>

#include <deque>

#include "base/failure.h"
#include "base/run.h"

namespace redcode::agents {
namespace {

// A program that answers by a script: what it writes for each line it reads.
class FakeProgram final : public sandbox::Process {
 public:
  std::deque<std::string> says;  // the next answer; "{id}" is the id of the request
  std::vector<std::string> read_lines;

  Task<bool> write(std::string bytes) override {
    read_lines.push_back(bytes);
    const Result<RpcMessage> message = read_rpc(bytes);
    if (message && !says.empty() && message->kind == RpcMessage::Kind::request) {
      std::string next = says.front();
      says.pop_front();
      const std::size_t at = next.find("{id}");
      if (at != std::string::npos) next.replace(at, 4, message->id.dump());
      pending_ += next;
    }
    co_return true;
  }
  void finish_writing() override {}
  Task<std::optional<Piece>> read() override {
    if (pending_.empty()) co_return std::nullopt;
    Piece piece{.bytes = pending_.substr(0, 7)};
    pending_.erase(0, 7);
    co_return piece;
  }
  Task<int> end() override { co_return 0; }

 private:
  std::string pending_;
};

constexpr const char* hello = "{\"id\":{id},\"result\":{\"protocolVersion\":1}}\n";
constexpr const char* session = "{\"id\":{id},\"result\":{\"sessionId\":\"s\"}}\n";
constexpr const char* wish =
    R"({"id":"q","method":"session/request_permission","params":{"toolCall":{"title":"rm x","rawInput":{"command":"rm x"}},"options":[{"optionId":"yes","kind":"allow_once"},{"optionId":"no","kind":"reject_once"}]}})"
    "\n";
constexpr const char* done = "{\"id\":{id},\"result\":{\"stopReason\":\"end_turn\"}}\n";

class Acp : public testing::Test {
 protected:
  Task<std::string> one_task(const PermissionPolicy& policy) {
    AcpTalk talk(program, policy, false, [this](const std::string& what, bool allowed) {
      asked.push_back(what + (allowed ? " yes" : " no"));
    });
    co_await talk.open("/home/dev");
    std::string trouble = co_await talk.prompt("do it");
    deeds = talk.deeds();
    co_return trouble;
  }

  FakeProgram program;
  std::vector<std::string> asked;
  std::size_t deeds = 0;
};

TEST_F(Acp, LeaveIsDeniedByDefaultAndTheQuestionIsTold) {
  program.says = {hello, session, std::string(wish) + done};

  run(one_task({}));

  EXPECT_EQ(asked, std::vector<std::string>{"rm x\n{\"command\":\"rm x\"} no"});
  EXPECT_NE(program.read_lines.back().find("\"optionId\":\"no\""), std::string::npos);
  EXPECT_EQ(deeds, 1U);
}

TEST_F(Acp, LeaveIsGivenWhereThePolicySaysSo) {
  program.says = {hello, session, std::string(wish) + done};

  run(one_task(PermissionPolicy::allow_all()));

  EXPECT_NE(program.read_lines.back().find("\"optionId\":\"yes\""), std::string::npos);
}

TEST_F(Acp, WithoutAnOptionToRejectTheQuestionIsCancelled) {
  program.says = {hello, session,
                  R"({"id":1,"method":"session/request_permission","params":{"options":[]}})"
                  "\n" +
                      std::string(done)};

  run(one_task({}));

  EXPECT_NE(program.read_lines.back().find("cancelled"), std::string::npos);
}

TEST_F(Acp, TheRulesSeeAllOfAQuestionAndTheTranscriptItsBeginning) {
  const auto policy = PermissionPolicy::parse(
      "- {match: /etc/, answer: deny}\n- {match: ., answer: allow}\n", "rules.yaml");
  std::string long_wish = wish;
  long_wish.replace(long_wish.find("rm x"), 4, "write " + std::string(5'000, 'x') + " /etc/x");
  program.says = {hello, session, long_wish + done};

  run(one_task(*policy));

  EXPECT_NE(program.read_lines.back().find("\"optionId\":\"no\""), std::string::npos);
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked.front().size(), 4'096 + std::string(" no").size());
}

TEST_F(Acp, LeaveThatCannotBeGivenIsNotToldAsGiven) {
  program.says = {
      hello, session,
      R"({"id":1,"method":"session/request_permission","params":{"toolCall":{"title":"rm x"},"options":[]}})"
      "\n" +
          std::string(done)};

  run(one_task(PermissionPolicy::allow_all()));

  EXPECT_EQ(asked, std::vector<std::string>{"rm x no"});
}

TEST_F(Acp, OtherRequestsAreTurnedDownAndReportsOfToolsCounted) {
  program.says = {
      hello, session,
      "{\"id\":5,\"method\":\"fs/read_text_file\",\"params\":{}}\n"
      "{\"method\":\"session/update\",\"params\":{\"update\":{\"sessionUpdate\":\"tool_call\"}}}\n"
      "not a message\n" +
          std::string(done)};

  run(one_task({}));

  EXPECT_NE(program.read_lines.back().find("-32601"), std::string::npos);
  EXPECT_EQ(deeds, 1U);
}

TEST_F(Acp, ATaskThatEndsInAnErrorSaysWhy) {
  program.says = {hello, session,
                  "{\"id\":{id},\"error\":{\"code\":1,\"message\":\"no model\"}}\n"};

  EXPECT_NE(run(one_task({})).find("no model"), std::string::npos);
}

TEST_F(Acp, AProgramThatEndsTooSoonOrGivesNoSessionIsAFailure) {
  EXPECT_THROW(run(one_task({})), Failure);

  program.says = {hello, "{\"id\":{id},\"error\":{\"message\":\"Authentication required\"}}\n"};
  EXPECT_THROW(run(one_task({})), Failure);

  program.says = {hello, session};
  EXPECT_THROW(run(one_task({})), Failure);
}

TEST_F(Acp, WhoNeverSpeaksTheProtocolIsGivenUp) {
  std::string babble;
  for (int i = 0; i < 2'000; ++i) babble += "warning: nothing\n";
  program.says = {babble + hello};

  EXPECT_THROW(run(one_task({})), Failure);
}

}  // namespace
}  // namespace redcode::agents
