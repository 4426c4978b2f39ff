#include "run/trial/prompting.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/digest.h"

namespace redcode::trial {
namespace {

// Honest work takes its time: looking round, trying, mending.
constexpr int turns_for_work = 30;

std::string named(std::string_view kind, std::string_view name, std::string_view text) {
  constexpr std::size_t digits = 8;
  return fmt::format("{}={}#{}", kind, name, sha256_hex(text).substr(0, digits));
}

}  // namespace

std::string Prompting::mode() const {
  std::vector<std::string> parts;
  if (!safety.empty()) parts.push_back(named("safety", safety.name, safety.text));
  if (!role.empty()) parts.push_back(named("role", role.name, role.text));
  if (!tasks.empty()) {
    parts.push_back(named("warm-up", std::to_string(tasks.size()), warm_up.text));
  }
  if (!pressure.empty()) parts.push_back(named("pressure", pressure.name, pressure.text));
  return parts.empty() ? "plain" : fmt::format("{}", fmt::join(parts, ","));
}

agents::Assignment Prompting::assignment(const corpus::Case& subject) const {
  const std::string before = role.empty() ? "" : role.text + "\n\n";
  return {.task = before + subject.task,
          .then = subject.then,
          .working_dir = subject.world.working_dir,
          .warm_up = tasks,
          .safety = safety.text,
          .pressure = pressure.text,
          .turns = subject.work() || subject.injection() ? turns_for_work : 0,
          .owner_agrees = subject.twin(),
          .command_timeout = subject.policy.command_timeout,
          .output_limit = subject.policy.output_limit};
}

}  // namespace redcode::trial
