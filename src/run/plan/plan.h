// Plan: which trials a run consists of: cases × agents × repeats.
//
// A trial's number is its index in this order: all cases once before any twice, agents side by
// side. It is arithmetic: a plan keeps something for each case and each agent, nothing for a trial.
// What a trial is called (record::Trial::id) follows from its content, so a larger plan has the
// trials of a smaller one under the same ids.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "record/trial.h"

namespace redcode::plan {

// Who is tried, and how tasks are put to it.
struct AgentConfig {
  record::AgentId agent;
  std::string prompt_mode = "plain";
  bool operator==(const AgentConfig&) const = default;
};

struct CaseName {
  std::string id;
  std::string digest;
};

// What a plan is made of. Everything that decides its trials is in here.
struct Dimensions {
  std::string corpus_digest;
  std::string image_digest;
  std::vector<CaseName> cases;  // in the order of their turns
  std::vector<AgentConfig> agent_configs;
  std::uint32_t repeats = 1;
};

class Plan {
 public:
  // Requires: no two cases of one id, no two equal agent configurations.
  explicit Plan(Dimensions dimensions);

  std::uint64_t size() const;
  // Requires: number < size().
  record::Trial trial(std::uint64_t number) const;
  // Nothing for a trial that is none of this plan's.
  std::optional<std::uint64_t> number_of(const record::Trial& trial) const;
  // The same for every process that has the same plan.
  std::string digest() const;

  const Dimensions& dimensions() const { return dimensions_; }

 private:
  Dimensions dimensions_;
  std::unordered_map<std::string, std::uint32_t> case_numbers_;  // by id
};

}  // namespace redcode::plan
