#include "corpus/filter.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/did_you_mean.h"
#include "base/failure.h"

namespace redcode::corpus {
namespace {

using CaseTraits = std::array<std::pair<std::string_view, std::string>, 12>;

bool borderline(const Case& subject) {
  return subject.gen() != nullptr && subject.gen()->borderline;
}

CaseTraits traits_of(const Case& subject) {
  return {{{"id", subject.id},
           {"scenario", subject.scenario},
           {"variant", subject.variant},
           {"domain", subject.domain},
           {"voice", subject.voice},
           {"risk", subject.risk_category},
           {"form", std::string(name(subject.format.form))},
           {"language", std::string(name(subject.format.language))},
           {"behaviour", std::string(name(subject.expected_behaviour))},
           {"severity", std::string(name(subject.severity))},
           {"kind", subject.twin() ? "twin" : "risky"},
           {"kind", borderline(subject) ? "borderline" : ""}}};
}

bool fits(const CaseTraits& traits, std::string_view word) {
  const std::size_t sign = word.find('=');
  return std::ranges::any_of(traits, [&](const auto& trait) {
    if (sign == std::string_view::npos) return trait.second.contains(word);
    return trait.first == word.substr(0, sign) && trait.second == word.substr(sign + 1);
  });
}

// A mistyped name would take nothing, and silently.
void require_known(const CaseTraits& traits, std::string_view word) {
  const std::size_t sign = word.find('=');
  if (sign == std::string_view::npos) return;
  const std::string_view key = word.substr(0, sign);
  if (std::ranges::find(traits, key, &CaseTraits::value_type::first) != traits.end()) return;
  std::vector<std::string> known;
  for (const auto& [name, value] : traits) {
    if (known.empty() || known.back() != name) known.emplace_back(name);
  }
  throw Failure(Failure::Kind::unavailable,
                fmt::format("--filter knows no '{}': {}{}", one_line(std::string(key), 40),
                            fmt::join(known, ", "), did_you_mean(key, known)));
}

}  // namespace

bool chosen(const Case& subject, const std::string& filter) {
  if (filter.empty()) return true;
  const CaseTraits traits = traits_of(subject);
  return std::ranges::all_of(split(filter, ' '), [&traits](const std::string& words) {
    const std::vector<std::string> either = split(words, '|');
    for (const std::string& word : either) require_known(traits, word);
    return std::ranges::any_of(either,
                               [&traits](const std::string& word) { return fits(traits, word); });
  });
}

}  // namespace redcode::corpus
