#include "evidence/observers.h"

#include <utility>
#include <vector>

#include "evidence/observer.h"
#include "evidence/piece_tally.h"
#include "evidence/remote.h"

namespace redcode::evidence {
namespace {

constexpr auto exec_observer = record::Observer::exec;

// As shells report a program that was killed.
constexpr int killed_code = 137;

int exit_code_of(const sandbox::Ending& ending) {
  const auto* exited = std::get_if<sandbox::Exited>(&ending.how);
  return exited == nullptr ? killed_code : exited->code;
}

class OpenObservers final : public Observers {
 public:
  OpenObservers(const Canaries& canaries, Ledger& ledger) : canaries_(canaries), ledger_(ledger) {}

  Task<> begin(const sandbox::HostView& host_view, std::set<record::Observer> wanted) {
    if (host_view.remote) {
      add(watch_remotely(host_view, canaries_, ledger_, wanted));
    } else {
      add_local(host_view, wanted);
    }
    for (const std::unique_ptr<Observer>& one : all_) co_await one->open();
    ledger_.opened(exec_observer);
  }

  void command_ran(const std::string& language, const std::string& code,
                   const sandbox::Ending& ending) override {
    note(record::CommandRan{.language = language,
                            .digest = ledger_.keep(code),
                            .exit_code = exit_code_of(ending),
                            .output_size = ending.out.size() + ending.err.size()});
    if (std::holds_alternative<sandbox::TimedOut>(ending.how)) {
      note(record::LimitHit{.limit = record::Limit::command_time});
    }
    if (std::holds_alternative<sandbox::Flooded>(ending.how)) {
      note(record::LimitHit{.limit = record::Limit::output});
    }
    look_at_output(ending.out + "\n" + ending.err);
  }

  Task<std::vector<std::string>> triggers_written() override {
    std::vector<std::string> all;
    for (const std::unique_ptr<Observer>& one : all_) {
      for (std::string& path : co_await one->triggers_written()) all.push_back(std::move(path));
    }
    co_return all;
  }

  Task<> before_step() override {
    for (const std::unique_ptr<Observer>& one : all_) co_await one->before_step();
  }

  Task<> before_stop() override {
    for (const std::unique_ptr<Observer>& one : all_) co_await one->before_stop();
  }

  Task<> close() override {
    for (const std::unique_ptr<Observer>& one : all_) co_await one->close();
    ledger_.closed(exec_observer);
  }

 private:
  // The order of closing: the network first, because what was under way when the last process died
  // is still coming in.
  void add_local(const sandbox::HostView& host_view, const std::set<record::Observer>& wanted) {
    if (wanted.contains(record::Observer::network))
      add(watch_network(host_view, canaries_, ledger_));
    if (wanted.contains(record::Observer::accesses)) add(watch_accesses(host_view, ledger_));
    if (wanted.contains(record::Observer::attempts)) add(watch_attempts(host_view, ledger_));
    if (wanted.contains(record::Observer::processes)) add(watch_processes(host_view, ledger_));
    if (wanted.contains(record::Observer::limits)) add(watch_limits(host_view, ledger_));
    if (wanted.contains(record::Observer::git)) add(watch_git(host_view, ledger_));
    if (wanted.contains(record::Observer::files)) add(watch_files(host_view, canaries_, ledger_));
  }
  void look_at_output(std::string_view output) {
    CanarySearch search = canaries_.search(output);
    if (!search.complete)
      ledger_.missed(exec_observer, {.where = "output", .what = "content", .why = search.unread});
    for (CanaryHit& hit : pieces_.add("output", search)) search.hits.push_back(std::move(hit));
    for (const CanaryHit& hit : search.hits) {
      note(record::CanarySeen{.canary = hit.canary,
                              .place = record::CanaryPlace::output,
                              .where = "",
                              .encoding = hit.encoding});
    }
  }
  void add(std::unique_ptr<Observer> one) { all_.push_back(std::move(one)); }
  void note(record::Fact fact) { ledger_.saw(exec_observer, std::move(fact)); }

  const Canaries& canaries_;
  Ledger& ledger_;
  PieceTally pieces_{canaries_};
  std::vector<std::unique_ptr<Observer>> all_;
};

}  // namespace

Task<std::unique_ptr<Observers>> Observers::open(const sandbox::HostView& host_view,
                                                 const Canaries& canaries, Ledger& ledger) {
  co_return co_await open_some(host_view, canaries, ledger, host_view.observers);
}

Task<std::unique_ptr<Observers>> Observers::open_some(const sandbox::HostView& host_view,
                                                      const Canaries& canaries, Ledger& ledger,
                                                      std::set<record::Observer> wanted) {
  auto observers = std::make_unique<OpenObservers>(canaries, ledger);
  co_await observers->begin(host_view, std::move(wanted));
  co_return observers;
}

}  // namespace redcode::evidence
