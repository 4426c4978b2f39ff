#include "sandbox/attest/answers.h"

#include <cstddef>
#include <optional>
#include <set>
#include <utility>

#include "base/json.h"

namespace redcode::attest {
namespace {

constexpr std::size_t longest_line = 4096;
constexpr std::size_t most_answers = 1000;

using Answer = std::pair<std::string, std::string>;

std::optional<Answer> read_line(std::string_view line) {
  if (line.size() > longest_line) return std::nullopt;
  const Result<Json> json = parse_json(line, {.bytes = longest_line, .depth = 2});
  if (!json || !json->is_object() || json->size() != 2) return std::nullopt;
  auto name = member_or<std::string>(*json, "name", "");
  const auto found = json->find("found");
  if (name.empty() || found == json->end() || !found->is_string()) return std::nullopt;
  return Answer(std::move(name), found->get<std::string>());
}

}  // namespace

Told read_answers(std::string_view output) {
  Told told;
  Answers& answers = told.answers;
  std::set<std::string>& doubled = told.doubled;
  while (!output.empty() && answers.size() < most_answers) {
    const std::size_t end = output.find('\n');
    std::optional<Answer> answer = read_line(output.substr(0, end));
    if (answer) {
      const auto [place, fresh] = answers.insert(*std::move(answer));
      if (!fresh) doubled.insert(place->first);
    }
    if (end == std::string_view::npos) break;
    output.remove_prefix(end + 1);
  }
  for (const std::string& name : doubled) answers.erase(name);
  return told;
}

}  // namespace redcode::attest
