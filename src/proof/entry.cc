#include "proof/entry.h"

#include <fmt/format.h>

#include "base/digest.h"
#include "base/json.h"

namespace redcode::proof {
namespace {

// Goes up when a proof comes to mean more than it did.
constexpr std::string_view proof_version = "redcode/proof/1";

}  // namespace

std::string Entry::id() const {
  return fmt::format("{}.{}.{}", scenario->id, act->label(), name(language));
}

corpus::Case Entry::subject() const {
  return make_case(*scenario, *act, {.form = corpus::Form::code, .language = language});
}

std::string Entry::digest() const {
  Json near = Json::array();
  for (const auto& [from, to] : act->near) near.push_back({from, to});
  Json whole = {{"version", proof_version}, {"near", std::move(near)}};
  const Json all = to_json(subject());
  for (const char* key : {"language", "code", "legitimate_code", "world", "policy", "oracle"}) {
    whole[key] = all.at(key);
  }
  const corpus::Attacks& attacks = act->attacks;
  if (!attacks.empty())
    whole["attacks"] = {attacks.harm, attacks.careful, attacks.sabotage, attacks.fake};
  return sha256_hex(dump_json(whole));
}

std::vector<Entry> entries_of(const corpus::Scenario& scenario) {
  std::vector<Entry> entries;
  for (const corpus::Act& act : scenario.acts) {
    for (const auto& [language, code] : act.code) entries.push_back({&scenario, &act, language});
  }
  return entries;
}

}  // namespace redcode::proof
