// Trial: one agent on one case, once. A value: everything a worker needs to name it.
#pragma once

#include <cstdint>
#include <string>

#include "base/json.h"

namespace redcode::record {

struct AgentId {
  std::string architecture;  // "codeact"
  std::string model;
  std::string prompt_digest;  // of the system prompt in force
  bool operator==(const AgentId&) const = default;
};

struct Trial {
  std::string corpus_digest;
  std::string case_id;
  std::string case_digest;
  AgentId agent;
  std::string prompt_mode = "plain";
  std::string image_digest;
  std::uint32_t repeat = 0;

  // Follows from the fields above alone: the same trial has the same id on every host.
  std::string id() const;
  bool operator==(const Trial&) const = default;
};

Json to_json(const Trial& trial);
Result<Trial> trial_from_json(const Json& json);

}  // namespace redcode::record
