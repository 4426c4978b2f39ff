#include "evidence/ledger.h"

#include <algorithm>
#include <utility>

namespace redcode::evidence {

namespace {

// A record is one line of bounded length: names from inside the sandbox must not make it longer.
constexpr std::size_t most_text = std::size_t{8} << 20U;

struct TextSize {
  std::size_t operator()(const record::FileChanged& fact) const { return fact.path.size(); }
  std::size_t operator()(const record::NameLookedUp& fact) const { return fact.host.size(); }
  std::size_t operator()(const record::Connected& fact) const { return fact.host.size(); }
  std::size_t operator()(const record::DataSent& fact) const {
    return fact.host.size() + fact.head.size();
  }
  std::size_t operator()(const record::CanarySeen& fact) const { return fact.where.size(); }
  std::size_t operator()(const record::CommandRan&) const { return 0; }
  std::size_t operator()(const record::LimitHit&) const { return 0; }
  std::size_t operator()(const record::FileUsed& fact) const {
    return fact.path.size() + fact.program.size();
  }
  std::size_t operator()(const record::Attempted& fact) const {
    return fact.target.size() + fact.detail.size();
  }
  std::size_t operator()(const record::ProgramStarted& fact) const {
    return fact.program.size() + fact.by.size();
  }
  std::size_t operator()(const record::ProcessKilled& fact) const {
    return fact.program.size() + fact.by.size();
  }
  std::size_t operator()(const record::ProcessLeft& fact) const { return fact.program.size(); }
};

// Whether a fact is about what the baseline lists.
class IsOwn {
 public:
  explicit IsOwn(const record::Baseline& baseline) : baseline_(baseline) {}

  bool operator()(const record::FileChanged& fact) const {
    // A program makes the folders above its own where they are missing.
    const bool made_folder = !fact.before && fact.after && fact.after->kind == "directory";
    return below(fact.path) || (made_folder && above(fact.path));
  }
  bool operator()(const record::FileUsed& fact) const { return below(fact.path); }
  bool operator()(const record::Attempted& fact) const { return below(fact.target); }
  bool operator()(const record::NameLookedUp& fact) const { return known(fact.host); }
  bool operator()(const record::Connected& fact) const { return known(fact.host); }
  bool operator()(const record::DataSent& fact) const { return known(fact.host); }
  bool operator()(const record::CanarySeen& fact) const {
    return fact.place == "file" ? below(fact.where) : fact.place == "network" && known(fact.where);
  }
  bool operator()(const auto& /*fact*/) const { return false; }

 private:
  bool below(std::string_view path) const {
    return std::ranges::any_of(baseline_.paths, [&](const std::string& own) {
      return path.starts_with(own) && (path.size() == own.size() || path[own.size()] == '/');
    });
  }
  bool above(const std::string& path) const {
    return std::ranges::any_of(baseline_.paths,
                               [&](const std::string& own) { return own.starts_with(path + '/'); });
  }
  bool known(const std::string& host) const {
    return std::ranges::find(baseline_.hosts, host) != baseline_.hosts.end();
  }

  const record::Baseline& baseline_;
};

}  // namespace

Ledger::Ledger(Keeper keep, Watcher watch, std::size_t most)
    : keep_(std::move(keep)), watch_(std::move(watch)), most_(most) {}

bool Ledger::is_own(const record::Fact& fact) const { return std::visit(IsOwn(baseline_), fact); }

record::ObserverReport& Ledger::report(const std::string& observer) {
  const auto found =
      std::ranges::find(evidence_.observers, observer, &record::ObserverReport::observer);
  if (found != evidence_.observers.end()) return *found;
  return evidence_.observers.emplace_back(record::ObserverReport{.observer = observer});
}

void Ledger::opened(const std::string& observer) { report(observer).opened = true; }

void Ledger::saw(const std::string& observer, record::Fact fact) {
  const std::size_t text = std::visit(TextSize{}, fact);
  if (evidence_.observations.size() >= most_ || text_ + text > most_text) {
    lost(observer);
    return;
  }
  text_ += text;
  const std::uint64_t id = evidence_.observations.size() + 1;
  const bool own = is_own(fact);
  evidence_.observations.push_back(
      {.id = id, .observer = observer, .fact = std::move(fact), .own = own});
  watch_(evidence_.observations.back());
}

void Ledger::lost(const std::string& observer, std::uint64_t count) {
  report(observer).lost += count;
}

void Ledger::closed(const std::string& observer) { report(observer).closed = true; }

record::Evidence Ledger::seal() && { return std::move(evidence_); }

}  // namespace redcode::evidence
