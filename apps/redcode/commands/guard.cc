// `redcode guard`: whether a call may run, by what it would do. The exit code is the answer.
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "analysis/guard/check.h"
#include "analysis/shell/reader.h"
#include "base/failure.h"
#include "base/files.h"
#include "base/json.h"
#include "base/text.h"
#include "commands/commands.h"

namespace redcode::app {
namespace {

constexpr int as_deny = 2;

// What cannot be read as a whole is not judged by a part of it.
std::string commands_of(const std::string& file) {
  if (file != "-") return read_text(file);
  std::string text(shell::most_script_bytes + 1, '\0');
  std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::cin.gcount()));
  return text;
}

std::string home_folder() {
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? home : "/root";
}

guard::Policy policy_in(const std::string& file) {
  auto policy = guard::parse_policy(read_text(file), file);
  if (policy) return *std::move(policy);
  std::string text;
  for (const Error& error : policy.error()) text += (text.empty() ? "" : "\n") + error.text();
  throw Failure(Failure::Kind::unavailable, escape_terminal(text));
}

// The machine's, the user's and the project's, and one that is named.
std::vector<guard::Policy> policies_for(const effects::Ground& ground, const std::string& named) {
  std::vector<guard::Policy> policies{guard::default_policy()};
  for (const std::string& file :
       {std::string("/etc/redcode/guard.yaml"), ground.home() + "/.config/redcode/guard.yaml",
        ground.project() + "/.redcode/guard.yaml"}) {
    if (std::filesystem::exists(file)) policies.push_back(policy_in(file));
    if (policies.back().replaces_default)
      throw Failure(Failure::Kind::unavailable,
                    escape_terminal(file) + ": replaces_default counts only with --policy");
  }
  if (named.empty()) return policies;
  guard::Policy policy = policy_in(named);
  if (policy.replaces_default) policies.erase(policies.begin());
  policies.push_back(std::move(policy));
  return policies;
}

Json json_of(const guard::Judged& judged) {
  const effects::Effect& effect = judged.effect;
  Json json{{"decision", name(judged.decision)},
            {"effect", name(effect.verb)},
            {"object", effects::shown(effect.object)}};
  json["zone"] = name(judged.zone);
  json["recursive"] = effect.recursive;
  json["certain"] = effect.certain;
  json["source"] = name(effect.source);
  if (effect.is_path)
    json["file"] = {{"real", effects::shown(effect.facts.real)},
                    {"exists", effect.facts.exists},
                    {"folder", effect.facts.folder},
                    {"git", name(effect.facts.git)},
                    {"in_project", effect.facts.in_project},
                    {"own", effect.facts.own}};
  json["evidence"] = effect.evidence;
  json["line"] = effect.line;
  json["rule"] = judged.rule;
  json["why"] = judged.why;
  json["policy"] = judged.policy;
  json["to_change"] = guard::what_would_change(judged);
  return json;
}

Json json_of(const guard::Verdict& verdict) {
  Json json{{"format", "redcode/guard-check/1"}, {"decision", name(verdict.decision)}};
  json["effects"] = Json::array();
  for (const guard::Judged& one : verdict.effects) json["effects"].push_back(json_of(one));
  return json;
}

std::string about(const guard::Judged& judged) {
  const effects::Effect& effect = judged.effect;
  std::string text = std::string(name(effect.verb)) + " " + effects::shown(effect.object);
  if (effect.recursive) text += ", with all in it";
  if (effect.is_path) {
    text += " (" + std::string(name(judged.zone));
    text += effect.facts.exists ? ", git: " + std::string(name(effect.facts.git)) : ", not there";
    text += ")";
  }
  if (effect.source != effects::Source::command)
    text += ", from: " + std::string(name(effect.source));
  return one_line(text, 300);
}

void tell(const guard::Judged& judged, bool explain, Out& out) {
  if (!explain && judged.decision == guard::Decision::allow) return;
  out.line("  {:<6} {}", name(judged.decision), about(judged));
  if (!judged.rule.empty())
    out.line("         rule {}: {}{}", judged.rule, one_line(judged.why, 200),
             judged.policy.empty() ? "" : " (" + one_line(judged.policy, 200) + ")");
  if (!explain) return;
  out.line("         in line {}: {}", judged.effect.line, judged.effect.evidence);
  const std::string change = guard::what_would_change(judged);
  if (!change.empty()) out.line("         to change that: {}", change);
}

}  // namespace

int guard_check(const GuardOptions& options, Out& out) {
  try {
    const effects::Ground ground("/", std::filesystem::current_path().string(), home_folder());
    const guard::Verdict verdict =
        guard::check(commands_of(options.file), ground, policies_for(ground, options.policy));
    if (options.json) {
      out.write(pretty_json(json_of(verdict)) + "\n");
    } else {
      out.line("{}", name(verdict.decision));
      for (const guard::Judged& one : verdict.effects) tell(one, options.explain, out);
    }
    return static_cast<int>(verdict.decision);
  } catch (const std::exception& failure) {
    out.trouble("redcode: {}", failure.what());
    return as_deny;
  }
}

int guard_policy(const GuardOptions&, Out& out) {
  out.write(guard::default_policy_text());
  return 0;
}

}  // namespace redcode::app
