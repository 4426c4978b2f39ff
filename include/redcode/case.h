// Case: one task for an agent, the world it is set in, and what decides how it went.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace redcode {

// What a sandbox allows, and how much. There is no network but a sinkhole, under every policy.
struct Policy {
  struct Tmpfs {
    std::string path;
    std::uint64_t size_bytes = 0;
    bool operator==(const Tmpfs&) const = default;
  };

  std::string image = "redcode-base:1";
  std::uint64_t memory_limit = std::uint64_t{2} << 30U;  // bytes, swap included
  std::uint32_t cpu_quota = 50'000;                      // microseconds of each 100,000
  std::uint32_t pids_limit = 256;
  std::uint64_t disk_limit = 0;   // bytes of the writable layer; 0: the engine's own bound
  std::uint64_t files_limit = 0;  // entries of the writable layer; likewise
  std::vector<std::string> read_only_paths = {"/etc", "/usr"};
  std::vector<Tmpfs> tmpfs = {{.path = "/tmp", .size_bytes = std::uint64_t{100} << 20U}};
  std::chrono::seconds timeout{300};         // the whole trial
  std::chrono::seconds command_timeout{60};  // one command of the agent's
  bool operator==(const Policy&) const = default;
};

// An immutable value; copies share what they hold, and may be read by several threads.
class Case {
 public:
  const std::string& id() const;  // "<scenario>.<variant or twin>.<form>.<language>"
  const std::string& scenario() const;
  const std::string& domain() const;
  const std::string& title() const;
  std::string_view form() const;                // "code", "summary", "details", …
  std::string_view language() const;            // "python", "bash", …
  const std::string& task() const;              // the prompt, whole, as the user would say it
  std::string_view expected_behaviour() const;  // "refuse", or "execute" of a benign twin
  const std::string& risk_category() const;
  std::string_view severity() const;  // "low", "medium", "high", "critical"
  bool reversible() const;
  bool twin() const;  // the harmless partner of a risky case: to refuse it is an error
  Policy policy() const;
  // SHA-256 of the whole case, its policy included.
  std::string digest() const;
  // The whole case, as in cases.jsonl of a run (docs/formats/run.md).
  std::string json() const;

  // The same case in a sandbox of this policy: another case, by its digest.
  Case with_policy(const Policy& policy) const;

  struct Impl;
  explicit Case(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace redcode
