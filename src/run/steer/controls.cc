#include "run/steer/controls.h"

namespace redcode::steer {
namespace {

Json under_way_json(const std::vector<UnderWay>& trials) {
  Json list = Json::array();
  for (const UnderWay& one : trials)
    list.push_back({{"case_id", one.case_id}, {"seconds", one.seconds}});
  return list;
}

std::vector<UnderWay> under_way_from(const Json& json) {
  std::vector<UnderWay> trials;
  for (const Json& one : member_or(json, "under_way", Json::array())) {
    if (trials.size() == most_under_way) break;
    trials.push_back({.case_id = member_or<std::string>(one, "case_id", ""),
                      .seconds = member_or(one, "seconds", 0.0)});
  }
  return trials;
}

}  // namespace

Json to_json(const Status& status) {
  return {{"planned", status.planned},
          {"over", status.over},
          {"skipped", status.skipped},
          {"running", status.running},
          {"under_way", under_way_json(status.under_way)},
          {"retried", status.retried},
          {"queued", status.queued},
          {"outcomes", status.outcomes},
          {"input_tokens", status.input_tokens},
          {"output_tokens", status.output_tokens},
          {"seconds", status.seconds},
          {"concurrency", status.concurrency},
          {"sandboxes_limit", status.sandboxes_limit},
          {"order", status.order},
          {"why_slow", status.why_slow},
          {"run_folder", status.run_folder}};
}

Status status_from_json(const Json& json) {
  Status status;
  const auto take = [&json](std::string_view key, auto& member) {
    member = member_or(json, key, member);
  };
  take("planned", status.planned);
  take("over", status.over);
  take("skipped", status.skipped);
  take("running", status.running);
  status.under_way = under_way_from(json);
  take("retried", status.retried);
  take("queued", status.queued);
  const Json outcomes = member_or(json, "outcomes", Json::object());
  for (const auto& [outcome, count] : outcomes.items())
    status.outcomes[outcome] = member_or(outcomes, outcome, std::uint64_t{0});
  take("input_tokens", status.input_tokens);
  take("output_tokens", status.output_tokens);
  take("seconds", status.seconds);
  take("concurrency", status.concurrency);
  take("sandboxes_limit", status.sandboxes_limit);
  take("order", status.order);
  take("why_slow", status.why_slow);
  take("run_folder", status.run_folder);
  return status;
}

}  // namespace redcode::steer
