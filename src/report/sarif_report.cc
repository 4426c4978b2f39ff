#include "report/sarif_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <ranges>
#include <set>
#include <tuple>

#include "base/digest.h"
#include "report/json_report.h"
#include "report/summary.h"

namespace redcode::report {
namespace {

constexpr std::size_t longest_name = 200;
constexpr std::size_t most_uploaded_rules = 25'000;  // of a run on GitHub

// Words in a message. Brackets would make links of them, and braces placeholders.
std::string said(const UntrustedText& words, std::size_t limit = 800) {
  std::string text;
  for (const char c : words.one_line(limit)) {
    if (c == '[' || c == ']') text += '\\';
    if (c == '{' || c == '}') text += c;
    text += c;
  }
  return text;
}

Json message(std::string text) { return {{"text", std::move(text)}}; }

std::string rule_id(const CaseResults& subject) {
  return UntrustedText(subject.trait(Trait::scenario)).one_line(longest_name);
}

UntrustedText words(const CaseResults& subject, Trait trait) {
  return UntrustedText(subject.trait(trait)).cut(longest_name);
}

// Each once. GitHub takes "security" for what the severity is about.
std::set<std::string> tags(const CaseResults& subject) {
  return {"security", "redcode", words(subject, Trait::domain).one_line(longest_name),
          words(subject, Trait::risk).one_line(longest_name)};
}

// A number as GitHub sorts alerts by: it calls what is above 9 critical, from 7 high, from 4
// medium.
std::string_view security_severity(std::size_t severity) {
  static constexpr std::array<std::string_view, 4> scores{"2.0", "5.5", "8.0", "9.5"};
  return scores.at(severity);
}

// A scenario as a rule, told by its worst case.
struct Rule {
  std::size_t place = 0;
  bool broken = false;
};

// Results refer to rules by their place in the list.
class Rules {
 public:
  explicit Rules(const Listing& listing) : listing_(listing) {
    const std::vector<CaseResults>& subjects = listing.results.subjects;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      Rule& rule = rules_.emplace(rule_id(subjects[i]), Rule{.place = i}).first->second;
      if (worse(subjects[i], subjects[rule.place])) rule.place = i;
    }
  }
  void set_broken(const CaseResults& subject) { rules_.at(rule_id(subject)).broken = true; }

  // Those with results first, so that these are not among the ones there is no room for.
  void number() {
    for (const bool broken : {true, false}) {
      for (const auto& [id, rule] : rules_) {
        if (rule.broken == broken && json_.size() < most_uploaded_rules) add(id, rule);
      }
    }
  }
  std::size_t index(const CaseResults& subject) const { return numbers_.at(rule_id(subject)); }
  const Json& json() const { return json_; }

 private:
  // Risky cases tell what a scenario is about.
  static bool worse(const CaseResults& one, const CaseResults& than) {
    return std::pair(!one.kind.twin, severity_rank(one)) >
           std::pair(!than.kind.twin, severity_rank(than));
  }

  void add(const std::string& id, const Rule& rule) {
    const CaseResults& subject = listing_.results.subjects.at(rule.place);
    const std::string title = said(UntrustedText(subject.title), longest_name);
    const bool work = subject.kind.suite == record::Suite::overreach;
    const bool order = subject.kind.suite == record::Suite::injection;
    const std::string about =
        fmt::format("{}. {}: {}. {}: {}. Severity: {}.", title,
                    order  ? "Surface"
                    : work ? "Group"
                           : "Domain",
                    said(words(subject, Trait::domain)),
                    order  ? "Goal"
                    : work ? "Pattern"
                           : "Risk",
                    said(words(subject, Trait::risk)), said(words(subject, Trait::severity)));
    numbers_.emplace(id, json_.size());
    json_.push_back(
        {{"id", id},
         {"shortDescription", message(title)},
         {"fullDescription", message(about)},
         {"help", message(about + " A result is a trial in which the agent did this, or tried to. "
                                  "Its location is the transcript in the run folder, compressed "
                                  "with zstd; redcode view shows it beside the evidence.")},
         {"defaultConfiguration", {{"level", "error"}}},
         {"properties",
          {{"tags", tags(subject)},
           {"security-severity", security_severity(severity_rank(subject))}}}});
  }

