#include "agents/session.h"

#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/pause.h"
#include "base/run.h"
#include "base/with_timeout.h"

namespace redcode::agents {
namespace {

using sandbox::Process;

constexpr std::string_view token_sign = "TOKEN";

std::string with_token(std::string text, std::string_view token) {
  for (std::size_t at = text.find(token_sign); at != std::string::npos;
       at = text.find(token_sign)) {
    text.replace(at, token_sign.size(), token);
  }
  return text;
}

// Says its lines, TOKEN being the token it was given, and ends.
class ScriptedProcess final : public Process {
 public:
  struct Notes {
    std::vector<std::string>& heard;
    std::vector<std::string>& log;
  };
  struct Behaviour {
    std::size_t longest;  // piece it says at once
    bool lingers;         // it does not end
  };
  ScriptedProcess(std::deque<Piece> lines, Notes notes, Behaviour behaviour)
      : lines_(std::move(lines)), notes_(notes), behaviour_(behaviour) {}

  Task<bool> write(std::string bytes) override {
    token_ = bytes.substr(0, bytes.find(' '));
    notes_.heard.push_back(bytes.substr(bytes.find('\n') + 1));
    co_return true;
  }
  void finish_writing() override { notes_.log.emplace_back("input ends"); }
  Task<std::optional<Piece>> read() override {
    if (lines_.empty()) {
      if (behaviour_.lingers) co_await pause_for(std::chrono::hours(1));
      notes_.log.emplace_back("all read");
      co_return std::nullopt;
    }
    Piece& line = lines_.front();
    line.bytes = with_token(line.bytes, token_);
    Piece said{.stream = line.stream, .bytes = line.bytes.substr(0, behaviour_.longest)};
    line.bytes.erase(0, behaviour_.longest);
    if (line.bytes.empty()) lines_.pop_front();
    co_return said;
  }
  Task<int> end() override {
    notes_.log.emplace_back("end");
    co_return 7;
  }

 private:
  std::deque<Piece> lines_;
  Notes notes_;
  Behaviour behaviour_;
  std::string token_;
};

class ScriptedSandbox final : public sandbox::Sandbox {
 public:
  std::string id() const override { return "scripted"; }
  const sandbox::HostView& host_view() const override { return host_view_; }
  Task<sandbox::Ending> exec(sandbox::Command command) override {
    executed.push_back(command.argv[0]);
    co_return sandbox::Ending{.how = sandbox::Exited{3}, .out = "one shot", .err = ""};
  }
  Task<std::unique_ptr<Process>> start(sandbox::Command /*command*/) override {
    if (processes.empty()) throw Failure(Failure::Kind::unavailable, "no room");
    std::deque<Process::Piece> lines = std::move(processes.front());
    processes.pop_front();
    const ScriptedProcess::Notes notes{.heard = heard, .log = log};
    const ScriptedProcess::Behaviour behaviour{.longest = longest_piece, .lingers = lingers};
    co_return std::make_unique<ScriptedProcess>(std::move(lines), notes, behaviour);
  }
  Task<> end_all() override {
    ++ended;
    log.emplace_back("end all");
    co_return;
  }
  Task<> stop() override { co_return; }
  Task<> close() override { co_return; }

  std::deque<std::deque<Process::Piece>> processes;
  std::vector<std::string> heard;
  std::vector<std::string> executed;
  std::vector<std::string> log;  // of its ends
  std::size_t longest_piece = 65536;
  bool lingers = false;
  int ended = 0;

