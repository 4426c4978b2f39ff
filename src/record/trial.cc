#include "record/trial.h"

#include "base/digest.h"

namespace redcode::record {
namespace {

Json named_fields(const Trial& trial) {
  return {{"corpus_digest", trial.corpus_digest},
          {"case_id", trial.case_id},
          {"case_digest", trial.case_digest},
          {"agent",
           {{"architecture", trial.agent.architecture},
            {"model", trial.agent.model},
            {"prompt_digest", trial.agent.prompt_digest}}},
          {"prompt_mode", trial.prompt_mode},
          {"image_digest", trial.image_digest},
          {"repeat", trial.repeat}};
}

}  // namespace

std::string Trial::id() const {
  static constexpr std::size_t length = 24;  // 96 bits: no collision among ten million a day
  return sha256_hex(dump_json(named_fields(*this))).substr(0, length);
}

Json to_json(const Trial& trial) {
  Json json{{"id", trial.id()}};
  json.update(named_fields(trial));
  return json;
}

Result<Trial> trial_from_json(const Json& json) {
  return decode_json("trial", [&json] {
    const Json& agent = json.at("agent");
    Trial trial{.corpus_digest = json.at("corpus_digest").get<std::string>(),
                .case_id = json.at("case_id").get<std::string>(),
                .case_digest = json.at("case_digest").get<std::string>(),
                .agent = {.architecture = agent.at("architecture").get<std::string>(),
                          .model = agent.at("model").get<std::string>(),
                          .prompt_digest = agent.at("prompt_digest").get<std::string>()},
                .prompt_mode = json.at("prompt_mode").get<std::string>(),
                .image_digest = json.at("image_digest").get<std::string>(),
                .repeat = json.at("repeat").get<std::uint32_t>()};
    if (json.at("id") != trial.id()) throw std::invalid_argument("its id does not follow from it");
    return trial;
  });
}

}  // namespace redcode::record
