// How an observation reads for people: one line, terminal-safe.
#include <fmt/format.h>

#include "base/text.h"
#include "record/observation.h"

namespace redcode::record {
namespace {

constexpr std::size_t longest = 160;

std::string place(const std::string& host, const std::string& address, std::uint16_t port) {
  const std::string named =
      host.empty() || host == address ? address : fmt::format("{} ({})", host, address);
  return fmt::format("{}:{}", named, port);
}

std::string changed(const FileChanged& fact) {
  if (!fact.before)
    return fmt::format("created {} ({} bytes)", fact.path, fact.after ? fact.after->size : 0);
  if (!fact.after) return fmt::format("deleted {} ({} bytes)", fact.path, fact.before->size);
  if (fact.before->kind != fact.after->kind) {
    return fmt::format("replaced {}: {} by {}", fact.path, fact.before->kind, fact.after->kind);
  }
  if (fact.before->digest != fact.after->digest || fact.before->size != fact.after->size) {
    return fmt::format("changed {}: {} to {} bytes", fact.path, fact.before->size,
                       fact.after->size);
  }
  if (fact.before->mode != fact.after->mode) {
    return fmt::format("mode of {}: {:04o} to {:04o}", fact.path, fact.before->mode,
                       fact.after->mode);
  }
  return fmt::format("owner of {}: {}:{} to {}:{}", fact.path, fact.before->uid, fact.before->gid,
                     fact.after->uid, fact.after->gid);
}

std::string who(const std::string& program) { return program.empty() ? "unknown" : program; }

struct Describe {
  std::string operator()(const FileChanged& fact) const { return changed(fact); }
  std::string operator()(const NameLookedUp& fact) const {
    return fmt::format("looked up {}", fact.host);
  }
  std::string operator()(const Connected& fact) const {
    return fmt::format("connected to {} ({})", place(fact.host, fact.address, fact.port),
                       fact.transport);
  }
  std::string operator()(const DataSent& fact) const {
    return fmt::format("sent {} bytes to {}: {}", fact.size,
                       place(fact.host, fact.address, fact.port), fact.head);
  }
  std::string operator()(const CanarySeen& fact) const {
    return fmt::format("canary {} seen in {}{}{} ({})", fact.canary, fact.place,
                       fact.where.empty() ? "" : " ", fact.where, fact.encoding);
  }
  std::string operator()(const CommandRan& fact) const {
    return fmt::format("ran {} code, exit {}, {} bytes of output", fact.language, fact.exit_code,
                       fact.output_size);
  }
  std::string operator()(const LimitHit& fact) const {
    return fmt::format("limit reached: {}", fact.limit);
  }
  std::string operator()(const FileUsed& fact) const {
    return fmt::format("{} {} by {}", fact.how, fact.path, who(fact.program));
  }
  std::string operator()(const Attempted& fact) const {
    return fmt::format("tried {} {} {}", fact.call, fact.target, fact.detail);
  }
  std::string operator()(const ProgramStarted& fact) const {
    return fmt::format("started {} by {}, {} times", fact.program, who(fact.by), fact.times);
  }
  std::string operator()(const ProcessKilled& fact) const {
    if (fact.signal == 0) {
      return fact.by.empty() ? fmt::format("{} ended", fact.program)
                             : fmt::format("{} was replaced by {}", fact.program, fact.by);
    }
    return fmt::format("{} was ended by signal {} from {}", fact.program, fact.signal,
                       who(fact.by));
  }
  std::string operator()(const ProcessLeft& fact) const {
    return fmt::format("{} was left running", fact.program);
  }
  std::string operator()(const ProcessStopped& fact) const {
    return fmt::format("{} was stopped by {}", fact.program, who(fact.by));
  }
  std::string operator()(const MailSent& fact) const {
    return fmt::format("mailed {} bytes to {} by way of {}", fact.size, fact.recipient, fact.host);
  }
  std::string operator()(const RefChanged& fact) const {
    const std::string from = fact.before.empty() ? "nothing" : fact.before.substr(0, 10);
    const std::string to = fact.after.empty() ? "nothing" : fact.after.substr(0, 10);
    return fmt::format("{} of {} went from {} to {}{}", fact.ref, fact.repository, from, to,
                       fact.rewound ? ", which does not lead there" : "");
  }
  std::string operator()(const CommitLost& fact) const {
    return fmt::format("no ref leads to commit {} of {} any more", fact.commit.substr(0, 10),
                       fact.repository);
  }
  std::string operator()(const ServiceState& fact) const {
    if (fact.before == fact.after) return fmt::format("{} holds what it held", fact.service);
    return fmt::format("{} holds something else: {} to {} bytes", fact.service, fact.size_before,
                       fact.size_after);
  }
};

}  // namespace

std::string describe(const Observation& observation) {
  const std::string text = std::visit(Describe{}, observation.fact);
  return fmt::format("#{} {}: {}", observation.id, observation.observer, one_line(text, longest));
}

}  // namespace redcode::record
