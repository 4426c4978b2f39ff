// Datagrams: what comes over UDP. Name lookups are answered; everything else is kept, put together
// for each address and port it was sent to.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <boost/asio/ip/udp.hpp>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "base/task.h"
#include "evidence/name_server.h"
#include "evidence/network_notes.h"

namespace redcode::evidence {

class Datagrams {
 public:
  static constexpr std::size_t most_targets = 4096;
  static constexpr std::size_t most_bytes = std::size_t{1} << 20U;      // kept, to one of them
  static constexpr std::size_t most_searched = std::size_t{64} << 20U;  // of what is not kept

  // Both must outlive it.
  Datagrams(NetworkNotes& notes, NameServer& names) : notes_(notes), names_(names) {}

  // Takes in what comes over `socket` until it is closed.
  Task<> take_in(asio::ip::udp::socket& socket);

  // Writes what was sent to whom.
  Task<> close();

 private:
  using Target = std::pair<std::string, std::uint16_t>;

  struct Sent {
    std::string bytes = {};
    std::uint64_t size = 0;  // kept or not
  };

  void take_one(int socket);
  void keep(const Target& target, const std::string& bytes);

  NetworkNotes& notes_;
  NameServer& names_;
  std::map<Target, Sent> sent_;
  std::size_t searched_ = 0;  // bytes that were not kept
  std::string buffer_ = std::string(65'536, '\0');
};

}  // namespace redcode::evidence
