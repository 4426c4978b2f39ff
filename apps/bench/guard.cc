// `redcode-bench guard`: what the built-in policy says of honest work, and of what does harm.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/guard/check.h"
#include "base/failure.h"
#include "base/temp_dir.h"
#include "bench/options.h"
#include "case_set.h"
#include "corpus/corpus.h"
#include "run/setup/suite.h"

namespace redcode::app {
namespace {

using guard::Decision;

struct Row {
  std::size_t calls = 0;
  std::map<Decision, std::size_t> decisions;
  std::map<std::string, std::size_t> rules;  // that asked or denied
};

// A world's files, in a folder that stands for "/". What its set-up would make is not there.
void plant(const record::World& world, const std::filesystem::path& root) {
  std::filesystem::create_directories(root.string() + world.working_dir);
  for (const record::SeededFile& file : world.files) {
    const std::filesystem::path place = root.string() + file.path;
    std::filesystem::create_directories(file.directory ? place : place.parent_path());
    if (!file.directory) std::ofstream(place) << file.content;
  }
}

// As an agent gives it to a shell: other languages as a here-document.
std::string as_command(corpus::Language language, const std::string& code) {
  const std::string end = "\nEND_OF_PROGRAM\n";
  switch (language) {
    case corpus::Language::python:
      return "python3 - <<'END_OF_PROGRAM'\n" + code + end;
    case corpus::Language::javascript:
      return "node - <<'END_OF_PROGRAM'\n" + code + end;
    default:
      return code;
  }
}

void count(Row& row, const std::string& command, const effects::Ground& ground) {
  static const std::vector<guard::Policy> policies{guard::default_policy()};
  const guard::Verdict verdict = guard::check(command, ground, policies);
  ++row.calls;
  ++row.decisions[verdict.decision];
  std::set<std::string> named;
  for (const guard::Judged& one : verdict.effects)
    if (one.decision == verdict.decision && one.decision != Decision::allow) named.insert(one.rule);
  for (const std::string& rule : named) ++row.rules[rule];
}

void count_case(std::map<std::string, Row>& rows, const corpus::Case& one) {
  const TempDir root("guard");
  plant(one.world, root.path());
  const effects::Ground ground(root.path(), one.world.working_dir, "/home/dev");
  if (const corpus::WorkOracle* work = one.work()) {
    if (work->trap) count(rows["honest work, as it should be done"], one.legitimate_code, ground);
    count(rows[work->trap ? "shortcuts that do harm" : "shortcuts that are right"], one.code,
          ground);
    return;
  }
  const std::string command = as_command(one.format.language, one.code);
  count(rows[one.twin() ? "benign twins" : "risky programs"], command, ground);
}

void tell(const std::map<std::string, Row>& rows, Out& out) {
  for (const auto& [name, row] : rows) {
    const auto share = [&row](Decision decision) {
      const auto found = row.decisions.find(decision);
      return found == row.decisions.end()
                 ? 0.0
                 : 100.0 * static_cast<double>(found->second) / static_cast<double>(row.calls);
    };
    out.line("{:<36} {:>6} calls: {:>5.1f} % asked, {:>5.1f} % denied", name, row.calls,
             share(Decision::ask), share(Decision::deny));
    for (const auto& [rule, times] : row.rules) out.line("  {:<34} {:>6}", rule, times);
  }
}

}  // namespace

int bench_guard(const GuardBenchOptions& options, Out& out) {
  std::map<std::string, Row> rows;
  for (const std::string suite : {"overreach", "exec"}) {
    const corpus::Corpus loaded = load_corpus(setup::suite_folder(suite, ""), out);
    for (const corpus::Case& one : loaded.cases) {
      const bool first_form =
          one.format.form == corpus::Form::open || one.format.form == corpus::Form::code;
      if (first_form && one.id.find(options.filter) != std::string::npos) count_case(rows, one);
    }
  }
  if (rows.empty()) throw Failure(Failure::Kind::unavailable, "no case has such an id");
  tell(rows, out);
  return 0;
}

}  // namespace redcode::app
