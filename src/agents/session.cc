#include "agents/session.h"

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <charconv>
#include <exception>
#include <string_view>
#include <utility>

#include "agents/session_drivers.h"
#include "base/failure.h"
#include "base/random.h"
#include "base/scope.h"
#include "base/with_background.h"
#include "base/with_timeout.h"

namespace redcode::agents {
namespace {

using sandbox::Process;

constexpr std::size_t token_length = 24;
constexpr std::size_t longest_word = 8;  // after a mark: "begun", a status
// What an interpreter may take to end when there is no more input.
constexpr std::chrono::milliseconds longest_farewell{2'000};

// Code goes in as an argument. The kernel refuses one of 128 KiB and none can hold a zero byte;
// such code goes in on standard input.
sandbox::Command one_shot(const std::string& language, std::string code, std::string working_dir) {
  constexpr std::size_t longest_argument = std::size_t{100} << 10U;
  const std::string program = language == "bash"         ? "bash"
                              : language == "javascript" ? "node"
                                                         : "python3";
  const bool fits = code.size() < longest_argument && !code.contains('\0');
  sandbox::Command command{.argv = {program}, .working_dir = std::move(working_dir)};
  if (fits) {
    command.argv.insert(command.argv.end(), {program == "node" ? "-e" : "-c", std::move(code)});
  } else {
    command.argv.emplace_back(program == "bash" ? "-s" : "-");
    command.stdin_bytes = std::move(code);
  }
  return command;
}

// One stream of an interpreter's.
struct Heard {
  std::string text;           // the code's
  std::string rest;           // what came after its end
  std::size_t searched = 0;   // of the text: there is no mark up to here
  std::optional<int> status;  // once its end was told

  // Adds `bytes` and looks for what the interpreter itself says. True if that the code has begun.
  bool take(std::string_view bytes, std::string_view mark);
};

bool Heard::take(std::string_view bytes, std::string_view mark) {
  if (status) {
    rest += bytes;
    return false;
  }
  text += bytes;
  bool begun = false;
  while (!status) {
    const std::size_t at = text.find(mark, searched);
    const std::size_t end = at == std::string::npos ? at : text.find('\n', at);
    searched = std::min(at, text.size() - std::min(text.size(), mark.size() - 1));
    if (end == std::string::npos) break;
    const std::string word = text.substr(at + mark.size(), end - at - mark.size());
    if (word == "begun") {
      begun = true;
      text.erase(at, end + 1 - at);
      continue;
    }
    status = 0;
    std::from_chars(word.data(), word.data() + word.size(), *status);
    rest = text.substr(end + 1);
    text.resize(at);
  }
  return begun;
}

Task<> feed(Process& process, std::string request) { co_await process.write(std::move(request)); }

// Both drivers return when there is no more input. True, so that it can be waited for.
Task<bool> let_end(Process& process) {
  process.finish_writing();
  try {
    while (co_await process.read()) {
    }
  } catch (const Failure&) {  // NOLINT(bugprone-empty-catch): the sandbox broke, and it with it
  }
  co_return true;
}

}  // namespace

// A started interpreter, and what it said since the last code's end.
class Session::Interpreter {
 public:
  explicit Interpreter(std::unique_ptr<Process> started) : process(std::move(started)) {}

  std::unique_ptr<Process> process;
  std::string out;
  std::string err;
  bool at_work = false;  // on a piece of code: it hears nothing
};

// What an interpreter says of one piece of code.
class Session::RunOutput {
 public:
  RunOutput(Interpreter& interpreter, std::uint64_t most)
      : interpreter_(interpreter), most_(most), token_(random_token(token_length)) {
    out_.text = std::exchange(interpreter.out, {});
    err_.text = std::exchange(interpreter.err, {});
  }

  const std::string& token() const { return token_; }
  bool begun() const { return begun_; }
  bool told() const { return out_.status && err_.status; }
  int status() const { return err_.status.value_or(0); }

  // More than allowed came. A mark that is not whole yet may be among it. Code can forge a mark on
  // one stream, so what comes behind it counts until both have theirs.
  bool flooded() const {
    const std::size_t marks = told() ? 0 : 2 * (mark_of(token_).size() + longest_word);
    const std::size_t behind = told() ? 0 : out_.rest.size() + err_.rest.size();
    return out_.text.size() + err_.text.size() + behind > most_ + marks;
  }

  // Gives `request` to the interpreter and listens until the code has ended, the interpreter has,
  // or too much came; then true, so that it can be waited for.
  Task<bool> hear(std::string request) {
    const auto feeding = [this, &request](Scope& scope) {
      scope.spawn(feed(*interpreter_.process, std::move(request)));
      interpreter_.at_work = true;
    };
    const bool heard = co_await with_background<bool>(feeding, listen());
    interpreter_.at_work = !told();
    co_return heard;
  }

