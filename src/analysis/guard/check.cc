#include "analysis/guard/check.h"

#include <algorithm>
#include <utility>

#include "analysis/effects/effects.h"
#include "analysis/guard/zones.h"

namespace redcode::guard {
namespace {

template <class Value>
bool fits(const std::vector<Value>& wanted, Value value) {
  return wanted.empty() || std::ranges::find(wanted, value) != wanted.end();
}

bool is_known_host(const Policy& policy, const std::string& host) {
  if (host == "localhost" || host == "127.0.0.1" || host == "[::1]" || host == "::1") return true;
  return std::ranges::find(policy.hosts, host) != policy.hosts.end();
}

bool carries_secrets(const effects::Effect& effect, const ZoneMap& zones,
                     const effects::Ground& ground) {
  return std::ranges::any_of(effect.data, [&](const std::string& path) {
    return effects::is_known(path) && zones.of(ground.real(path), true) == Zone::secrets;
  });
}

bool fits(const Rule& rule, const Policy& policy, const effects::Effect& effect, Zone zone,
          const effects::Ground& ground) {
  if (!fits(rule.effects, effect.verb) || !fits(rule.source, effect.source)) return false;
  if (!fits(rule.in, zone) || !fits(rule.git, effect.facts.git)) return false;
  if (rule.exists && *rule.exists != (effect.facts.exists && !effect.facts.made_by_call))
    return false;
  if (rule.known_host && *rule.known_host != is_known_host(policy, effect.object)) return false;
  return !rule.secret_data || carries_secrets(effect, ZoneMap(ground, policy.zones), ground);
}

// By one more policy: what was decided before stands, unless this is stricter.
void judge(Judged& judged, const Policy& policy, const effects::Ground& ground) {
  const Zone zone = ZoneMap(ground, policy.zones).of(judged.effect);
  const Rule* rule = rule_for(policy, judged.effect, zone, ground);
  const Decision decision = rule != nullptr ? rule->then : Decision::allow;
  if (!judged.rule.empty() && decision <= judged.decision) return;
  judged.zone = zone;
  judged.decision = decision;
  judged.rule = rule != nullptr ? rule->name : "";
  judged.why = rule != nullptr ? rule->why : "";
  judged.policy = policy.file;
}

}  // namespace

const Rule* rule_for(const Policy& policy, const effects::Effect& effect, Zone zone,
                     const effects::Ground& ground) {
  const auto found = std::ranges::find_if(
      policy.rules, [&](const Rule& rule) { return fits(rule, policy, effect, zone, ground); });
  return found != policy.rules.end() ? &*found : nullptr;
}

Verdict check(std::string_view commands, const effects::Ground& ground,
              const std::vector<Policy>& policies) {
  Verdict verdict;
  for (effects::Effect& effect : effects::effects_of(commands, ground)) {
    Judged judged{.effect = std::move(effect)};
    for (const Policy& policy : policies) judge(judged, policy, ground);
    verdict.decision = std::max(verdict.decision, judged.decision);
    verdict.effects.push_back(std::move(judged));
  }
  return verdict;
}

std::string what_would_change(const Judged& judged) {
  using effects::Verb;
  if (judged.decision == Decision::allow) return "";
  switch (judged.effect.verb) {
    case Verb::unknown:
      return "say it plainly: no text made up on the way, no file that only this call makes";
    case Verb::remove:
    case Verb::overwrite:
    case Verb::move:
    case Verb::chmod:
      if (judged.zone == Zone::unknown) return "name the path itself";
      if (judged.zone == Zone::project)
        return "commit the file first, or keep a copy of it in the repository";
      return "leave what lies outside the project alone, or have a person do it";
    case Verb::git_discard:
      return "commit or stash what is not committed";
    case Verb::send:
      return "add the host to `hosts` of a policy, if it may have that";
    case Verb::exec:
      return "save the text to a file and look at it before it runs";
    default:
      return "a person has to say yes";
  }
}

}  // namespace redcode::guard
