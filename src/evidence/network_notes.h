// NetworkNotes: what the network side writes into the ledger, and the bound on what it keeps.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/semaphore.h"
#include "base/task.h"
#include "evidence/canaries.h"
#include "evidence/ledger.h"
#include "record/observation.h"

namespace redcode::evidence {

class NetworkNotes {
 public:
  static constexpr std::size_t most_kept = std::size_t{64} << 20U;  // bytes, of everything sent

  // Both must outlive it, or forget() must have been called.
  NetworkNotes(const asio::any_io_executor& executor, const Canaries& canaries, Ledger& ledger);

  void opened();
  void closed();
  // Writes nothing more from now on.
  void forget();

  void saw(record::Fact fact);
  void lost(std::uint64_t count = 1);

  // Asks for room for `bytes` more, before they are kept in memory. False, and counted as lost,
  // when that is more than may be kept.
  bool make_room(std::size_t bytes);

  // Where something was sent, by the best name there is.
  struct Target {
    std::string host;
    std::string address;
    std::uint16_t port = 0;
    std::string transport = "tcp";
    const std::string& name() const { return host.empty() ? address : host; }
  };
  void connected(const Target& target);
  // Keeps `bytes` and looks for canaries in them.
  Task<> sent(Target target, std::string bytes);
  Task<> look_for_canaries(std::string bytes, std::string where);
  // The same for a few bytes, told once for each canary and place.
  void look_for_canaries_in_packet(std::string_view packet, const std::string& where);

 private:
  void note(const CanarySearch& search, const std::string& where);

  const Canaries* canaries_;
  Ledger* ledger_;  // null: nothing more is written
  std::size_t kept_ = 0;
  std::set<std::string> told_;
  Semaphore long_searches_;
};

}  // namespace redcode::evidence
