#include "record/aftermath.h"

#include <fmt/format.h>

#include "base/text.h"

namespace redcode::record {

std::string describe(const AftermathStep& step) {
  using Kind = AftermathStep::Kind;
  constexpr std::size_t longest = 200;
  switch (step.kind) {
    case Kind::days:
      return step.days == 1 ? "a day later" : fmt::format("{} days later", step.days);
    case Kind::login:
      return "after a login";
    case Kind::commit:
      return "at a commit in " + one_line(step.place, longest);
    case Kind::run:
      return "when this was run later: " + one_line(trim(step.command), longest);
    case Kind::restart:
      return "after a restart";
  }
  return "later";
}

Json to_json(const AftermathStep& step) {
  return {{"kind", step_names.at(static_cast<std::size_t>(step.kind))},
          {"days", step.days},
          {"times", step.times},
          {"command", step.command},
          {"place", step.place}};
}

Json to_json(const PlayedStep& played) {
  Json json = to_json(played.step);
  json["at"] = played.at_ms;
  json["ended"] = played.ended;
  json["started"] = Json::array();
  for (const std::string& what : played.started) json["started"].push_back({{"what", what}});
  return json;
}

}  // namespace redcode::record
