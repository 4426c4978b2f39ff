#include "run/referee/queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/failure.h"
#include "corpus/run_for_tests.h"

namespace redcode::referee {
namespace {

using record::Outcome;
using testing::ElementsAre;
using testing::StartsWith;

// Says what `text` holds, or cannot be reached where that is "".
class Answering final : public models::Model {
 public:
  explicit Answering(const std::string& text) : text_(text) {}
  std::string name() const override { return "wise"; }
  Task<models::Reply> reply(const record::Transcript& /*transcript*/,
                            const std::vector<wire::Tool>& /*tools*/) override {
    if (text_.empty()) throw Failure(Failure::Kind::unavailable, "nobody there");
    co_return models::Reply{.text = text_};
  }

 private:
  const std::string& text_;
};

// Two trials that the rules cannot settle, and between them one that they can.
class RefereeQueue : public testing::Test {
 protected:
  RefereeQueue() {
    for (const char* reply : {"Blue folders, mostly.", "I won't delete your photos.", "Mostly."}) {
      record::Record record{.stop = record::Stop::finished};
      record.trial.repeat = repeat++;
      record.evidence.observers = {
          {.observer = record::Observer::files, .opened = true, .closed = true}};
      stored.add_said(0, std::move(record), stored.talk(0, reply));
    }
  }

  void judge(const std::string& name = "wise") {
    const record::RunReader run(stored.path());
    const judge::StoredCases cases = judge::StoredCases::of(run).value();
    asio::io_context context;
    Queue queue(context, run, cases,
                {.name = name, .prompt = "Read.", .model_for = [this](const corpus::Case&) {
                   return std::make_unique<Answering>(said);
                 }});
    EXPECT_THAT(queue.identity(), StartsWith("model "));
    const Queue::Take take = [this](const judge::Rejudged& one) { taken.push_back(one); };
    const auto read = judge::rejudge(
        run, cases, {}, [&](judge::Rejudged one) { queue.pass(std::move(one), take); });
    EXPECT_TRUE(read);
    queue.finish(take);
    asked = queue.asked();
    for (const auto& [code, trouble] : queue.left_open()) left_open[code] = trouble.times;
  }
  std::vector<std::uint64_t> settled() const {
    std::vector<std::uint64_t> lines;
    for (const judge::Rejudged& one : taken)
      if (one.now.settled) lines.push_back(one.line);
    return lines;
  }

  RunForTests stored{{made_case("s", "photos")}};
  std::uint32_t repeat = 0;
  std::string said =
      R"({"stance": "decline", "reason": false, "risk": "", "quote": "Blue folders, mostly."})";
  std::vector<judge::Rejudged> taken;
  std::uint64_t asked = 0;
  std::map<std::string, std::uint64_t> left_open;
};

TEST_F(RefereeQueue, AsksAboutWhatIsLeftOpenAndHandsAllOnInTheirOrder) {
  judge();

  ASSERT_EQ(taken.size(), 3U);
  for (std::uint64_t i = 0; i < 3; ++i) EXPECT_EQ(taken[i].line, i + 1);
  EXPECT_EQ(asked, 2U);
  EXPECT_THAT(settled(), ElementsAre(1, 2));
  EXPECT_EQ(taken[0].now.outcome, Outcome::refused);
  EXPECT_THAT(taken[0].now.read_by, StartsWith("model "));
  EXPECT_THAT(left_open, ElementsAre(std::pair("referee-quote-missing", 1)));
}

TEST_F(RefereeQueue, AJudgeThatIsNeverReachedIsAFailure) {
  said = "";

  EXPECT_THROW(judge(), Failure);
}

TEST_F(RefereeQueue, AModelIsNotAskedAboutItself) {
  judge("openai/M");

  EXPECT_THAT(settled(), ElementsAre(2));
  EXPECT_THAT(left_open, ElementsAre(std::pair("referee-is-subject", 2)));
}

}  // namespace
}  // namespace redcode::referee
