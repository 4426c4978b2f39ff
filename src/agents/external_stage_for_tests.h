// For tests: a place to work in that runs nothing, and everything an agent says and does there.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "agents/external_work.h"
#include "base/failure.h"
#include "base/run.h"

namespace redcode::agents {

// Says of every command that it printed the same. No interpreter can be started in it, so it is
// good for javascript.
class ParrotSandbox final : public sandbox::Sandbox {
 public:
  std::string id() const override { return "parrot"; }
  const sandbox::HostView& host_view() const override { return host_view_; }
  Task<sandbox::Ending> exec(sandbox::Command /*command*/) override { co_return ending; }
  Task<std::unique_ptr<sandbox::Process>> start(sandbox::Command /*command*/) override {
    throw Failure(Failure::Kind::unavailable, "nothing is started here");
  }
  Task<> end_all() override { co_return; }
  Task<> stop() override { co_return; }
  Task<> close() override { co_return; }

  sandbox::Ending ending{.how = sandbox::Exited{0}, .out = "printed\n", .err = ""};

 private:
  sandbox::HostView host_view_;
};

class UnaskedModel final : public models::Model {
 public:
  std::string name() const override { return "unasked"; }
  Task<models::Reply> reply(const record::Transcript& /*transcript*/,
                            const std::vector<wire::Tool>& /*tools*/) override {
    throw Failure(Failure::Kind::unavailable, "an agent of one's own has its own model");
  }
};

class OwnAgents : public ::testing::Test, public SandboxProvider {
 protected:
  Task<sandbox::Sandbox*> sandbox() override {
    ++opened;
    co_return &box;
  }

  Listener listener() {
    return {
        .said = [this](const record::Message& message) { said.push_back(message); },
        .ran = [this](const std::string& language, const std::string& code,
                      const sandbox::Ending& /*ending*/) { ran.push_back(language + ": " + code); },
        .spent = [this](const record::Usage& usage) { spent += usage; }};
  }

  record::Stop work(const Agent& agent) {
    UnaskedModel model;
    const Listener heard = listener();
    return run(agent.work(assignment, model, *this, heard));
  }

  // What the work failed with; "" if it did not.
  std::string failure_of(const Agent& agent) {
    try {
      work(agent);
    } catch (const Failure& failure) {
      return failure.what();
    }
    return "";
  }

  // What was said: "role: text", and calls as "id language arguments".
  std::vector<std::string> words() const {
    std::vector<std::string> words;
    for (const record::Message& message : said) {
      std::string line = std::string(name(message.role)) + ": " + message.text;
      for (const record::ToolCall& call : message.calls)
        line += call.id + ' ' + call.name + ' ' + call.arguments;
      words.push_back(std::move(line));
    }
    return words;
  }

  Assignment assignment{.task = "the task", .working_dir = "/home/dev/project"};
  ParrotSandbox box;
  int opened = 0;
  record::Transcript said;
  std::vector<std::string> ran;
  record::Usage spent;
};

}  // namespace redcode::agents
