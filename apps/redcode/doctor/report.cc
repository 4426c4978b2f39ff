#include "doctor/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>

#include "base/text.h"

namespace redcode::app {
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

void tell(const Finding& finding, std::string_view state, Out& out) {
  out.line("{:<7} {:<15} {}", label_of(state), finding.part, finding.found);
  if (finding.check == nullptr) return;
  out.line("{:<23} {}: {}", "", effect_of(*finding.check), finding.check->meaning);
  out.line("{:<23} fix: {}", "", finding.fix);
}

// In a table, a bar would end the cell.
std::string cell(std::string_view text) {
  std::string safe(text);
  std::ranges::replace(safe, '|', '/');
  return safe;
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

const TriedEngine* Diagnosis::chosen() const {
  const auto works = std::ranges::find_if(engines, &TriedEngine::works);
  return works == engines.end() ? nullptr : &*works;
}

std::set<Concerns> Diagnosis::whose() const { return concerns_of(asked, geteuid()); }

void tell(const Diagnosis& diagnosis, Out& out) {
  const TriedEngine* chosen = diagnosis.chosen();
  for (const Finding& finding : diagnosis.findings.all())
    tell(finding, state_of(finding, diagnosis), out);
  if (chosen != nullptr) {
    // Root's runs take oci by themselves, as soon as it says of itself that it works.
    const bool named =
        geteuid() == 0 && diagnosis.asked == "auto" && !chosen->name.starts_with("oci");
    out.line("Ready: sandboxes by {}, watched for {}. Now: redcode demo{}", chosen->name,
             fmt::join(chosen->observers, ", "), named ? " --engine docker" : "");
    return;
  }
  const Finding* first = diagnosis.findings.first_blocking(diagnosis.whose());
  const std::string who = diagnosis.asked == "auto"
                              ? "no engine makes sandboxes here"
                              : one_line(diagnosis.asked, 60) + " makes no sandboxes here";
  out.line("Not ready: {}. Begin with: {}", who,
           first == nullptr ? "redcode sandbox engines" : first->fix);
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

std::string table_of_checks() {
  std::string table = "| finding | what is wrong | what it means | fix |\n|---|---|---|---|\n";
  for (const auto* list : {&checks_of_daemons(), &checks_of_hosts()}) {
    for (const Check& check : *list) {
      table += fmt::format("| `{}` | {} | {}: {} | `{}` |\n", check.name, cell(check.sign),
                           effect_of(check), cell(check.meaning), cell(check.fix));
    }
  }
  return table;
}

}  // namespace redcode::app
