#include "evidence/observers.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/failure.h"
#include "evidence/files.h"
#include "evidence/off_thread.h"
#include "evidence/sinkhole.h"

namespace redcode::evidence {
namespace {

const std::string files_observer = "files";
const std::string door_observer = "door";

// As shells report a program that was killed.
constexpr int killed_code = 137;

int exit_code_of(const sandbox::Ending& ending) {
  const auto* exited = std::get_if<sandbox::Exited>(&ending.how);
  return exited == nullptr ? killed_code : exited->code;
}

class OpenObservers final : public Observers {
 public:
  OpenObservers(const sandbox::Window& window, const Canaries& canaries, Ledger& ledger)
      : canaries_(canaries), ledger_(ledger), files_(window, canaries) {}
  OpenObservers(OpenObservers&&) = delete;
  OpenObservers& operator=(OpenObservers&&) = delete;
  OpenObservers(const OpenObservers&) = delete;
  OpenObservers& operator=(const OpenObservers&) = delete;
  ~OpenObservers() override { Sinkhole::abandon(std::move(sinkhole_)); }

  Task<> begin(pid_t inside) {
    const std::function<bool()> remember = [this] {
      files_.remember();
      return true;
    };
    co_await off_thread(remember);
    ledger_.opened(files_observer);
    sinkhole_ = co_await Sinkhole::open(inside, canaries_, ledger_);
    ledger_.opened(door_observer);
  }

  void command_ran(const std::string& language, const std::string& code,
                   const sandbox::Ending& ending) override {
    note(record::CommandRan{.language = language,
                            .digest = ledger_.keep(code),
                            .exit_code = exit_code_of(ending),
                            .output_size = ending.out.size() + ending.err.size()});
    if (std::holds_alternative<sandbox::TimedOut>(ending.how)) {
      note(record::LimitHit{.limit = "command-time"});
    }
    if (std::holds_alternative<sandbox::Flooded>(ending.how)) {
      note(record::LimitHit{.limit = "output"});
    }
    for (const CanaryHit& hit : canaries_.find(ending.out + "\n" + ending.err)) {
      note(record::CanarySeen{
          .canary = hit.canary, .place = "output", .where = "", .encoding = hit.encoding});
    }
  }

  // The network first: what was under way when the last process died is still coming in.
  Task<> close() override {
    co_await sinkhole_->close();
    sinkhole_.reset();
    const std::function<FileDifferences()> compare = [this] { return files_.differences(); };
    FileDifferences found = co_await off_thread(compare);
    for (record::Fact& fact : found.facts) ledger_.saw(files_observer, std::move(fact));
    if (found.lost > 0) ledger_.lost(files_observer, found.lost);
    ledger_.closed(files_observer);
    ledger_.closed(door_observer);
  }

 private:
  void note(record::Fact fact) { ledger_.saw(door_observer, std::move(fact)); }

  const Canaries& canaries_;
  Ledger& ledger_;
  FileWatch files_;
  std::unique_ptr<Sinkhole> sinkhole_;
};

}  // namespace

std::set<std::string> Observers::offered() {
#ifdef __linux__
  if (geteuid() == 0) return {"files", "network", "door"};
#endif
  return {"door"};
}

Task<std::unique_ptr<Observers>> Observers::open(const sandbox::Window& window,
                                                 const Canaries& canaries, Ledger& ledger) {
  if (!offered().contains("network")) {
    throw Failure(Failure::Kind::unavailable, "observing a sandbox needs root on Linux");
  }
  auto observers = std::make_unique<OpenObservers>(window, canaries, ledger);
  co_await observers->begin(window.init);
  co_return observers;
}

}  // namespace redcode::evidence
