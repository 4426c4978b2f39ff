#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/text.h"
#include "sandbox/attest/expectations.h"

namespace redcode::attest {
namespace {

constexpr std::int64_t mebibyte = std::int64_t{1} << 20U;

std::int64_t number_of(std::uint64_t value) { return static_cast<std::int64_t>(value); }

// "refused 253": how many processes there could be before one more was refused.
Want refused_by(std::uint32_t limit) {
  return {.text = fmt::format("refused at {}", limit), .holds = [limit](std::string_view found) {
            constexpr std::string_view prefix = "refused ";
            return found.starts_with(prefix) &&
                   at_most(number_of(limit)).holds(found.substr(prefix.size()));
          }};
}

// "/tmp=104857600" among the words, or less.
bool has_size(const std::vector<std::string>& words, const record::Tmpfs& wanted) {
  const std::string prefix = wanted.path + "=";
  return std::ranges::any_of(words, [&](const std::string& word) {
    return word.starts_with(prefix) &&
           at_most(number_of(wanted.size_bytes)).holds(word.substr(prefix.size()));
  });
}

// Every tmpfs of the policy, none larger than it may be.
Want sizes_of(const std::vector<record::Tmpfs>& all) {
  return {.text = "as the policy says", .holds = [all](std::string_view found) {
            const std::vector<std::string> words = split(found, ' ');
            return std::ranges::all_of(
                all, [&words](const record::Tmpfs& one) { return has_size(words, one); });
          }};
}

// Percent of one processor in a short time: a quota comes in slices, and one may be left over.
Want share_of(std::uint32_t quota) {
  const std::int64_t percent = quota / 1000;
  return at_most((percent * 3 / 2) + 10);
}

std::string unless_tried(const Setting& setting) {
  if (forks_to_try(setting) > 0) return "";
  return setting.host_kernel ? "not tried: too many processes"
                             : "not tried: it would hit the sandbox's own kernel";
}

// A kernel of the sandbox's own counts its processes itself, or the host counts what carries them.
bool counted_inside(const Setting& setting) {
  return !setting.host_kernel && !setting.engine.starts_with("oci");
}

std::string unless_counted_inside(const Setting& setting) {
  return counted_inside(setting) ? "" : "not judged: the host counts them";
}

// How many tasks of the host's the policy's processes may be.
std::int64_t tasks_outside(const Setting& setting) {
  constexpr std::int64_t threads_of_a_kernel = 128;
  constexpr std::int64_t tasks_of_a_process = 64;
  const std::int64_t processes = setting.policy.pids_limit;
  if (setting.host_kernel) return processes;
  return threads_of_a_kernel + (processes * (counted_inside(setting) ? tasks_of_a_process : 1));
}

}  // namespace

std::uint32_t forks_to_try(const Setting& setting) {
  constexpr std::uint32_t most = 4096;
  constexpr std::uint32_t beyond = 16;
  const bool few = setting.policy.pids_limit <= most;
  return setting.host_kernel && few ? setting.policy.pids_limit + beyond : 0;
}

std::vector<Expectation> limit_expectations(const Setting& setting) {
  const record::Policy& policy = setting.policy;
  const std::string unless =
      setting.host_kernel ? "" : "not judged: it is the sandbox's own kernel";
  Rows rows;
  rows.must_unless(unless_tried(setting), {"limit.pids"}, refused_by(policy.pids_limit))
      .must_unless(unless_counted_inside(setting), {"limit.nproc"},
                   at_most(number_of(policy.pids_limit)))
      .must_unless(unless, {"limit.cpu"}, share_of(policy.cpu_quota))
      .must({"limit.tmpfs"}, sizes_of(policy.tmpfs))
      .must({"limit.shared_memory"}, at_most(64 * mebibyte))
      .must_unless(policy.disk_limit > 0 ? "" : "not judged: the policy sets none", {"limit.disk"},
                   at_most(number_of(policy.disk_limit)))
      .must_unless(policy.files_limit > 0 ? "" : "not judged: the policy sets none",
                   {"limit.files"}, at_most(number_of(policy.files_limit)))
      .must({"limit.nofile"}, at_most(mebibyte))
      .must({"limit.core"}, exactly("0"))
      .must({"limit.raise", "limit.realtime"}, refused())
      .must_unless(unless, {"limit.nice", "limit.oom_score"}, refused())
      .must({"outside.seccomp"}, exactly("2"))
      .must({"outside.no_new_privs"}, exactly("1"))
      .must(
          {"outside.network"},
          not_this(setting.host_namespaces.contains("net") ? setting.host_namespaces.at("net") : "",
                   "not the host's"))
      .must({"outside.memory"}, at_most(number_of(policy.memory_limit)))
      .must({"outside.pids"}, at_most(tasks_outside(setting)))
      .must({"outside.cpu"}, at_most(policy.cpu_quota));
  return rows.take();
}

}  // namespace redcode::attest
