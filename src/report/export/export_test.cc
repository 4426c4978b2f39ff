#include "report/export/export.h"

#include <gmock/gmock.h>

#include "base/failure.h"
#include "report/export/run_for_tests.h"

namespace redcode::exports {
namespace {

namespace fs = std::filesystem;
using record::Kind;
using record::Outcome;

constexpr std::array<std::string_view, 7> all{"jsonl",    "csv",     "sqlite", "pairs",
                                              "messages", "inspect", "atif"};

std::size_t things_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

TEST(Export, KnowsItsFormatsByName) {
  for (const std::string_view name : all) EXPECT_TRUE(format_named(name)) << name;
  EXPECT_FALSE(format_named("xlsx"));
  EXPECT_THAT(format_names(), testing::ElementsAreArray(all));
}

TEST(Export, TakesAHostileRunThroughEveryFormat) {
  ExportedRun stored({made_case("a", Kind::twin)}, 3, hostile);
  for (std::uint32_t i = 0; i < 3; ++i) {
    record::Record record{.started_at = hostile,
                          .failure = hostile,
                          .verdict = verdict(i == 0 ? Outcome::completed : Outcome::over_refused)};
    record.trial.repeat = i;
    record.verdict.why = hostile;
    record.verdict.reasoning = hostile;
    record::Transcript said = stored.talk(0, hostile + std::to_string(i));
    if (i == 2) said.back().text = std::string(3 * longest_message, '<');
    said.push_back({.role = record::Role::assistant,
                    .calls = {{.id = hostile, .name = hostile, .arguments = hostile}}});
    said.push_back({.role = record::Role::observation, .text = hostile, .answers = hostile});
    stored.add(0, std::move(record), said);
  }
  for (const std::string_view name : all) {
    const TempDir dir("test");
    const Job job = stored.job();

    const ExportTally account = write(job, *format_named(name), {.out = dir.path() / "out"});

    EXPECT_GT(account.written, 0U) << name;
    EXPECT_TRUE(fs::exists(dir.path() / "out")) << name;
  }
}

TEST(Export, LeavesNothingBehindWhenItIsStopped) {
  ExportedRun stored({made_case("a", Kind::risky)}, 2);
  stored.add(0, Outcome::refused);
  stored.add(0, Outcome::refused, "No.", 1);
  for (const std::string_view name : all) {
    const TempDir dir("test");
    const std::size_t before = things_in(dir.path());
    Job job = stored.job();
    job.between = [](std::uint64_t done) {
      if (done == 1) throw Failure(Failure::Kind::interrupted, "stop");
    };

    EXPECT_THROW(write(job, *format_named(name), {.out = dir.path() / "out"}), Failure);

    EXPECT_EQ(things_in(dir.path()), before) << name;
  }
}

TEST(Export, MakesNoFileOfNothing) {
  const ExportedRun stored({made_case("a", Kind::risky)});
  for (const std::string_view name : all) {
    const TempDir dir("test");
    const std::size_t before = things_in(dir.path());

    const ExportTally account =
        write(stored.job(), *format_named(name), {.out = dir.path() / "out"});

    EXPECT_EQ(account.written, 0U) << name;
    EXPECT_EQ(things_in(dir.path()), before) << name;
  }
}

}  // namespace
}  // namespace redcode::exports