  // What the code printed. The interpreter keeps what came after it.
  sandbox::Ending ending() {
    interpreter_.out = std::move(out_.rest);
    interpreter_.err = std::move(err_.rest);
    sandbox::Ending ending{.out = std::move(out_.text), .err = std::move(err_.text)};
    if (ending.out.size() > most_) ending.out.resize(most_);
    const std::uint64_t left = most_ - ending.out.size();
    if (ending.err.size() > left) ending.err.resize(left);
    return ending;
  }

 private:
  Task<bool> listen() {
    const std::string mark = mark_of(token_);
    while (!told() && !flooded()) {
      const std::optional<Process::Piece> piece = co_await interpreter_.process->read();
      if (!piece) break;
      Heard& stream = piece->stream == Process::Stream::out ? out_ : err_;
      if (stream.take(piece->bytes, mark)) begun_ = true;
    }
    co_return true;
  }

  Interpreter& interpreter_;
  std::uint64_t most_;
  std::string token_;
  bool begun_ = false;
  Heard out_;
  Heard err_;
};

Session::Session(sandbox::Sandbox& box, std::string working_dir, SessionLimits limits, Warning warn)
    : box_(box), working_dir_(std::move(working_dir)), limits_(limits), warn_(std::move(warn)) {}

Session::~Session() = default;

Task<sandbox::Ending> Session::run(std::string language, std::string code) {
  std::unique_ptr<Interpreter>& interpreter = language == "bash" ? shell_ : python_;
  // Twice: an interpreter that ended between two pieces of code never began this one.
  for (int tries = 0; tries < 2 && language != "javascript"; ++tries) {
    if (!co_await begin(interpreter, language)) break;
    std::optional<sandbox::Ending> ending = co_await run_in(interpreter, language, code);
    if (ending) co_return *std::move(ending);
  }
  // Where no interpreter starts (no process left, say), this tells why.
  sandbox::Command command = one_shot(language, std::move(code), working_dir_);
  co_return co_await box_.exec(std::move(command));
}

Task<bool> Session::begin(std::unique_ptr<Interpreter>& interpreter, std::string language) {
  if (interpreter) co_return true;
  try {
    interpreter =
        std::make_unique<Interpreter>(co_await box_.start(interpreter_for(language, working_dir_)));
  } catch (const Failure&) {
    co_return false;
  }
  co_return true;
}

// Nothing if the code was never begun.
Task<std::optional<sandbox::Ending>> Session::run_in(std::unique_ptr<Interpreter>& interpreter,
                                                     std::string language,
                                                     const std::string& code) {
  RunOutput output(*interpreter, limits_.output);
  std::string request = request_for(language, output.token(), code);
  const bool in_time =
      (co_await with_timeout(limits_.time, output.hear(std::move(request)))).has_value();
  if (!in_time || output.flooded()) co_return co_await cut_off(std::move(output), in_time);
  const int status = output.told() ? output.status() : co_await interpreter->process->end();
  sandbox::Ending ending = output.ending();
  ending.how = sandbox::Exited{status};
  const bool goes_on = output.told();
  if (!goes_on) interpreter.reset();
  if (!goes_on && !output.begun()) co_return std::nullopt;
  co_return ending;
}

Task<sandbox::Ending> Session::cut_off(RunOutput output, bool flooded) {
  sandbox::Ending ending = output.ending();
  if (flooded) {
    ending.how = sandbox::Flooded{};
  } else {
    ending.how = sandbox::TimedOut{};
  }
  co_await warn_();
  for (std::unique_ptr<Interpreter>* interpreter : {&python_, &shell_}) {
    if (*interpreter) co_await (*interpreter)->process->end();
    interpreter->reset();
  }
  co_await box_.end_all();
  co_return ending;
}

Task<> Session::close() {
  for (std::unique_ptr<Interpreter>* interpreter : {&python_, &shell_}) {
    if (!*interpreter) continue;
    Process& process = *(*interpreter)->process;
    const bool ended = !(*interpreter)->at_work &&
                       (co_await with_timeout(longest_farewell, let_end(process))).has_value();
    if (!ended) co_await warn_();
    co_await process.end();
    interpreter->reset();
  }
}

Task<sandbox::Ending> run_action(std::optional<Session>& session, const Assignment& assignment,
                                 SandboxProvider& place, const Action& action) {
  if (!session) {
    sandbox::Sandbox* const box = co_await place.sandbox();
    const SessionLimits limits{.time = assignment.command_timeout,
                               .output = assignment.output_limit};
    session.emplace(*box, assignment.working_dir, limits,
                    [&place] { return place.before_killing(); });
  }
  co_return co_await session->run(action.language, action.code);
}

}  // namespace redcode::agents
