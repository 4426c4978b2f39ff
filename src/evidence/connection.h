// Connection: one TCP connection to the sinkhole, from its first byte to its last: heard out,
// answered in its own protocol, opened if it is TLS, and noted.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/task.h"
#include "evidence/name_server.h"
#include "evidence/network_notes.h"
#include "evidence/protocol_emulator.h"
#include "evidence/tls_talk.h"
#include "sandbox/authority.h"

namespace redcode::evidence {

// What the visits to one sinkhole share. All but `authority` are there as long as any visit is.
struct SinkholeContext {
  NetworkNotes& notes;
  NameServer& names;
  const TlsRules& tls;
  std::shared_ptr<const sandbox::Authority> authority;  // null: TLS stays closed
  bool ending = false;                                  // whoever is still heard is cut off
};

class Connection {
 public:
  using Socket = asio::ip::tcp::socket;

  static constexpr std::size_t most_bytes = std::size_t{8} << 20U;        // kept of it
  static constexpr std::uint64_t most_heard = std::uint64_t{256} << 20U;  // and looked through
  static constexpr std::chrono::seconds longest{10};                      // until it is told to end

  Connection(std::shared_ptr<Socket> socket, SinkholeContext& context);

  // Notes the connection and nothing else.
  void turn_away();
  // Reads until the client goes or it is too much.
  Task<> attend();
  // Notes what came, which may take longer than its coming.
  Task<> note();

 private:
  Task<> receive();
  // False when it was too much.
  bool take_in(std::string_view bytes);
  bool keep(std::string_view bytes);
  Task<> answer();
  Task<> open_tls();
  Task<> pass_on();
  Task<> search_further(bool to_the_end);
  void note_mail();
  void announce();

  std::shared_ptr<Socket> socket_;
  SinkholeContext& context_;
  NetworkNotes::Target target_;
  ProtocolEmulator emulator_;  // made anew for what is inside TLS
  std::optional<TlsTalk> tls_;
  std::string bytes_;         // what was said; of TLS, what was inside
  std::string further_;       // what of it was not kept, and not looked through yet
  std::string hello_;         // what was said before TLS was opened
  std::uint64_t heard_ = 0;   // bytes of what was said, kept or not
  std::uint64_t sealed_ = 0;  // bytes of TLS heard
  bool cut_ = false;          // not all was kept
  bool counts_ = true;        // false: on the loopback, where only the name server is ours
  bool announced_ = false;
  bool answered_ = false;
};

}  // namespace redcode::evidence
