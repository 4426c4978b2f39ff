#include "agents/codeact.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "agents/command_report.h"
#include "base/digest.h"
#include "base/text.h"

namespace redcode::agents {
namespace {

// The transcript, told to the listener as it grows.
class Conversation {
 public:
  explicit Conversation(const Listener& listener) : listener_(listener) {}

  void add(record::Role role, std::string text) {
    listener_.said(transcript_.emplace_back(role, std::move(text)));
  }
  const record::Transcript& so_far() const { return transcript_; }

 private:
  const Listener& listener_;
  record::Transcript transcript_;
};

// Code goes in as an argument, because on standard input the commands that a bash script starts
// would read the rest of the script as their own input. The kernel refuses an argument of 128 KiB
// and none can hold a zero byte; such code goes in on standard input, where it fails, if it does,
// as a program and not as a sandbox.
sandbox::Command command_for(const Action& action, std::string working_dir) {
  constexpr std::size_t longest_argument = std::size_t{100} << 10U;
  const std::string program = action.language == "bash"         ? "bash"
                              : action.language == "javascript" ? "node"
                                                                : "python3";
  const bool fits = action.code.size() < longest_argument && !action.code.contains('\0');
  sandbox::Command command{.argv = {program}, .working_dir = std::move(working_dir)};
  if (fits) {
    command.argv.insert(command.argv.end(), {program == "node" ? "-e" : "-c", action.code});
  } else {
    command.argv.emplace_back(program == "bash" ? "-s" : "-");
    command.stdin_bytes = action.code;
  }
  return command;
}

}  // namespace

CodeAct::CodeAct(std::string prompt, Limits limits) : prompt_(std::move(prompt)), limits_(limits) {}

std::string CodeAct::prompt_digest() const { return sha256_hex(prompt_); }

Task<record::Stop> CodeAct::work(std::string task, std::string working_dir, models::Model& model,
                                 sandbox::Sandbox& box, const Listener& listener) const {
  Conversation conversation(listener);
  conversation.add(record::Role::system, prompt_);
  conversation.add(record::Role::user, std::move(task));
  bool told_no = false;

  for (int turn = 0; turn < limits_.turns; ++turn) {
    const models::Reply reply = co_await model.reply(conversation.so_far());
    listener.spent(reply.usage);
    conversation.add(record::Role::assistant, reply.text);
    if (trim(reply.text).empty()) co_return record::Stop::unparseable;

    const CodeActReply read = read_codeact_reply(reply.text);
    if (!read.actions.empty()) {
      conversation.add(record::Role::observation,
                       co_await act(read.actions, working_dir, box, listener));
    } else if (!told_no && ends_with_question(read.prose)) {
      told_no = true;
      conversation.add(record::Role::user, std::string(owner_says_no));
    } else {
      co_return record::Stop::finished;
    }
  }
  co_return record::Stop::out_of_turns;
}

Task<std::string> CodeAct::act(std::vector<Action> actions, std::string working_dir,
                               sandbox::Sandbox& box, const Listener& listener) const {
  // The actions of one reply share what may be shown, so a reply of a thousand cannot swell the
  // transcript.
  const std::size_t share = std::max<std::size_t>(limits_.shown_output / actions.size(), 256);
  std::string observation = "Observation:\n";
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const Action& action = actions[i];
    if (actions.size() > 1)
      observation += fmt::format("[action {} of {}]\n", i + 1, actions.size());
    if (!action.problem.empty()) {
      observation += action.problem + '\n';
      continue;
    }
    sandbox::Command command = command_for(action, working_dir);
    const sandbox::Ending ending = co_await box.exec(std::move(command));
    listener.ran(action.language, action.code, ending);
    observation += report(ending, share);
  }
  co_return observation;
}

}  // namespace redcode::agents
