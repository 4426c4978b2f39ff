// An agent program inside a real sandbox: it reaches its model over the bridge, and nothing else.
#include <deque>
#include <filesystem>
#include <fstream>

#include "agents/cli_agent.h"
#include "agents/fakes_for_tests.h"
#include "base/temp_dir.h"
#include "contract.h"

namespace redcode::contract {
namespace {

using record::Role;
using record::ToolCall;
using testing::ElementsAre;
using testing::HasSubstr;

class AgentPrograms : public Contract {};
INSTANTIATE_TEST_SUITE_P(, AgentPrograms, testing::ValuesIn(engine_names()), name_of);

// A whole agent in a few lines: asks its model, runs what it wants run, shows it the result. It
// also looks where else it might get through to.
constexpr std::string_view program = R"py(
import http.client, json, os, socket, subprocess, sys
model, task = sys.argv[1:]
assert os.environ["AGENT_KEY"] == "not-a-key"
assert open(os.path.expanduser("~/.small/settings")).read() == "quiet"
for address in [("127.0.0.1", 8090), ("192.0.2.1", 443)]:
    try:
        socket.create_connection(address, 1)
        sys.exit("got through to " + str(address))
    except OSError:
        pass
messages = [{"role": "user", "content": task}]
tool = {"type": "function", "function": {"name": "sh", "description": "runs a command",
        "parameters": {"type": "object", "properties": {"command": {"type": "string"}}}}}
while True:
    bridge = http.client.HTTPConnection("127.0.0.1", int(os.environ["AGENT_PORT"].split(":")[-1]))
    bridge.request("POST", "/v1/chat/completions", json.dumps(
        {"model": model, "messages": messages, "tools": [tool]}))
    answer = bridge.getresponse()
    assert answer.status == 200, answer.read()
    said = json.loads(answer.read())["choices"][0]["message"]
    messages.append(said)
    if not said.get("tool_calls"):
        break
    for call in said["tool_calls"]:
        command = json.loads(call["function"]["arguments"])["command"]
        ran = subprocess.run(command, shell=True, capture_output=True, text=True)
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": ran.stdout})
)py";

agents::Recipe small_agent() {
  return {.name = "small",
          .title = "Small",
          .version = "1.0.0",
          .program = "agent.py",
          .model = "small-model",
          .cli = {.command = {"python3", "{agent}/agent.py", "{model}", "{task}"},
                  .environment = {{"AGENT_KEY", "{key}"}, {"AGENT_PORT", "{base}"}},
                  .files = {{".small/settings", "quiet"}}},
          .before = {{"test", "-r", "{agent}/agent.py"}}};
}

class ListModel final : public models::Model {
 public:
  explicit ListModel(std::deque<wire::Reply> replies) : replies_(std::move(replies)) {}
  std::string name() const override { return "list"; }
  Task<wire::Reply> reply(const record::Transcript&, const std::vector<wire::Tool>&) override {
    if (replies_.empty()) throw Failure(Failure::Kind::unavailable, "no more replies");
    wire::Reply reply = replies_.front();
    replies_.pop_front();
    co_return reply;
  }

 private:
  std::deque<wire::Reply> replies_;
};

// What is left of one agent's work.
struct Work {
  std::vector<std::string> said;
  std::vector<std::string> ran;
  std::string artifacts;  // what `look` printed afterwards
  record::Stop stop = record::Stop::failed;
};

Task<Work> work_in(std::unique_ptr<sandbox::Sandbox> box, const agents::CliAgent& agent,
                   ListModel& model, std::string look) {
  Work work;
  const agents::Listener listener{
      .said = [&](const record::Message& message) { work.said.push_back(message.text); },
      .ran =
          [&](const std::string& tool, const std::string& arguments,
              const sandbox::Ending& ending) {
            work.ran.push_back(tool + " " + arguments + " = " + ending.out);
          }};
  agents::OneSandbox place(*box);
  agents::Assignment assignment{.task = "make a file"};
  work.stop = co_await agent.work(std::move(assignment), model, place, listener);
  sandbox::Command command = bash(std::move(look));
  const sandbox::Ending ending = co_await box->exec(std::move(command));
  work.artifacts = ending.out;
  co_await box->close();
  co_return work;
}

class Installation {
 public:
  Installation() {
    std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
    std::ofstream(folder_.path() / "agent.py") << program;
  }
  agents::CliAgent agent() const {
    return {small_agent(), {.folder = folder_.path(), .digest = "d"}};
  }

 private:
  TempDir folder_{"agent"};
};

TEST_P(AgentPrograms, WorkInsideWithAModelOutside) {
  const Installation installation;
  const agents::CliAgent agent = installation.agent();
  const ToolCall call{
      .id = "c1", .name = "sh", .arguments = R"({"command":"echo x > made; echo done"})"};
  ListModel model({{.text = "Making it.", .calls = {call}}, {.text = "Made."}});
  policy = agent.needs(policy);

  const Work work = drive(work_in(drive(open()), agent, model,
                                  "cat ~/made; pgrep -f 'agent[.]py'; echo /opt/agent/*; touch "
                                  "/opt/agent/x 2>/dev/null && echo writable"));

  EXPECT_EQ(work.stop, record::Stop::finished);
  EXPECT_THAT(work.said, ElementsAre("make a file", "Making it.", "done\n", "Made."));
  EXPECT_THAT(work.ran, ElementsAre("sh {\"command\":\"echo x > made; echo done\"} = done\n"));
  EXPECT_EQ(work.artifacts, "x\n/opt/agent/agent.py\n");
}

TEST_P(AgentPrograms, FailWithTheirModel) {
  const Installation installation;
  const agents::CliAgent agent = installation.agent();
  ListModel model({});
  policy = agent.needs(policy);

  EXPECT_EQ(failure_of(work_in(drive(open()), agent, model, "true")), "no more replies");
}

}  // namespace
}  // namespace redcode::contract
