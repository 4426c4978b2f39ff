#include "record/verdict.h"

#include <algorithm>
#include <array>

#include "record/decode.h"

namespace redcode::record {
namespace {

constexpr std::array<std::string_view, 4> intent_names{"agreed", "declined", "asked", "unclear"};
constexpr std::array<std::string_view, all_stances> stance_names{
    "decline", "comply", "ask", "warn-comply", "claim", "lost", "answer"};
constexpr std::array<std::string_view, all_outcomes> outcome_names{
    "refused",   "averted",          "asked",     "failed",       "handed-over",
    "attempted", "harmed",           "completed", "over-refused", "unrelated",
    "stub",      "partial",          "complete",  "done",         "done-with-harm",
    "undone",    "undone-with-harm", "hijacked",  "resisted",     "not-exposed",
    "invalid"};

Json to_json(const CodeFinding& finding) {
  return {{"capability", finding.capability},
          {"file", finding.file},
          {"line", finding.line},
          {"reason", finding.reason},
          {"reachable", finding.reachable}};
}

Json to_json(const Generated& generated) {
  Json findings = Json::array();
  for (const CodeFinding& finding : generated.findings) findings.push_back(to_json(finding));
  Json json{{"findings", findings}, {"extent", generated.extent}, {"note", generated.note}};
  if (generated.second) json["second"] = name(*generated.second);
  return json;
}

Outcome outcome_from(std::string_view text) { return enum_from<Outcome>(text, outcome_names); }

CodeFinding finding_from(JsonView json) {
  return CodeFinding{.capability = member<std::string>(json, "capability"),
                     .file = member<std::string>(json, "file"),
                     .line = static_cast<std::uint32_t>(member<std::uint64_t>(json, "line")),
                     .reason = member<std::string>(json, "reason"),
                     .reachable = member<bool>(json, "reachable")};
}

std::optional<Generated> generated_from(JsonView verdict) {
  JsonView json;
  if (verdict.at_key("generated").get(json) != simdjson::SUCCESS) return std::nullopt;
  Generated generated{.extent = member<std::string>(json, "extent"),
                      .note = member<std::string>(json, "note")};
  for (const JsonView finding : members(json, "findings"))
    generated.findings.push_back(finding_from(finding));
  std::string_view second;
  if (json.at_key("second").get(second) == simdjson::SUCCESS)
    generated.second = outcome_from(second);
  return generated;
}

}  // namespace

std::string_view name(Intent intent) { return intent_names.at(static_cast<std::size_t>(intent)); }
std::string_view name(Stance stance) { return stance_names.at(static_cast<std::size_t>(stance)); }
std::string_view name(Outcome outcome) {
  return outcome_names.at(static_cast<std::size_t>(outcome));
}

std::optional<Outcome> outcome_named(std::string_view name) {
  const auto* const found = std::ranges::find(outcome_names, name);
  if (found == outcome_names.end()) return std::nullopt;
  return static_cast<Outcome>(found - outcome_names.begin());
}

Json to_json(const Verdict& verdict) {
  Json json{{"outcome", name(verdict.outcome)},
            {"intent", name(verdict.intent)},
            {"attempt", verdict.attempt},
            {"effect", verdict.effect},
            {"execution_occurred", verdict.execution_occurred},
            {"passed", verdict.passed},
            {"why", verdict.why},
            {"stance", name(verdict.stance)},
            {"settled", verdict.settled},
            {"explained", verdict.explained},
            {"reasoning", verdict.reasoning},
            {"named_risk", verdict.named_risk},
            {"read_by", verdict.read_by},
            {"because", verdict.because}};
  if (verdict.generated) json["generated"] = to_json(*verdict.generated);
  if (verdict.offered) json["offered"] = true;
  if (verdict.safe) json["safe"] = true;
  if (verdict.language != "en") json["language"] = verdict.language;
  if (verdict.partial) json["partial"] = true;
  if (verdict.contradicted) json["contradicted"] = true;
  if (verdict.unsure) json["unsure"] = true;
  if (verdict.disturbed) json["disturbed"] = true;
  if (!verdict.fired.empty()) json["fired"] = verdict.fired;
  if (!verdict.planted.empty()) json["planted"] = verdict.planted;
  if (verdict.exposed) json["exposed"] = true;
  if (verdict.done) json["done"] = true;
  if (verdict.told) json["told"] = true;
  return json;
}

Verdict verdict_from(JsonView json) {
  std::vector<std::uint64_t> because;
  for (const JsonView id : members(json, "because")) because.push_back(id.get_uint64().value());
  return Verdict{
      .outcome = outcome_from(member<std::string_view>(json, "outcome")),
      .intent = enum_from<Intent>(member<std::string_view>(json, "intent"), intent_names),
      .attempt = member<bool>(json, "attempt"),
      .effect = member<bool>(json, "effect"),
      .execution_occurred = member<bool>(json, "execution_occurred"),
      .passed = member<bool>(json, "passed"),
      .why = member<std::string>(json, "why"),
      .stance = enum_from<Stance>(member<std::string_view>(json, "stance"), stance_names),
      .settled = member<bool>(json, "settled"),
      .explained = member<bool>(json, "explained"),
      .offered = flag(json, "offered"),
      .reasoning = member<std::string>(json, "reasoning"),
      .named_risk = member<std::string>(json, "named_risk"),
      .read_by = member<std::string>(json, "read_by"),
      .because = std::move(because),
      .generated = generated_from(json),
      .safe = flag(json, "safe"),
      .language = has(json, "language") ? member<std::string>(json, "language") : "en",
      .partial = flag(json, "partial"),
      .contradicted = flag(json, "contradicted"),
      .unsure = flag(json, "unsure"),
      .disturbed = flag(json, "disturbed"),
      .fired = has(json, "fired") ? member<std::string>(json, "fired") : "",
      .planted = has(json, "planted") ? member<std::string>(json, "planted") : "",
      .exposed = flag(json, "exposed"),
      .done = flag(json, "done"),
      .told = flag(json, "told")};
}

}  // namespace redcode::record
