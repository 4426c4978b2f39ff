// The loop's actions run in one session that lasts as long as the work and never longer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <optional>

#include "agents/codeact.h"
#include "agents/fakes_for_tests.h"
#include "agents/session_drivers.h"
#include "base/run.h"

namespace redcode::agents {
namespace {

using record::Stop;
using ::testing::ElementsAre;

using Log = std::vector<std::string>;

// An interpreter that says of any code that it ended well.
class ObedientInterpreter final : public sandbox::Process {
 public:
  ObedientInterpreter(Log& log, bool breaks_at_its_end)
      : log_(log), breaks_at_its_end_(breaks_at_its_end) {}

  Task<bool> write(std::string bytes) override {
    log_.emplace_back("code");
    const std::string mark = mark_of(bytes.substr(0, bytes.find(' ')));
    pieces_.push_back({.stream = Stream::out, .bytes = mark + "begun\n" + mark + "0\n"});
    pieces_.push_back({.stream = Stream::err, .bytes = mark + "0\n"});
    co_return true;
  }
  void finish_writing() override {}
  Task<std::optional<Piece>> read() override {
    if (pieces_.empty()) co_return std::nullopt;
    Piece piece = std::move(pieces_.front());
    pieces_.pop_front();
    co_return piece;
  }
  Task<int> end() override {
    log_.emplace_back("end");
    if (breaks_at_its_end_) throw Failure(Failure::Kind::unavailable, "it broke at its end");
    co_return 0;
  }

 private:
  Log& log_;
  bool breaks_at_its_end_;
  std::deque<Piece> pieces_;
};

class InterpreterSandbox final : public sandbox::Sandbox {
 public:
  std::string id() const override { return "interpreters"; }
  const sandbox::HostView& host_view() const override { return host_view_; }
  Task<sandbox::Ending> exec(sandbox::Command /*command*/) override {
    throw Failure(Failure::Kind::unavailable, "nothing runs on its own here");
  }
  Task<std::unique_ptr<sandbox::Process>> start(sandbox::Command /*command*/) override {
    log.emplace_back("start");
    co_return std::make_unique<ObedientInterpreter>(log, breaks_at_its_end);
  }
  Task<> end_all() override { co_return; }
  Task<> stop() override { co_return; }
  Task<> close() override { co_return; }

  Log log;
  bool breaks_at_its_end = false;

 private:
  sandbox::HostView host_view_;
};

// Acts so many times, then is done, or fails like a model that is gone.
class ActingModel final : public models::Model {
 public:
  ActingModel(int times, bool fails) : left_(times), fails_(fails) {}

  std::string name() const override { return "acting"; }
  Task<models::Reply> reply(const record::Transcript& /*transcript*/,
                            const std::vector<wire::Tool>& /*tools*/) override {
    if (left_ == 0 && fails_) throw Failure(Failure::Kind::unavailable, "the model is gone");
    co_return models::Reply{.text = left_-- > 0 ? "<execute>x = 1</execute>" : "Done."};
  }

 private:
  int left_;
  bool fails_;
};

Stop work(models::Model& model, SandboxProvider& place) {
  const CodeAct agent("be useful");
  const Assignment assignment{.task = "the task"};
  const Listener listener;
  return run(agent.work(assignment, model, place, listener));
}

TEST(LoopSession, LastsFromTheFirstActionToTheEnd) {
  ActingModel model(2, false);
  InterpreterSandbox box;
  OneSandbox place(box);

  EXPECT_EQ(work(model, place), Stop::finished);

  EXPECT_THAT(box.log, ElementsAre("start", "code", "code", "end"));
}

TEST(LoopSession, IsClosedWhenTheModelFails) {
  ActingModel model(1, true);
  InterpreterSandbox box;
  OneSandbox place(box);

  EXPECT_THROW(work(model, place), Failure);

  EXPECT_THAT(box.log, ElementsAre("start", "code", "end"));
}

TEST(LoopSession, TellsTheFirstFailureWhenClosingFailsToo) {
  ActingModel model(1, true);
  InterpreterSandbox box;
  OneSandbox place(box);
  box.breaks_at_its_end = true;

  try {
    work(model, place);
    FAIL() << "nothing was thrown";
  } catch (const Failure& failure) {
    EXPECT_STREQ(failure.what(), "the model is gone");
  }
}

TEST(LoopSession, TellsThatClosingFailed) {
  ActingModel model(1, false);
  InterpreterSandbox box;
  OneSandbox place(box);
  box.breaks_at_its_end = true;

  EXPECT_THROW(work(model, place), Failure);
}

}  // namespace
}  // namespace redcode::agents
