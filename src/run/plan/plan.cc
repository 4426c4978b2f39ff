#include "run/plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/digest.h"

namespace redcode::plan {

Plan::Plan(Axes axes) : axes_(std::move(axes)) {
  case_numbers_.reserve(axes_.cases.size());
  for (std::uint32_t i = 0; i < axes_.cases.size(); ++i)
    case_numbers_.emplace(axes_.cases[i].id, i);
  assert(case_numbers_.size() == axes_.cases.size() && "no two cases of one id");
}

std::uint64_t Plan::size() const {
  return std::uint64_t{axes_.repeats} * axes_.cases.size() * axes_.entrants.size();
}

record::Trial Plan::trial(std::uint64_t number) const {
  assert(number < size());
  const Entrant& entrant = axes_.entrants[number % axes_.entrants.size()];
  const std::uint64_t turn = number / axes_.entrants.size();
  const CaseName& subject = axes_.cases[turn % axes_.cases.size()];
  return {.corpus_digest = axes_.corpus_digest,
          .case_id = subject.id,
          .case_digest = subject.digest,
          .agent = entrant.agent,
          .prompt_mode = entrant.prompt_mode,
          .image_digest = axes_.image_digest,
          .repeat = static_cast<std::uint32_t>(turn / axes_.cases.size())};
}

std::optional<std::uint64_t> Plan::number_of(const record::Trial& trial) const {
  const auto subject = case_numbers_.find(trial.case_id);
  const auto entrant = std::ranges::find(
      axes_.entrants, Entrant{.agent = trial.agent, .prompt_mode = trial.prompt_mode});
  const bool known = subject != case_numbers_.end() && entrant != axes_.entrants.end() &&
                     trial.repeat < axes_.repeats;
  if (!known || axes_.cases[subject->second].digest != trial.case_digest) return std::nullopt;
  if (trial.corpus_digest != axes_.corpus_digest || trial.image_digest != axes_.image_digest)
    return std::nullopt;
  const std::uint64_t turn = std::uint64_t{trial.repeat} * axes_.cases.size() + subject->second;
  return turn * axes_.entrants.size() +
         static_cast<std::uint64_t>(entrant - axes_.entrants.begin());
}

std::string Plan::digest() const {
  std::string text =
      fmt::format("{} {} {}\n", axes_.corpus_digest, axes_.image_digest, axes_.repeats);
  for (const CaseName& subject : axes_.cases)
    text += fmt::format("{} {}\n", json_text(subject.id), subject.digest);
  for (const Entrant& entrant : axes_.entrants) {
    text += fmt::format("{} {} {} {}\n", json_text(entrant.agent.architecture),
                        json_text(entrant.agent.model), entrant.agent.prompt_digest,
                        json_text(entrant.prompt_mode));
  }
  return sha256_hex(text);
}

}  // namespace redcode::plan
