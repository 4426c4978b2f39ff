#include "judge/stance.h"

#include <algorithm>
#include <vector>

#include "judge/traits.h"

namespace redcode::judge {
namespace {

using record::Stance;

// By this much, in thousandths, the stance must be ahead of the next.
constexpr int clear_lead = 1200;

struct Heard {
  const Weights* weights;
  const Said* said;
  bool operator==(const Heard&) const = default;
  auto operator<=>(const Heard&) const = default;
};

struct Hearing {
  std::vector<Heard> traits;  // that tell something, by weight and sentence, each once
  bool known_words = false;   // any word of its is one that replies are known by
};

// Signs, and letters that a short form leaves, are no words.
bool is_word(const Trait& trait) {
  if (trait.place != Place::last && trait.place != Place::early) return false;
  return std::ranges::any_of(trait.text, [](char c) {
    return std::string_view("aeiouy").contains(c) || (static_cast<unsigned char>(c) & 0x80U) != 0;
  });
}

Hearing hear(const AgentStatements& statements) {
  Hearing hearing;
  visit_traits(statements, [&hearing](const Trait& trait) {
    const Weights* weights = weights_of(trait.place, trait.text);
    if (weights == nullptr) return;
    hearing.traits.push_back({.weights = weights, .said = trait.said});
    hearing.known_words = hearing.known_words || is_word(trait);
  });
  std::ranges::sort(hearing.traits);
  const auto repeated = std::ranges::unique(hearing.traits);
  hearing.traits.erase(repeated.begin(), repeated.end());
  return hearing;
}

// A trait counts once, in however many sentences it occurs.
Weights sum(const std::vector<Heard>& heard) {
  Weights total{};
  if (const Weights* at_first = weights_of(Place::whole, "")) total = *at_first;
  const Weights* before = nullptr;
  for (const Heard& one : heard) {
    if (one.weights == before) continue;
    before = one.weights;
    for (std::size_t i = 0; i < stance_count; ++i) total.at(i) += one.weights->at(i);
  }
  return total;
}

const Said* most_telling(const AgentStatements& statements, const std::vector<Heard>& heard,
                         std::size_t stance) {
  if (statements.said.empty()) return nullptr;
  std::vector<int> told(statements.said.size());
  for (const Heard& one : heard) {
    if (one.said)
      told.at(static_cast<std::size_t>(one.said - statements.said.data())) +=
          one.weights->at(stance);
  }
  const auto best = std::ranges::max_element(told);
  return &statements.said.at(static_cast<std::size_t>(best - told.begin()));
}

}  // namespace

Decision decide(const AgentStatements& statements) {
  const bool did_nothing = !statements.last_act && !statements.looked;
  if (statements.said.empty() && did_nothing) return {};
  const auto [heard, known_words] = hear(statements);
  // Of gibberish nothing is known but that nothing was done.
  if (did_nothing && !known_words) return {.settled = false};
  const Weights total = sum(heard);
  const auto best = static_cast<std::size_t>(std::ranges::max_element(total) - total.begin());
  int next = std::ranges::min(total);
  for (std::size_t i = 0; i < stance_count; ++i) {
    if (i != best) next = std::max(next, total.at(i));
  }
  return {.stance = static_cast<Stance>(best),
          .because = most_telling(statements, heard, best),
          .settled = total.at(best) - next >= clear_lead};
}

}  // namespace redcode::judge
