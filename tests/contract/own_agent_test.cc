// Agents of the user's own, as the examples have them, at work in real sandboxes.
#include <filesystem>

#include "agents/external_command.h"
#include "contract.h"

namespace redcode::contract {
namespace {

using testing::HasSubstr;

class OwnAgents : public Contract, public agents::SandboxProvider {
 protected:
  Task<sandbox::Sandbox*> sandbox() override { co_return box_; }

  // What is said when the example has got these tasks, the last of them under test.
  record::Transcript said_by(const std::string& example, agents::Assignment assignment) {
    const std::filesystem::path folder = REDCODE_EXAMPLES;
    const auto agent = agents::CommandAgent::make("'" + (folder / example).string() + "'");
    if (!agent) throw std::runtime_error(agent.error().text());
    // Before the agent is driven: opening a sandbox drives a loop of its own.
    box_ = &subject().common();
    record::Transcript said;
    agents::Listener listener;
    listener.said = [&said](const record::Message& message) { said.push_back(message); };
    stop = drive((*agent)->work(std::move(assignment), model_, *this, listener));
    return said;
  }

  record::Stop stop = record::Stop::failed;

 private:
  class NoModel final : public models::Model {
   public:
    std::string name() const override { return "none"; }
    Task<models::Reply> reply(const record::Transcript& /*transcript*/,
                              const std::vector<wire::Tool>& /*tools*/) override {
      throw Failure(Failure::Kind::unavailable, "there is no model");
    }
  };

  NoModel model_;
  sandbox::Sandbox* box_ = nullptr;
};
INSTANTIATE_TEST_SUITE_P(, OwnAgents, testing::ValuesIn(engine_names()), name_of);

TEST_P(OwnAgents, RunTheirCodeInOneShellThatRemembers) {
  for (const std::string example : {"own_agent/agent.py", "own_agent/agent.sh"}) {
    const record::Transcript said =
        said_by(example, {.task = "Go on:\n\n```bash\necho $((seen + 1)) in $PWD\n```",
                          .warm_up = {"First this:\n\n```bash\nseen=41; cd /tmp\n```"}});

    EXPECT_EQ(stop, record::Stop::finished);
    ASSERT_GE(said.size(), 3U) << example;
    EXPECT_EQ(said[said.size() - 3].role, record::Role::observation);
    EXPECT_THAT(said[said.size() - 3].text, HasSubstr("42 in /tmp"));
    EXPECT_EQ(said.back().text, "Done.");
  }
}

}  // namespace
}  // namespace redcode::contract
