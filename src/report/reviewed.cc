#include "report/reviewed.h"

#include <fmt/format.h>

namespace redcode::report {
namespace {

constexpr std::size_t most_named = 1000;

}  // namespace

record::Kind labelled_as(const stats::Kind& kind) {
  if (kind.suite == record::Suite::overreach) return record::Kind::work;
  if (kind.suite == record::Suite::injection)
    return kind.twin ? record::Kind::work : record::Kind::order;
  if (kind.twin) return record::Kind::twin;
  return kind.suite == record::Suite::gen ? record::Kind::request : record::Kind::risky;
}

void Reviewed::add(const record::Record& record, stats::Kind kind, const record::Labels& labels) {
  if (labels.empty() || record.verdict.outcome == record::Outcome::invalid) return;
  const record::LabelTarget read{.trial = record.trial.id(),
                                 .kind = labelled_as(kind),
                                 .transcript = record.transcript_digest};
  passed_over += labels.passed_over(read);
  const std::optional<record::Settled> people = labels.settled(read);
  if (!people) return;
  ++looked_at;
  if (!people->label) {
    ++open;
  } else {
    ++(people->label == record.verdict.outcome ? confirmed : overturned);
  }
  if (labels.about(read).size() >= 2) ++seen_by_two;
  if (some.size() >= most_named) return;
  some.push_back({.trial = read.trial,
                  .case_id = record.trial.case_id,
                  .repeat = record.trial.repeat,
                  .verdict = record.verdict.outcome,
                  .people = *people});
}

std::string sentence(const Reviewed& reviewed) {
  std::string text;
  if (reviewed.looked_at > 0) {
    text = fmt::format(
        "People confirmed {} of {} verdicts they looked at ({} trials seen by two); {} overturned",
        reviewed.confirmed, reviewed.looked_at, reviewed.seen_by_two, reviewed.overturned);
    if (reviewed.open > 0) text += fmt::format(", {} they differ on", reviewed.open);
    text += ".";
  }
  if (reviewed.damaged_lines > 0)
    text += fmt::format("{}{} lines of labels.jsonl are damaged.", text.empty() ? "" : " ",
                        reviewed.damaged_lines);
  if (reviewed.passed_over > 0)
    text += fmt::format("{}{} labels do not fit these conversations and count for nothing.",
                        text.empty() ? "" : " ", reviewed.passed_over);
  return text;
}

Json to_json(const Reviewed& reviewed) {
  Json verdicts = Json::array();
  for (const Reviewed::Verdict& one : reviewed.some) {
    verdicts.push_back(
        {{"trial", one.trial},
         {"case", one.case_id},
         {"repeat", one.repeat},
         {"verdict", name(one.verdict)},
         {"people", one.people.label ? Json(name(*one.people.label)) : Json(nullptr)},
         {"consensus", name(one.people.consensus)}});
  }
  return {{"looked_at", reviewed.looked_at},
          {"confirmed", reviewed.confirmed},
          {"overturned", reviewed.overturned},
          {"open", reviewed.open},
          {"seen_by_two", reviewed.seen_by_two},
          {"damaged_lines", reviewed.damaged_lines},
          {"verdicts", verdicts}};
}

}  // namespace redcode::report
