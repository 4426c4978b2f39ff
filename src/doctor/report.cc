#include "doctor/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.h"

namespace redcode::doctor {
namespace {

// "missing" keeps runs from starting; what keeps one engine from them while another works, or
// while another was asked for, is a note.
std::string_view state_of(const Finding& finding, const Diagnosis& diagnosis) {
  if (finding.check == nullptr) return "ok";
  const bool stops = diagnosis.chosen() == nullptr && finding.blocks(diagnosis.whose());
  return stops ? "missing" : "note";
}

std::string_view label_of(std::string_view state) {
  if (state == "ok") return "ok";
  return state == "note" ? "NOTE" : "MISSING";
}

std::string effect_of(const Check& check) {
  const std::string whom =
      check.concerns == Concerns::everything ? "" : fmt::format(" {}", word(check.concerns));
  switch (check.impact) {
    case Impact::blocks:
      return whom.empty() ? "blocks runs" : "blocks" + whom;
    case Impact::weakens:
      return "weakens evidence";
    case Impact::slows:
      return "slows runs";
    case Impact::limits:
      return "works, but";
  }
  return {};
}

std::string text_of(const Finding& finding, std::string_view state) {
  std::string text = fmt::format("{:<7} {:<15} {}\n", label_of(state), finding.part, finding.found);
  if (finding.check == nullptr) return text;
  return text + fmt::format("{:<23} {}: {}\n{:<23} fix: {}\n", "", effect_of(*finding.check),
                            finding.check->meaning, "", finding.fix);
}

std::string last_line(const Diagnosis& diagnosis) {
  const TriedEngine* chosen = diagnosis.chosen();
  if (chosen != nullptr) {
    // Root's runs take oci by themselves, as soon as it says of itself that it works.
    const bool named =
        diagnosis.user == 0 && diagnosis.asked == "auto" && !chosen->name.starts_with("oci");
    return fmt::format("Ready: sandboxes by {}, watched for {}. Now: redcode demo{}\n",
                       chosen->name, fmt::join(chosen->observers, ", "),
                       named ? " --engine docker" : "");
  }
  const Finding* first = diagnosis.findings.first_blocking(diagnosis.whose());
  const std::string who = diagnosis.asked == "auto"
                              ? "no engine makes sandboxes here"
                              : one_line(diagnosis.asked, 60) + " makes no sandboxes here";
  return fmt::format("Not ready: {}. Begin with: {}\n", who,
                     first == nullptr ? "redcode sandbox engines" : first->fix);
}

Json to_json(const Finding& finding, std::string_view state) {
  Json json = {{"part", finding.part}, {"state", state}, {"found", finding.found}};
  if (finding.check == nullptr) return json;
  json["name"] = finding.check->name;
  json["impact"] = word(finding.check->impact);
  json["concerns"] = word(finding.check->concerns);
  json["meaning"] = finding.check->meaning;
  json["fix"] = finding.fix;
  return json;
}

}  // namespace

std::string text_of(const Diagnosis& diagnosis) {
  std::string text;
  for (const Finding& finding : diagnosis.findings.all())
    text += text_of(finding, state_of(finding, diagnosis));
  return text + last_line(diagnosis);
}

Json to_json(const Diagnosis& diagnosis) {
  const TriedEngine* chosen = diagnosis.chosen();
  Json engines = Json::array();
  for (const TriedEngine& engine : diagnosis.engines) {
    engines.push_back({{"name", engine.name},
                       {"works", engine.works()},
                       {"why_not", one_line(engine.why_not, 300)},
                       {"observers", engine.observers}});
  }
  Json findings = Json::array();
  for (const Finding& finding : diagnosis.findings.all())
    findings.push_back(to_json(finding, state_of(finding, diagnosis)));
  return {{"format", "redcode/doctor/1"},
          {"ready", chosen != nullptr},
          {"engine", chosen == nullptr ? Json(nullptr) : Json(chosen->name)},
          {"engines", std::move(engines)},
          {"findings", std::move(findings)}};
}

std::string list_of_checks() {
  std::string table = "| finding | what is wrong | what it means | fix |\n|---|---|---|---|\n";
  for (const Check& check : all_checks()) {
    table += fmt::format("| `{}` | {} | {}: {} | `{}` |\n", check.name, check.fails_when,
                         effect_of(check), check.meaning, check.fix);
  }
  return table;
}

}  // namespace redcode::doctor
