#include "evidence/ledger.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace redcode::evidence {

namespace {

// A record is one line of bounded length (record/line_blocks.cc): names from inside the sandbox
// must not make it longer. So much text for each observer, as JSON writes it; all of it together,
// and what stands around it, is less than that length.
std::size_t most_text(record::Observer observer) {
  constexpr std::size_t megabyte = std::size_t{1} << 20U;
  if (observer == record::Observer::network) return 8 * megabyte;
  if (observer == record::Observer::files) return 6 * megabyte;
  return observer == record::Observer::accesses ? 4 * megabyte : 2 * megabyte;
}

// The others tell at the end what they saw from the beginning.
bool tells_at_once(record::Observer observer) {
  return observer == record::Observer::network || observer == record::Observer::exec ||
         observer == record::Observer::attempts;
}

// How long JSON makes it.
std::size_t written(std::string_view text) {
  std::size_t size = text.size();
  for (const char c : text) {
    if (c == '"' || c == '\\') ++size;
    if (c >= 0 && c < ' ') size += 5;
  }
  return size;
}
constexpr std::size_t longest_place = 4096;  // of a gap
constexpr std::size_t longest_reason = 200;

// Whether what is known to be missing at `whole` includes `part`.
bool includes(const record::Gap& whole, const record::Gap& part) {
  if (!whole.what.empty() && whole.what != part.what) return false;
  if (whole.where == part.where) return true;
  return whole.where.starts_with('/') && part.where.starts_with(whole.where + '/');
}

std::size_t size_of_target(const std::optional<record::FileState>& state) {
  return state ? written(state->target) : 0;
}

struct TextSize {
  std::size_t operator()(const record::FileChanged& fact) const {
    return written(fact.path) + size_of_target(fact.before) + size_of_target(fact.after);
  }
  std::size_t operator()(const record::NameLookedUp& fact) const { return written(fact.host); }
  std::size_t operator()(const record::Connected& fact) const { return written(fact.host); }
  std::size_t operator()(const record::DataSent& fact) const {
    return written(fact.host) + written(fact.head);
  }
  std::size_t operator()(const record::CanarySeen& fact) const { return written(fact.where); }
  std::size_t operator()(const record::CommandRan&) const { return 0; }
  std::size_t operator()(const record::LimitHit&) const { return 0; }
  std::size_t operator()(const record::FileUsed& fact) const {
    return written(fact.path) + written(fact.program);
  }
  std::size_t operator()(const record::Attempted& fact) const {
    return written(fact.target) + written(fact.detail);
  }
  std::size_t operator()(const record::ProgramStarted& fact) const {
    return written(fact.program) + written(fact.by);
  }
  std::size_t operator()(const record::ProcessKilled& fact) const {
    return written(fact.program) + written(fact.by);
  }
  std::size_t operator()(const record::ProcessLeft& fact) const { return written(fact.program); }
  std::size_t operator()(const record::ProcessStopped& fact) const {
    return written(fact.program) + written(fact.by);
  }
  std::size_t operator()(const record::MailSent& fact) const {
    return written(fact.recipient) + written(fact.host);
  }
  std::size_t operator()(const record::RefChanged& fact) const {
    return written(fact.repository) + written(fact.ref) + written(fact.before) +
           written(fact.after);
  }
  std::size_t operator()(const record::CommitLost& fact) const {
    return written(fact.repository) + written(fact.commit);
  }
  std::size_t operator()(const record::ServiceState& fact) const { return written(fact.service); }
};

// Whether a fact is about what the baseline lists.
class IsOwn {
 public:
  explicit IsOwn(const record::Baseline& baseline) : baseline_(baseline) {}

  bool operator()(const record::FileChanged& fact) const {
    // A program makes the folders above its own where they are missing.
    const bool made_folder =
        !fact.before && fact.after && fact.after->kind == record::FileKind::directory;
    return below(fact.path) || (made_folder && above(fact.path));
  }
  bool operator()(const record::FileUsed& fact) const { return below(fact.path); }
  bool operator()(const record::Attempted& fact) const { return below(fact.target); }
  bool operator()(const record::NameLookedUp& fact) const { return known(fact.host); }
  bool operator()(const record::Connected& fact) const { return known(fact.host); }
  bool operator()(const record::DataSent& fact) const { return known(fact.host); }
  // What an agent read stands in its program's logs. What left the sandbox left it, whoever sent
  // it.
  bool operator()(const record::CanarySeen& fact) const {
    return fact.place == record::CanaryPlace::file && below(fact.where);
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

record::ObserverReport& Ledger::report(record::Observer observer) {
  const auto found =
      std::ranges::find(evidence_.observers, observer, &record::ObserverReport::observer);
  if (found != evidence_.observers.end()) return *found;
  return evidence_.observers.emplace_back(record::ObserverReport{.observer = observer});
}

void Ledger::opened(record::Observer observer) {
  if (!began_) began_ = std::chrono::steady_clock::now();
  report(observer).opened = true;
}

std::uint64_t Ledger::elapsed_ms() const {
  if (!began_) return 0;
  const auto elapsed = std::chrono::steady_clock::now() - *began_;
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count());
}

void Ledger::saw(record::Observer observer, record::Fact fact) {
  saw_after(observer, std::move(fact), tells_at_once(observer) ? steps() : 0);
}

void Ledger::saw_at(record::Observer observer, record::Fact fact, std::uint64_t at_ms) {
  write({.observer = observer, .fact = std::move(fact), .at_ms = at_ms});
}

void Ledger::saw_after(record::Observer observer, record::Fact fact, std::uint32_t step) {
  write({.observer = observer, .fact = std::move(fact), .at_ms = elapsed_ms(), .after = step});
}

void Ledger::write(record::Observation observation) {
  const std::size_t text = std::visit(TextSize{}, observation.fact);
  Taken& taken = taken_[observation.observer];
  if (taken.observations >= most_ || taken.text + text > most_text(observation.observer)) {
    lost(observation.observer);
    return;
  }
  ++taken.observations;
  taken.text += text;
  observation.id = evidence_.observations.size() + 1;
  observation.own = is_own(observation.fact);
  evidence_.observations.push_back(std::move(observation));
  watch_(evidence_.observations.back());
}

void Ledger::step_begins(record::AftermathStep step) {
  evidence_.aftermath.push_back({.step = std::move(step), .at_ms = elapsed_ms()});
}

void Ledger::step_ended(std::string how, std::vector<std::string> started) {
  record::PlayedStep& last = evidence_.aftermath.back();
  last.ended = std::move(how);
  last.started = std::move(started);
}

void Ledger::lost(record::Observer observer, std::uint64_t count) {
  report(observer).lost += count;
}

void Ledger::missed(record::Observer observer, record::Gap gap) {
  gap.where = valid_utf8(gap.where);
  gap.why = one_line(gap.why, longest_reason);
  std::vector<record::Gap>& gaps = report(observer).gaps;
  if (std::ranges::any_of(gaps, [&](const record::Gap& one) { return includes(one, gap); })) return;
  std::erase_if(gaps, [&](const record::Gap& one) { return includes(gap, one); });
  if (gaps.size() >= record::most_gaps || gap.where.empty() || gap.where.size() > longest_place) {
    lost(observer);
    return;
  }
  gaps.push_back(std::move(gap));
}

void Ledger::closed(record::Observer observer) { report(observer).closed = true; }

record::Evidence Ledger::seal() && { return std::move(evidence_); }

}  // namespace redcode::evidence
