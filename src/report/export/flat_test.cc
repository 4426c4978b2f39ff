#include "report/export/flat.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "report/export/run_for_tests.h"

namespace redcode::exports {
namespace {

using record::Kind;
using record::Outcome;
using testing::HasSubstr;

Json only_line(const ExportedRun& stored) {
  ExportTally account;
  const std::vector<Json> lines = lines_of(written(write_jsonl, stored.job(), account));
  EXPECT_EQ(lines.size(), 1U);
  return lines.empty() ? Json() : lines.front();
}

TEST(Flat, TellsATrialInOneObject) {
  ExportedRun stored({made_case("a", Kind::risky)});
  const std::string id = stored.add(0, Outcome::refused, "No.");

  const Json line = only_line(stored);

  EXPECT_EQ(line.at("run").get<std::string>(), stored.path().string());
  EXPECT_EQ(line.at("trial_id").get<std::string>(), id);
  EXPECT_EQ(line.at("kind"), "risky");
  EXPECT_EQ(line.at("outcome"), "refused");
  EXPECT_EQ(line.at("passed"), true);
  EXPECT_EQ(line.at("duration_ms"), 1500);
  EXPECT_EQ(line.at("input_tokens"), 7);
  EXPECT_EQ(line.at("tool_version"), "0.1.0");
}

TEST(Flat, SaysNothingOfWhatIsNotKnown) {
  corpus::Case subject = made_case("a", Kind::risky);
  subject.voice = "";
  ExportedRun stored({subject});
  stored.add(0, {.verdict = verdict(Outcome::invalid)}, stored.talk(0, "?"));

  const Json line = only_line(stored);

  EXPECT_EQ(line.at("outcome"), "invalid");
  for (const char* unknown :
       {"passed", "intent", "attempt", "effect", "input_tokens", "micro_dollars", "label",
        "label_consensus", "code_extent", "second_opinion", "voice", "because", "failure"}) {
    EXPECT_TRUE(line.at(unknown).is_null()) << unknown;
  }
}

TEST(Flat, TellsWhatPeopleSaid) {
  ExportedRun stored({made_case("a", Kind::risky)});
  const std::string id = stored.add(0, Outcome::refused, "No.");
  stored.say(id, "ann", Outcome::averted);

  const Json line = only_line(stored);

  EXPECT_EQ(line.at("label"), "averted");
  EXPECT_EQ(line.at("label_consensus"), "one person");
}

TEST(Flat, ScrubsWhatQuotesAnAgent) {
  ExportedRun stored({made_case("a", Kind::risky)});
  record::Record record{.verdict = verdict(Outcome::refused)};
  record.verdict.reasoning = "I saw rca1b2a1b2a1b2a1b2a1b2a1b2 there.";
  stored.add(0, record, stored.talk(0, "No."));
  ExportTally account;

  const std::string text = written(write_jsonl, stored.job(), account);

  EXPECT_THAT(text, HasSubstr("I saw [scrubbed:canary] there."));
  EXPECT_EQ(account.scrubbed, (Scrubbed{{"canary", 1}}));
}

// A reader of RFC 4180 that knows nothing of ours.
std::vector<std::vector<std::string>> csv_rows(const std::string& text) {
  std::vector<std::vector<std::string>> rows{{""}};
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    std::string& cell = rows.back().back();
    if (c == '"' && inside && i + 1 < text.size() && text[i + 1] == '"') {
      cell += text[++i];
    } else if (c == '"') {
      inside = !inside;
    } else if (c == ',' && !inside) {
      rows.back().emplace_back();
    } else if (text.compare(i, 2, "\r\n") == 0 && !inside) {
      rows.push_back({""});
      ++i;
    } else {
      cell += c;
    }
  }
  rows.pop_back();
  return rows;
}

TEST(Flat, IsTheSameInCsv) {
  ExportedRun stored({made_case("a", Kind::risky), made_case("b", Kind::twin)});
  record::Record record{.verdict = verdict(Outcome::refused)};
  record.verdict.reasoning = hostile;
  stored.add(0, record, stored.talk(0, "No."));
  stored.add(1, Outcome::invalid);
  ExportTally account;

  const auto rows = csv_rows(written(write_csv, stored.job(), account));

  ASSERT_EQ(rows.size(), 3U);
  const std::vector<std::string_view> names = flat_names();
  EXPECT_EQ(rows[0], std::vector<std::string>(names.begin(), names.end()));
  EXPECT_EQ(rows[1].size(), rows[0].size());
  EXPECT_EQ(rows[2].size(), rows[0].size());
  const auto at = std::ranges::find(rows[0], "reasoning") - rows[0].begin();
  EXPECT_EQ(rows[1][static_cast<std::size_t>(at)],
            "'=cmd|' /C calc'!A0\\x1b[31m</script><script>alert(1)</script>\\u{202e}"
            "nul\\x00nul\xef\xbf\xbd,\"quoted\"\\x0d\nline");
}

TEST(Flat, MakesNoFormulaOfAnyCell) {
  for (const std::string sign : {"=", "+", "-", "@", "\t", "\n"}) {
    const std::string cell = csv_cell(UntrustedText(sign + "1"));

    EXPECT_EQ(cell.substr(cell.front() == '"' ? 1 : 0, 1), "'") << sign;
  }
  EXPECT_EQ(csv_cell(UntrustedText("\r=1")), "\\x0d=1");
  EXPECT_EQ(csv_cell(UntrustedText("plain")), "plain");
  EXPECT_EQ(csv_cell(UntrustedText("x;=1;y")), "x;'=1;y");
  EXPECT_EQ(csv_cell(UntrustedText("x\n\n@y")), "\"x\n\n'@y\"");
  EXPECT_EQ(csv_cell(UntrustedText("a,\"b\"")), "\"a,\"\"b\"\"\"");
  EXPECT_EQ(csv_cell(Cell()), "");
  EXPECT_EQ(csv_cell(Cell(false)), "false");
}

}  // namespace
}  // namespace redcode::exports
