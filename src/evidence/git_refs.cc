#include "evidence/git_refs.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "base/off_thread.h"
#include "base/text.h"
#include "evidence/first_seen.h"
#include "evidence/observer.h"

namespace redcode::evidence {
namespace {

// Of one repository; more are told as a gap.
constexpr std::size_t most_told = 500;

record::Gap gap_at(const std::string& repository, const std::string& why) {
  return {.where = repository, .what = "", .why = why};
}

// Ends what is told of a repository that changed more than anybody reads.
class Telling {
 public:
  Telling(const std::string& repository, GitDifferences& found)
      : repository_(repository), found_(found) {}

  void tell(record::Fact fact) {
    if (++told_ <= most_told) found_.facts.push_back(std::move(fact));
    if (told_ == most_told + 1) found_.gaps.push_back(gap_at(repository_, "too much changed"));
  }

 private:
  const std::string& repository_;
  GitDifferences& found_;
  std::size_t told_ = 0;
};

std::string at_or_nothing(const std::map<std::string, std::string>& refs, const std::string& name) {
  const auto found = refs.find(name);
  return found == refs.end() ? std::string() : found->second;
}

// Commits that nothing leads to any more.
void tell_lost(const std::string& repository, const std::vector<std::string>& commits,
               bool all_known, GitDifferences& found) {
  if (commits.empty()) return;
  // They may be in what could not be read.
  if (!all_known)
    return found.gaps.push_back(gap_at(repository, "not all repositories could be read"));
  Telling telling(repository, found);
  for (const std::string& commit : commits) {
    telling.tell(record::CommitLost{.repository = repository, .commit = commit});
  }
}

}  // namespace

GitWatch::Moment GitWatch::look() const {
  const GitCopies copies(host_view_, allowance_);
  Moment moment{.repositories = {}, .complete = copies.complete()};
  for (const GitCopy& copy : copies.all()) {
    GitHistory history = read_history(copy.path);
    if (history.missing.empty()) history.missing = copy.missing;
    moment.repositories.insert_or_assign(valid_utf8(copy.repository), std::move(history));
  }
  return moment;
}

void GitWatch::remember() { before_ = look(); }

void GitWatch::compare_refs(const std::string& repository, const GitHistory& before,
                            const GitHistory& after, GitDifferences& found) {
  std::set<std::string> names;
  for (const auto& [name, commit] : before.refs) names.insert(name);
  for (const auto& [name, commit] : after.refs) names.insert(name);
  Telling telling(repository, found);
  for (const std::string& name : names) {
    record::RefChanged fact{.repository = repository,
                            .ref = name,
                            .before = at_or_nothing(before.refs, name),
                            .after = at_or_nothing(after.refs, name)};
    if (fact.before == fact.after) continue;
    fact.rewound =
        !fact.before.empty() && !fact.after.empty() && !after.leads(fact.after, fact.before);
    // What could not be read is not gone.
    if (!after.missing.empty() && (fact.after.empty() || fact.rewound)) continue;
    telling.tell(std::move(fact));
  }
}

GitDifferences GitWatch::differences() {
  const Moment after = look();
  GitDifferences found{.facts = {}, .gaps = {}, .complete = before_.complete && after.complete};
  std::set<std::string> reachable;
  bool all_known = after.complete;
  for (const auto& [repository, history] : after.repositories) {
    reachable.insert(history.commits.begin(), history.commits.end());
    if (history.missing.empty()) continue;
    all_known = false;
    found.gaps.push_back(gap_at(repository, history.missing));
  }
  static const GitHistory none;
  for (const auto& [repository, history] : before_.repositories) {
    const auto now = after.repositories.find(repository);
    compare_refs(repository, history, now == after.repositories.end() ? none : now->second, found);
    if (!history.missing.empty()) found.gaps.push_back(gap_at(repository, history.missing));
    std::vector<std::string> lost;
    std::ranges::copy_if(history.commits, std::back_inserter(lost),
                         [&](const std::string& commit) { return !reachable.contains(commit); });
    tell_lost(repository, lost, all_known, found);
  }
  return found;
}

namespace {

constexpr auto git_observer = record::Observer::git;

class GitObserver final : public Observer {
 public:
  GitObserver(const sandbox::HostView& host_view, Ledger& ledger)
      : ledger_(ledger), watch_(host_view) {}

  Task<> open() override {
    const std::function<bool()> remember = [this] {
      watch_.remember();
      return true;
    };
    co_await off_thread(remember);
    ledger_.opened(git_observer);
  }

  Task<> before_step() override {
    const std::function<GitDifferences()> compare = [this] { return watch_.differences(); };
    const GitDifferences found = co_await off_thread(compare);
    seen_.note(found.facts);
  }

  Task<> close() override {
    const std::function<GitDifferences()> compare = [this] { return watch_.differences(); };
    GitDifferences found = co_await off_thread(compare);
    for (record::Fact& fact : found.facts) {
      const std::uint32_t step = seen_.step_of(fact);
      ledger_.saw_after(git_observer, std::move(fact), step);
    }
    for (record::Gap& gap : found.gaps) ledger_.missed(git_observer, std::move(gap));
    if (!found.complete) ledger_.lost(git_observer);
    ledger_.closed(git_observer);
  }

 private:
  Ledger& ledger_;
  GitWatch watch_;
  FirstSeen seen_;
};

}  // namespace

std::unique_ptr<Observer> watch_git(const sandbox::HostView& host_view, Ledger& ledger) {
  return std::make_unique<GitObserver>(host_view, ledger);
}

}  // namespace redcode::evidence