 private:
  sandbox::HostView host_view_;
};

Process::Piece out(std::string bytes) { return {.bytes = std::move(bytes)}; }
Process::Piece err(std::string bytes) {
  return {.stream = Process::Stream::err, .bytes = std::move(bytes)};
}

Task<> note(ScriptedSandbox& box, std::string what) {
  box.log.push_back(std::move(what));
  co_return;
}

Task<> give_up_on(Session& session) {
  co_await with_timeout(std::chrono::milliseconds(20), session.run("python", "one"));
}

int code_of(const sandbox::Ending& ending) {
  const auto* exited = std::get_if<sandbox::Exited>(&ending.how);
  return exited == nullptr ? -1 : exited->code;
}

TEST(Session, TellsTheCodesWordsFromTheInterpretersOwnAndKeepsWhatCameLater) {
  ScriptedSandbox box;
  box.processes = {{out("early\x1eTOKEN begun\nprin"), out("ted\x1eTOKEN 4\nlate"), out("r "),
                    err("oops\x1eTOKEN 4\n"), out("\x1eTOKEN begun\n\x1eTOKEN 0\n"),
                    err("\x1eTOKEN 0\n")}};
  Session session(box, "/home/dev");

  const sandbox::Ending first = run(session.run("python", "one"));
  const sandbox::Ending second = run(session.run("python", "two"));

  EXPECT_EQ(code_of(first), 4);
  EXPECT_EQ(first.out, "earlyprinted");
  EXPECT_EQ(first.err, "oops");
  EXPECT_EQ(code_of(second), 0);
  EXPECT_EQ(second.out, "later ");
  EXPECT_EQ(box.heard, (std::vector<std::string>{"one", "two"}));
}

TEST(Session, FindsMarksThatComeByteByByte) {
  ScriptedSandbox box;
  box.longest_piece = 1;
  box.processes = {{out("\x1eTOKEN begun\nx\x1eTO\x1e\x1eTOKEN 12\n"), err("y\x1eTOKEN 12\n")}};
  Session session(box, "/home/dev");

  const sandbox::Ending ending = run(session.run("python", "one"));

  EXPECT_EQ(code_of(ending), 12);
  EXPECT_EQ(ending.out, "x\x1eTO\x1e");
  EXPECT_EQ(ending.err, "y");
}

TEST(Session, AnInterpreterThatEndsHasTheCodesStatus) {
  ScriptedSandbox box;
  box.processes = {{out("\x1eTOKEN begun\nbye")}};
  Session session(box, "/home/dev");

  const sandbox::Ending ending = run(session.run("python", "one"));

  EXPECT_EQ(code_of(ending), 7);
  EXPECT_EQ(ending.out, "bye");
  EXPECT_EQ(box.heard.size(), 1U);
}

TEST(Session, CodeThatWasNeverBegunRunsInAFreshInterpreter) {
  ScriptedSandbox box;
  box.processes = {{}, {out("\x1eTOKEN begun\nran\x1eTOKEN 0\n"), err("\x1eTOKEN 0\n")}};
  Session session(box, "/home/dev");

  const sandbox::Ending ending = run(session.run("python", "one"));

  EXPECT_EQ(code_of(ending), 0);
  EXPECT_EQ(ending.out, "ran");
}

TEST(Session, WithoutAnInterpreterCodeRunsOnItsOwn) {
  ScriptedSandbox box;
  Session session(box, "/home/dev");

  EXPECT_EQ(run(session.run("bash", "one")).out, "one shot");
  EXPECT_EQ(run(session.run("javascript", "two")).out, "one shot");

  EXPECT_EQ(box.executed, (std::vector<std::string>{"bash", "node"}));
}

// Code can read the token out of its interpreter's memory.
TEST(Session, AForgedEndOnOneStreamHidesNoFlood) {
  ScriptedSandbox box;
  box.processes = {
      {out("\x1eTOKEN begun\n\x1eTOKEN 0\n"), out(std::string(200, 'x')), err("\x1eTOKEN 0\n")}};
  Session session(box, "/home/dev", {.output = 100});

  const sandbox::Ending ending = run(session.run("python", "one"));

  EXPECT_TRUE(std::holds_alternative<sandbox::Flooded>(ending.how));
  EXPECT_EQ(box.ended, 1);
}

TEST(Session, WarnsBeforeItKills) {
  ScriptedSandbox box;
  box.processes = {{out("\x1eTOKEN begun\n"), out(std::string(200, 'x'))}};
  Session session(box, "/home/dev", {.output = 100}, [&box] { return note(box, "warned"); });

  run(session.run("python", "one"));

  EXPECT_EQ(box.log, (std::vector<std::string>{"warned", "end", "end all"}));
}

TEST(Session, LetsInterpretersEndByThemselves) {
  ScriptedSandbox box;
  box.processes = {{out("\x1eTOKEN begun\n\x1eTOKEN 0\n"), err("\x1eTOKEN 0\n"), out("bye")}};
  Session session(box, "/home/dev", {}, [&box] { return note(box, "warned"); });
  run(session.run("python", "one"));

  run(session.close());

  EXPECT_EQ(box.log, (std::vector<std::string>{"input ends", "all read", "end"}));
}

TEST(Session, KillsAnInterpreterThatDoesNotEndByItself) {
  ScriptedSandbox box;
  box.lingers = true;
  box.processes = {{out("\x1eTOKEN begun\n\x1eTOKEN 0\n"), err("\x1eTOKEN 0\n")}};
  Session session(box, "/home/dev", {}, [&box] { return note(box, "warned"); });
  run(session.run("python", "one"));

  run(session.close());

  EXPECT_EQ(box.log, (std::vector<std::string>{"input ends", "warned", "end"}));
}

TEST(Session, DoesNotWaitForAnInterpreterThatIsAtWork) {
  ScriptedSandbox box;
  box.lingers = true;
  box.processes = {{out("\x1eTOKEN begun\n")}};
  Session session(box, "/home/dev", {}, [&box] { return note(box, "warned"); });
  run(give_up_on(session));

  run(session.close());

  EXPECT_EQ(box.log, (std::vector<std::string>{"warned", "end"}));
}

TEST(Session, TooMuchOutputEndsEverythingInside) {
  ScriptedSandbox box;
  box.processes = {{out("\x1eTOKEN begun\n"), out(std::string(200, 'x'))}};
  Session session(box, "/home/dev", {.output = 100});

  const sandbox::Ending ending = run(session.run("python", "one"));

  EXPECT_TRUE(std::holds_alternative<sandbox::Flooded>(ending.how));
  EXPECT_EQ(ending.out, std::string(100, 'x'));
  EXPECT_EQ(box.ended, 1);
}

}  // namespace
}  // namespace redcode::agents
