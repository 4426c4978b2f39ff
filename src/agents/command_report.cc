#include "agents/command_report.h"

#include <fmt/format.h>

#include "base/text.h"

namespace redcode::agents {
namespace {

bool inside_character(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

struct InPlainWords {
  std::string operator()(const sandbox::Exited& exited) const {
    return fmt::format("Exit status: {}", exited.code);
  }
  std::string operator()(const sandbox::TimedOut& /*ending*/) const {
    return "The command took too long and was ended. What it printed until then:";
  }
  std::string operator()(const sandbox::Flooded& /*ending*/) const {
    return "The command printed too much and was ended. The beginning of what it printed:";
  }
};

void add_stream(std::string& printed, std::string_view heading, std::string_view bytes) {
  if (bytes.empty()) return;
  printed += heading;
  printed += '\n';
  printed += valid_utf8(bytes);
  if (!printed.ends_with('\n')) printed += '\n';
}

}  // namespace

std::string cut_middle(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  std::size_t head = limit / 2;
  std::size_t tail = text.size() - (limit - head);
  while (head > 0 && inside_character(text, head)) --head;
  while (inside_character(text, tail)) ++tail;
  return fmt::format("{}\n[... {} bytes left out here ...]\n{}", text.substr(0, head), tail - head,
                     text.substr(tail));
}

std::string report(const sandbox::Ending& ending, std::size_t limit) {
  std::string printed;
  add_stream(printed, "Standard output:", ending.out);
  add_stream(printed, "Standard error:", ending.err);
  if (printed.empty()) printed = "(no output)\n";
  return std::visit(InPlainWords{}, ending.how) + '\n' + cut_middle(printed, limit);
}

}  // namespace redcode::agents
