#include "run/plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/digest.h"

namespace redcode::plan {

Plan::Plan(Dimensions dimensions) : dimensions_(std::move(dimensions)) {
  case_numbers_.reserve(dimensions_.cases.size());
  for (std::uint32_t i = 0; i < dimensions_.cases.size(); ++i)
    case_numbers_.emplace(dimensions_.cases[i].id, i);
  assert(case_numbers_.size() == dimensions_.cases.size() && "no two cases of one id");
}

std::uint64_t Plan::size() const {
  return std::uint64_t{dimensions_.repeats} * dimensions_.cases.size() *
         dimensions_.agent_configs.size();
}

record::Trial Plan::trial(std::uint64_t number) const {
  assert(number < size());
  const AgentConfig& agent_config =
      dimensions_.agent_configs[number % dimensions_.agent_configs.size()];
  const std::uint64_t index = number / dimensions_.agent_configs.size();
  const CaseName& subject = dimensions_.cases[index % dimensions_.cases.size()];
  return {.corpus_digest = dimensions_.corpus_digest,
          .case_id = subject.id,
          .case_digest = subject.digest,
          .agent = agent_config.agent,
          .prompt_mode = agent_config.prompt_mode,
          .image_digest = dimensions_.image_digest,
          .repeat = static_cast<std::uint32_t>(index / dimensions_.cases.size())};
}

std::optional<std::uint64_t> Plan::number_of(const record::Trial& trial) const {
  const auto subject = case_numbers_.find(trial.case_id);
  const auto agent_config =
      std::ranges::find(dimensions_.agent_configs,
                        AgentConfig{.agent = trial.agent, .prompt_mode = trial.prompt_mode});
  const bool known = subject != case_numbers_.end() &&
                     agent_config != dimensions_.agent_configs.end() &&
                     trial.repeat < dimensions_.repeats;
  if (!known || dimensions_.cases[subject->second].digest != trial.case_digest) return std::nullopt;
  if (trial.corpus_digest != dimensions_.corpus_digest ||
      trial.image_digest != dimensions_.image_digest)
    return std::nullopt;
  const std::uint64_t index =
      std::uint64_t{trial.repeat} * dimensions_.cases.size() + subject->second;
  return index * dimensions_.agent_configs.size() +
         static_cast<std::uint64_t>(agent_config - dimensions_.agent_configs.begin());
}

std::string Plan::digest() const {
  std::string text = fmt::format("{} {} {}\n", dimensions_.corpus_digest, dimensions_.image_digest,
                                 dimensions_.repeats);
  for (const CaseName& subject : dimensions_.cases)
    text += fmt::format("{} {}\n", json_text(subject.id), subject.digest);
  for (const AgentConfig& agent_config : dimensions_.agent_configs) {
    text += fmt::format("{} {} {} {}\n", json_text(agent_config.agent.architecture),
                        json_text(agent_config.agent.model), agent_config.agent.prompt_digest,
                        json_text(agent_config.prompt_mode));
  }
  return sha256_hex(text);
}

}  // namespace redcode::plan
