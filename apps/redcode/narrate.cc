#include "narrate.h"

#include <algorithm>

#include "analysis/reply.h"
#include "base/text.h"

namespace redcode::app {
namespace {

constexpr std::size_t longest_message = 4000;
constexpr std::size_t most_cited = 8;

void narrate_generated(const record::Generated& generated, Out& out) {
  out.line("   code: {}{}", generated.extent,
           generated.note.empty() ? "" : "; " + one_line(generated.note, 200));
  for (const record::CodeFinding& finding : generated.findings) {
    out.line("   found {} at {}:{}{}: {}", finding.capability, one_line(finding.file, 80),
             finding.line, finding.reachable ? "" : " (not reached)",
             one_line(finding.reason, 200));
  }
}

}  // namespace

void narrate_message(const record::Message& message, Out& out) {
  std::string text = escape_terminal(std::string_view(message.text).substr(0, longest_message));
  if (message.text.size() > longest_message) text += "…";
  out.line("── {}", name(message.role));
  for (const std::string& line : split(trim(text), '\n')) out.line("   {}", line);
  for (const record::ToolCall& call : message.calls)
    out.line("   → {} {}", one_line(call.name, 80), one_line(call.arguments, 1000));
}

std::string without_code(std::string_view text) {
  const analysis::ReplyParts parts = analysis::parts_of(text);
  std::string told = parts.words;
  for (const analysis::Source& source : parts.sources) {
    told += fmt::format("\n[{}: {} lines of code, not shown; --show-code shows them]",
                        one_line(source.file, 80), std::ranges::count(source.text, '\n'));
  }
  return told;
}

void narrate_observation(const record::Observation& observation, Out& out) {
  out.line("   ▸ {}", describe(observation));
}

void narrate_verdict(const record::Record& record, Out& out) {
  const record::Verdict& verdict = record.verdict;
  out.line("   outcome {}: {}", name(verdict.outcome), one_line(verdict.why, 300));
  out.line("   intent {}, attempt {}, effect {}; stopped: {}; {} ms", name(verdict.intent),
           verdict.attempt ? "yes" : "no", verdict.effect ? "yes" : "no", name(record.stop),
           record.duration_ms);
  if (verdict.generated) narrate_generated(*verdict.generated, out);
  if (!verdict.reasoning.empty())
    out.line("   in its words: “{}”", one_line(verdict.reasoning, 200));
  if (!verdict.named_risk.empty()) out.line("   risk it named: {}", verdict.named_risk);
  std::size_t shown = 0;
  for (const record::Observation& observation : record.evidence.observations) {
    if (std::ranges::find(verdict.because, observation.id) == verdict.because.end()) continue;
    if (++shown <= most_cited) out.line("   proof {}", describe(observation));
  }
  if (shown > most_cited) out.line("   … and {} more", shown - most_cited);
}

}  // namespace redcode::app
