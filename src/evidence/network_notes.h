// NetworkNotes: what the network side writes into the ledger, and the bound on what it keeps.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/semaphore.h"
#include "base/task.h"
#include "evidence/canaries.h"
#include "evidence/ledger.h"
#include "evidence/piece_tally.h"
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
  // Something was not seen, and nobody knows where it was sent.
  void lost(std::uint64_t count = 1);
  // Something about this host or address was not seen (record::Gap).
  void missed(const std::string& where, const std::string& what, const std::string& why);

  // Asks for room for `bytes` more, before they are kept in memory. False when that is more than
  // may be kept.
  bool make_room(std::size_t bytes);

  // Whether a client's own word may say whom it calls. It may not where that would make it the
  // doing of the agent's own program.
  bool may_be_called(const std::string& host) const;

  // Where something was sent, by the best name there is.
  struct Target {
    std::string host;
    std::string address;
    std::uint16_t port = 0;
    std::string transport = "tcp";
    const std::string& name() const { return host.empty() ? address : host; }
  };
  void connected(const Target& target);
  // Keeps `bytes` and looks for canaries in them. `size`: of all that was sent, of which they are
  // the beginning.
  Task<> sent(Target target, std::string bytes, std::uint64_t size);
  Task<> look_for_canaries(std::string bytes, std::string where);
  // The same for one part of what was sent, told once for each canary and place; and for a few
  // bytes.
  Task<> look_further(std::string part, std::string where);
  void look_for_canaries_in_packet(std::string_view packet, const std::string& where);

 private:
  // What is done over and over to one target is told a few hundred times, once there is much.
  bool is_worth_telling(const Target& target);
  Task<CanarySearch> search(std::string bytes);
  void note(const CanarySearch& search, const std::string& where);
  void note_once(CanarySearch search, const std::string& where);

  const Canaries* canaries_;
  Ledger* ledger_;  // null: nothing more is written
  std::size_t kept_ = 0;
  std::map<std::string, std::uint64_t> times_told_;  // by target
  std::uint64_t all_told_ = 0;
  std::set<std::string> told_;
  PieceTally pieces_;
  Semaphore long_searches_;
};

}  // namespace redcode::evidence
