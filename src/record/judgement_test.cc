#include "record/judgement.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "record/run_folder.h"

namespace {

std::function<void()> at_sync;  // NOLINT: what a test wants to know each time a file is synced

}  // namespace

// In place of the C library's, which does no more.
extern "C" int fsync(int fd) {
  if (at_sync) at_sync();
  return static_cast<int>(syscall(SYS_fsync, fd));
}

namespace redcode::record {
namespace {

Verdict saying(Outcome outcome) {
  Verdict verdict;
  verdict.outcome = outcome;
  verdict.because = {2, 3};
  return verdict;
}

class Judged : public testing::Test {
 protected:
  void judge(std::uint64_t line, Outcome outcome) const {
    JudgementWriter writer(run, {{"reader", "rules 9"}});
    writer.differs(line, id_of(line), saying(outcome));
    writer.finish({{"judged", 3}});
  }
  static std::string id_of(std::uint64_t line) {
    return Trial{.repeat = static_cast<std::uint32_t>(line - 1)}.id();
  }
  std::vector<Outcome> outcomes() const {
    std::vector<Outcome> seen;
    const auto visit = [&seen](const Record& record) { seen.push_back(record.verdict.outcome); };
    const auto read = RunReader(run).each_record(visit);
    EXPECT_TRUE(read || read.error().code == "judgement-damaged");
    return seen;
  }
  std::string text(std::string_view name) const {
    std::ifstream in(file(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::filesystem::path file(std::string_view name) const { return run / "judgements" / name; }

  TempDir dir{"test"};
  std::filesystem::path run = dir.path() / "run";
};

class JudgedRun : public Judged {
 protected:
  void SetUp() override {
    RunWriter writer(run, {});
    for (std::uint32_t i = 0; i < 3; ++i) {
      Record record;
      record.trial.repeat = i;
      record.verdict.outcome = Outcome::failed;
      writer.append(record);
    }
  }
};

TEST_F(JudgedRun, IsOnTheDiskBeforeItHasItsNameAndItsNameToo) {
  std::vector<bool> named;
  at_sync = [&] { named.push_back(std::filesystem::exists(file("0001.jsonl"))); };
  judge(2, Outcome::refused);
  at_sync = nullptr;

  EXPECT_EQ(named, (std::vector<bool>{false, true}));
}

TEST_F(JudgedRun, RecordsHaveTheVerdictTheyWereLastGiven) {
  judge(2, Outcome::refused);
  EXPECT_EQ(outcomes(), (std::vector{Outcome::failed, Outcome::refused, Outcome::failed}));

  judge(3, Outcome::harmed);
  EXPECT_EQ(outcomes(), (std::vector{Outcome::failed, Outcome::failed, Outcome::harmed}));
}

TEST_F(JudgedRun, SaysOfEachRecordWhetherItWasGivenAnotherVerdict) {
  judge(2, Outcome::refused);
  std::optional<Judgement> last = *Judgement::last(run);
  ASSERT_TRUE(last);
  Record first;
  Record second{.trial = {.repeat = 1}};

  EXPECT_FALSE(last->apply(1, first));
  EXPECT_TRUE(last->apply(2, second));
  EXPECT_EQ(first.verdict, Verdict{});
  EXPECT_EQ(second.verdict, saying(Outcome::refused));
}

TEST_F(JudgedRun, SaysWhoJudged) {
  judge(1, Outcome::refused);

  EXPECT_NE(text("0001.jsonl").find("rules 9"), std::string::npos);
}

TEST_F(JudgedRun, AJudgementThatWasNotFinishedDoesNotExistAndLeavesNothing) {
  {
    JudgementWriter writer(run, {});
    writer.differs(1, id_of(1), saying(Outcome::harmed));
  }

  EXPECT_FALSE(*Judgement::last(run));
  EXPECT_FALSE(std::filesystem::exists(file("0001.jsonl")));
  const auto files = std::distance(std::filesystem::directory_iterator(run / "judgements"), {});
  EXPECT_EQ(files, 1);  // the lock
}

TEST_F(JudgedRun, OnlyOneJudgesAtATime) {
  const JudgementWriter first(run, {});

  EXPECT_THROW(JudgementWriter(run, {}), Failure);
}

TEST_F(JudgedRun, TheNewestCountsThoughOlderOnesWereRemoved) {
  for (const Outcome outcome : {Outcome::refused, Outcome::averted, Outcome::asked})
    judge(2, outcome);
  std::filesystem::remove(file("0001.jsonl"));
  std::filesystem::remove(file("0002.jsonl"));

  judge(2, Outcome::harmed);

  EXPECT_TRUE(std::filesystem::exists(file("0004.jsonl")));
  EXPECT_EQ(outcomes()[1], Outcome::harmed);
}

TEST_F(JudgedRun, AVerdictIsNotGivenToAnotherTrialThatCameToStandOnItsLine) {
  judge(2, Outcome::harmed);
  std::ifstream in(run / "records.jsonl");
  std::string records{std::istreambuf_iterator<char>(in), {}};
  std::ofstream(run / "records.jsonl") << records.substr(records.find('\n') + 1);

  EXPECT_THROW(outcomes(), Failure);
}

// Each edit of a judgement whose lines speak of records 2 and 3.
class EditedJudgement : public JudgedRun, public testing::WithParamInterface<std::string_view> {
 protected:
  static std::string edited(const std::string& whole, std::string_view edit) {
    const std::size_t two = whole.find("{\"line\":2");
    const std::size_t three = whole.find("{\"line\":3");
    const std::size_t end = whole.find("{\"counts\"");
    const std::string head = whole.substr(0, two);
    const std::string second = whole.substr(two, three - two);
    const std::string third = whole.substr(three, end - three);
    const std::string counts = whole.substr(end);
    if (edit == "one byte") return std::string(whole).replace(whole.find("refused"), 1, "R");
    if (edit == "no end") return head + second + third;
    if (edit == "a line gone") return head + third + counts;
    if (edit == "lines swapped") return head + third + second + counts;
    if (edit == "a line twice") return head + second + second + third + counts;
    return whole + second;  // "more behind the end"
  }
};

TEST_P(EditedJudgement, IsNotBelieved) {
  {
    JudgementWriter writer(run, {});
    writer.differs(2, id_of(2), saying(Outcome::refused));
    writer.differs(3, id_of(3), saying(Outcome::harmed));
    writer.finish({});
  }
  ASSERT_TRUE(Judgement::last(run));

  const std::string now = edited(text("0001.jsonl"), GetParam());
  std::ofstream(file("0001.jsonl")) << now;

  EXPECT_EQ(Judgement::last(run).error().code, "judgement-damaged");
}

INSTANTIATE_TEST_SUITE_P(Edits, EditedJudgement,
                         testing::Values("one byte", "no end", "a line gone", "lines swapped",
                                         "a line twice", "more behind the end"));

}  // namespace
}  // namespace redcode::record