  const Listing& listing_;
  std::map<std::string, Rule> rules_;
  std::map<std::string, std::size_t> numbers_;
  Json json_ = Json::array();
};

// A trial's place.
struct Place {
  std::size_t subject;
  std::size_t repeat;
};

std::string message_text(const Listing& listing, const Place& place) {
  const CaseResults& subject = listing.results.subjects.at(place.subject);
  const ListedTrial& trial = listing.trial(place.subject, place.repeat);
  std::string text = fmt::format(
      "{}: {}. Trial: {}.", name(subject.finding(place.repeat).outcome), said(trial.why),
      said(trial_name(listing.results, subject, place.repeat), longest_name));
  if (trial.because.empty()) return text;
  text += " Evidence:";
  for (const UntrustedText& line : trial.because) text += "\n" + said(line);
  return text;
}

Json location(const CaseResults& subject, const ListedTrial& trial) {
  const std::string path = transcript_path(trial);
  return {{"physicalLocation",
           {{"artifactLocation",
             {{"uri", path.empty() ? "records.jsonl" : path}, {"uriBaseId", "RUN"}}},
            {"region", {{"startLine", 1}}}}},
          {"logicalLocations", {{{"name", UntrustedText(subject.id).one_line(longest_name)}}}}};
}

Json result(const Listing& listing, const Place& place) {
  const CaseResults& subject = listing.results.subjects.at(place.subject);
  const record::Outcome outcome = subject.finding(place.repeat).outcome;
  const ListedTrial& trial = listing.trial(place.subject, place.repeat);
  // The same case in the next run is the same finding, whatever was said there.
  const std::string same = sha256_hex(fmt::format("{}#{}", subject.id, place.repeat));
  return {{"ruleId", rule_id(subject)},
          {"ruleIndex", 0},
          {"kind", "fail"},
          {"level", unsafe(outcome) == Unsafe::done ? "error" : "warning"},
          {"message", message(message_text(listing, place))},
          {"locations", Json::array({location(subject, trial)})},
          {"partialFingerprints",
           {{"redcodeTrial/v1", same}, {"primaryLocationLineHash", same.substr(0, 16) + ":1"}}},
          {"properties",
           {{"case", UntrustedText(subject.id).one_line(longest_name)},
            {"repeat", place.repeat},
            {"outcome", name(outcome)},
            {"severity", words(subject, Trait::severity).one_line(longest_name)},
            {"transcript", trial.transcript_digest}}}};
}

// The trials that `which` is true of, in the order of the plan.
std::vector<Place> trials_that(const Results& results, bool (*which)(const stats::Finding&)) {
  std::vector<Place> places;
  for (std::size_t i = 0; i < results.subjects.size(); ++i) {
    for (std::size_t repeat = 0; repeat < results.repeats; ++repeat) {
      if (which(results.subjects[i].finding(repeat)))
        places.push_back({.subject = i, .repeat = repeat});
    }
  }
  return places;
}

// Every trial that did harm, or tried to: the worst first, else in the order of the plan.
std::vector<Place> unsafe_trials(const Results& results) {
  std::vector<Place> places = trials_that(
      results, [](const stats::Finding& finding) { return unsafe(finding.outcome) != Unsafe::no; });
  const auto rank = [&results](const Place& place) {
    const CaseResults& subject = results.subjects[place.subject];
    const auto mildness = -static_cast<int>(unsafe(subject.finding(place.repeat).outcome));
    return std::tuple(mildness, -static_cast<int>(severity_rank(subject)), place.subject,
                      place.repeat);
  };
  std::ranges::sort(places, {}, rank);
  return places;
}

Json notification(std::string_view level, std::string text) {
  return {{"level", level}, {"message", message(std::move(text))}};
}

// Why trials could not be judged, and what must be known beside the results.
Json notifications(const Listing& listing, std::size_t most) {
  const Results& results = listing.results;
  Json all = Json::array();
  for (const std::string& caveat : caveats(results, tally(results)))
    all.push_back(notification("warning", said(UntrustedText(caveat))));
  const std::vector<Place> places =
      trials_that(results, [](const stats::Finding& finding) { return !finding.judged(); });
  for (const Place& place : places | std::views::take(most)) {
    const CaseResults& subject = results.subjects.at(place.subject);
    const bool recorded = subject.findings.at(place.repeat).has_value();
    all.push_back(notification(
        "error", fmt::format("Not judged: {}: {}", said(trial_name(results, subject, place.repeat)),
                             recorded ? said(listing.trial(place.subject, place.repeat).why)
                                      : "it has no record")));
    all.back()["associatedRule"] = {{"id", rule_id(subject)}};
  }
  if (places.size() > most) {
    all.push_back(notification(
        "error", fmt::format("{} trials more were not judged.", places.size() - most)));
  }
  return all;
}

// Which run it is, and how much of it is here.
Json run_properties(const Results& results, const stats::Tally& all) {
  Json properties = json_run(results.manifest, results.read_by);
  for (Json& value : properties) {
    if (value.is_string()) value = UntrustedText(value.get<std::string>()).one_line(longest_name);
  }
  properties["trials"] = all.trials();
  properties["not_judged"] = all.count(record::Outcome::invalid);
  return properties;
}

Json driver(const Results& results, const Rules& rules) {
  return {{"name", "RedCode"},
          {"version", of_manifest(results, "tool_version")},
          {"rules", rules.json()}};
}

}  // namespace

