#include "evidence/remote.h"

#include <fmt/format.h>

#include <utility>

#include "base/failure.h"
#include "base/json.h"
#include "base/text.h"

namespace redcode::evidence {
namespace {

[[noreturn]] void corrupt(const std::string& what) {
  throw Failure(Failure::Kind::corrupt, "the companion " + what);
}

class RemoteObserver final : public Observer {
 public:
  RemoteObserver(const sandbox::HostView& host_view, const Canaries& canaries, Ledger& ledger,
                 std::set<record::Observer> wanted)
      : host_view_(host_view), canaries_(canaries), ledger_(ledger), wanted_(std::move(wanted)) {
    wanted_.erase(record::Observer::exec);  // what the harness itself does is seen here
  }

  Task<> open() override {
    Json request = {{"ask", "open"},
                    {"upper", host_view_.upper.string()},
                    {"lowers", host_view_.lowers},
                    {"observers", wanted_},
                    {"own", ledger_.baseline().paths},
                    {"own_hosts", ledger_.baseline().hosts},
                    {"canaries", canaries_.tokens()}};
    co_await ask(std::move(request));
    for (const record::Observer one : wanted_) ledger_.opened(one);
  }

  Task<> before_stop() override {
    Json request = {{"ask", "before_stop"}};
    co_await ask(std::move(request));
  }

  Task<> close() override {
    Json request = {{"ask", "close"}};
    take_reports(co_await ask(std::move(request)));
  }

 private:
  Task<Json> ask(Json request) {
    Json answer = co_await host_view_.remote->ask(std::move(request));
    for (const sandbox::Message& message : host_view_.remote->take_news()) take(message);
    co_return answer;
  }

  // A fact that names a blob comes behind it.
  void take(const sandbox::Message& message) {
    if (const auto blob = member_or<std::string>(message.head, "blob", ""); !blob.empty()) {
      if (ledger_.keep(message.payload) != blob) corrupt("sent bytes that are not what it says");
      return;
    }
    for (record::Observation& one : evidence_in(message.head).observations) {
      require_wanted(one.observer);
      ledger_.saw_at(one.observer, std::move(one.fact), one.at_ms);
    }
  }

  void take_reports(const Json& head) {
    std::set<record::Observer> missing = wanted_;
    for (const record::ObserverReport& report : evidence_in(head).observers) {
      require_wanted(report.observer);
      missing.erase(report.observer);
      if (report.lost > 0) ledger_.lost(report.observer, report.lost);
      for (const record::Gap& gap : report.gaps) ledger_.missed(report.observer, gap);
      if (report.opened && report.closed) ledger_.closed(report.observer);
    }
    if (!missing.empty()) corrupt(fmt::format("did not report on {}", *missing.begin()));
  }

  static record::Evidence evidence_in(const Json& head) {
    Result<record::Evidence> evidence =
        record::evidence_from_json(head.value("evidence", Json::object()));
    if (!evidence) corrupt("sent " + one_line(evidence.error().text(), 200));
    return *std::move(evidence);
  }

  void require_wanted(record::Observer observer) const {
    if (wanted_.contains(observer)) return;
    corrupt(fmt::format("told of an observer nobody wanted, {}", observer));
  }

  const sandbox::HostView& host_view_;
  const Canaries& canaries_;
  Ledger& ledger_;
  std::set<record::Observer> wanted_;
};

}  // namespace

std::unique_ptr<Observer> watch_remotely(const sandbox::HostView& host_view,
                                         const Canaries& canaries, Ledger& ledger,
                                         std::set<record::Observer> wanted) {
  return std::make_unique<RemoteObserver>(host_view, canaries, ledger, std::move(wanted));
}

}  // namespace redcode::evidence
