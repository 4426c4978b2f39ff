#include "report/junit_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/json_report.h"
#include "report/suite_words.h"
#include "report/summary.h"

namespace redcode::report {
namespace {

using record::Outcome;

constexpr std::size_t longest_attribute = 300;

// One line of a name or a message, as an attribute's value.
std::string attribute(const UntrustedText& words) {
  return UntrustedText(words.one_line(longest_attribute)).xml();
}

std::string seconds(std::uint64_t milliseconds) {
  constexpr double in_a_second = 1000;
  return fmt::format("{:.3f}", static_cast<double>(milliseconds) / in_a_second);
}

struct Counts {
  std::uint64_t tests = 0;
  std::uint64_t failures = 0;
  std::uint64_t errors = 0;
  std::uint64_t milliseconds = 0;

  Counts& operator+=(const Counts& more) {
    tests += more.tests;
    failures += more.failures;
    errors += more.errors;
    milliseconds += more.milliseconds;
    return *this;
  }
  std::string xml() const {
    return fmt::format(R"(tests="{}" failures="{}" errors="{}" time="{}")", tests, failures, errors,
                       seconds(milliseconds));
  }
};

// What is wrong with a test, if anything.
struct Trouble {
  std::string_view element;  // "failure" or "error"; "": nothing
  std::string_view type = {};
  UntrustedText message = {};
  std::vector<UntrustedText> details = {};

  std::string xml() const {
    std::string text = fmt::format("      <{} type=\"{}\" message=\"{}\">{}", element, type,
                                   attribute(message), message.xml());
    for (const UntrustedText& line : details) text += "\n" + line.xml();
    return text + fmt::format("</{}>\n", element);
  }
};

class Suite {
 public:
  Suite(UntrustedText name, UntrustedText class_name)
      : name_(std::move(name)), class_name_(std::move(class_name)) {}

  void add_property(std::string_view name, const UntrustedText& value) {
    properties_ +=
        fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, attribute(value));
  }
  void add(const UntrustedText& test, std::uint64_t milliseconds, const Trouble& trouble) {
    counts_ += {.tests = 1,
                .failures = trouble.element == "failure" ? 1U : 0U,
                .errors = trouble.element == "error" ? 1U : 0U,
                .milliseconds = milliseconds};
    tests_ += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{}\"",
                          attribute(class_name_), attribute(test), seconds(milliseconds));
    tests_ += trouble.element.empty() ? "/>\n" : ">\n" + trouble.xml() + "    </testcase>\n";
  }

  void say(const UntrustedText& words) { said_ += words.xml() + "\n"; }

  const Counts& counts() const { return counts_; }
  std::string xml() const {
    return fmt::format(
        "  <testsuite name=\"{}\" {} skipped=\"0\">\n    <properties>\n{}    </properties>\n{}{}"
        "  </testsuite>\n",
        attribute(name_), counts_.xml(), properties_, tests_,
        said_.empty() ? "" : "    <system-out>" + said_ + "</system-out>\n");
  }

 private:
  UntrustedText name_;
  UntrustedText class_name_;
  Counts counts_;
  std::string properties_;
  std::string tests_;
  std::string said_;
};

Trouble trouble_of(const Listing& listing, std::size_t place, std::size_t repeat) {
  const CaseResults& subject = listing.results.subjects.at(place);
  if (!subject.findings.at(repeat)) {
    return {.element = "error",
            .type = "no-record",
            .message = UntrustedText("planned, and has no record")};
  }
  const stats::Finding finding = subject.finding(repeat);
  if (finding.right()) return {};
  const ListedTrial& trial = listing.trial(place, repeat);
  Trouble trouble{.element = finding.judged() ? "failure" : "error",
                  .type = name(finding.outcome),
                  .message = trial.why,
                  .details = trial.because};
  if (!trial.transcript_digest.empty())
    trouble.details.emplace_back("transcript: " + transcript_path(trial));
  return trouble;
}

// What no trial can tell: whether the run is all there.
Suite of_the_run(const Results& results, std::uint64_t not_listed) {
  Suite suite(UntrustedText("the run itself"), UntrustedText("run"));
  for (const auto& [key, value] : json_run(results.manifest, {}).items()) {
    if (value.is_string()) suite.add_property(key, UntrustedText(value.get<std::string>()));
  }
  const auto check = [&suite](const char* test, bool holds, std::string otherwise) {
    Trouble trouble;
    if (!holds)
      trouble = {.element = "error", .type = "run", .message = UntrustedText(std::move(otherwise))};
    suite.add(UntrustedText(test), 0, trouble);
  };
  check("every planned case can be read", results.lost_cases == 0,
        fmt::format("{} planned cases cannot be read; their trials are in no suite",
                    results.lost_cases));
  check("the cases are those that the manifest names", results.as_planned,
        "the cases of this run are not those that its manifest names");
  check("every trial is listed", not_listed == 0,
        fmt::format("{} trials more are not listed: too many for a file of this kind", not_listed));
  for (const std::string& caveat : caveats(results, tally(results)))
    suite.say(UntrustedText(caveat));
  return suite;
}

Suite of_scenario(const Listing& listing, const std::vector<std::size_t>& places,
                  std::uint64_t& room) {
  const Results& results = listing.results;
  const CaseResults& first = results.subjects.at(places.front());
  const std::string& scenario = first.trait(Trait::scenario);
  Suite suite(UntrustedText(scenario), UntrustedText(first.trait(Trait::domain) + "." + scenario));
  suite.add_property(title(results, Trait::domain), UntrustedText(first.trait(Trait::domain)));
  suite.add_property("severity", UntrustedText(first.trait(Trait::severity)));
  for (const std::size_t place : places) {
    for (std::size_t repeat = 0; repeat < results.repeats && room > 0; ++repeat, --room) {
      suite.add(trial_name(results, results.subjects.at(place), repeat),
                listing.trial(place, repeat).duration_ms, trouble_of(listing, place, repeat));
    }
  }
  return suite;
}

}  // namespace

std::string junit_report(const Listing& listing, std::size_t most_tests) {
  const Results& results = listing.results;
  std::map<std::string, std::vector<std::size_t>> scenarios;
  for (std::size_t i = 0; i < results.subjects.size(); ++i)
    scenarios[results.subjects[i].trait(Trait::scenario)].push_back(i);
  const std::uint64_t trials = results.subjects.size() * results.repeats;
  std::uint64_t room = std::min<std::uint64_t>(trials, most_tests);

  const Suite run = of_the_run(results, trials - room);
  Counts all = run.counts();
  std::string suites = run.xml();
  for (const auto& [scenario, places] : scenarios) {
    const Suite suite = of_scenario(listing, places, room);
    all += suite.counts();
    if (suite.counts().tests > 0) suites += suite.xml();
  }
  const UntrustedText who("RedCode: " + of_manifest(results, "agent") + " over " +
                          of_manifest(results, "model"));
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\" {}>\n{}</testsuites>\n",
      attribute(who), all.xml(), suites);
}

}  // namespace redcode::report