Json sarif_report(const Listing& listing, const SarifLimits& limits) {
  const Results& results = listing.results;
  const stats::Tally all = tally(results);
  const std::vector<Place> places = unsafe_trials(results);
  Json found = Json::array();
  Rules rules(listing);
  std::size_t bytes = 0;
  for (const Place& place : places) {
    Json one = result(listing, place);
    bytes += dump_json(one).size();
    if (found.size() == limits.results || bytes > limits.bytes) break;
    rules.set_broken(results.subjects.at(place.subject));
    found.push_back(std::move(one));
  }
  rules.number();
  for (std::size_t i = 0; i < found.size(); ++i)
    found[i]["ruleIndex"] = rules.index(results.subjects.at(places[i].subject));

  Json notes = notifications(listing, limits.notifications);
  const std::uint64_t left_out = places.size() - found.size();
  if (left_out > 0) {
    notes.push_back(notification(
        "error", fmt::format("{} unsafe trials more are not in this file: it would be too big to "
                             "upload. The worst are in it.",
                             left_out)));
  }
  Json properties = run_properties(results, all);
  properties["unsafe_trials"] = places.size();
  properties["left_out"] = left_out;
  const bool whole = all.count(record::Outcome::invalid) == 0 && results.as_planned;
  return {{"$schema",
           "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
           "sarif-schema-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs",
           Json::array(
               {{{"tool", {{"driver", driver(results, rules)}}},
                 {"automationDetails",
                  {{"id", fmt::format("redcode/{}/{}/", of_manifest(results, "agent"),
                                      of_manifest(results, "model"))}}},
                 {"originalUriBaseIds",
                  {{"RUN", {{"description", message("The run folder that this was told of.")}}}}},
                 {"invocations", Json::array({{{"executionSuccessful", whole},
                                               {"toolExecutionNotifications", std::move(notes)}}})},
                 {"results", std::move(found)},
                 {"properties", std::move(properties)}}})}};
}

}  // namespace redcode::report
