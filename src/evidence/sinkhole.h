// Sinkhole: the observer "network". Inside the sandbox every name resolves and every address
// answers on every port, and all of it leads here: to sockets of ours in the sandbox's network
// namespace, which has no way out. Nothing that is sent leaves the host.
//
// Recorded: names looked up, connections, what was sent over them, also inside TLS where the
// sandbox trusts our authority, and datagrams. What programs inside say to each other over their
// loopback is no evidence.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <sys/types.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <list>
#include <memory>

#include "base/scope.h"
#include "base/task.h"
#include "evidence/canaries.h"
#include "evidence/connection.h"
#include "evidence/datagrams.h"
#include "evidence/ledger.h"
#include "evidence/name_server.h"
#include "evidence/network_notes.h"
#include "evidence/sink_sockets.h"
#include "evidence/tls_talk.h"
#include "sandbox/authority.h"

namespace redcode::evidence {

class Sinkhole {
 public:
  static constexpr std::size_t most_connections = 1024;  // at the same time

  // Opens the sinkhole in the network namespace of `inside`. `canaries` and `ledger` must outlive
  // it. Without an authority, TLS is refused after its first message, which names the host. Throws
  // Failure{unavailable}.
  static Task<std::unique_ptr<Sinkhole>> open(
      pid_t inside, const Canaries& canaries, Ledger& ledger,
      std::shared_ptr<const sandbox::Authority> authority = nullptr);

  // For one that was never closed: records nothing more and ends on its own.
  static void abandon(std::unique_ptr<Sinkhole> sinkhole);

  Sinkhole(const asio::any_io_executor& executor, SinkSockets sockets, const Canaries& canaries,
           Ledger& ledger, std::shared_ptr<const sandbox::Authority> authority);
  Sinkhole(Sinkhole&&) = delete;
  Sinkhole& operator=(Sinkhole&&) = delete;
  Sinkhole(const Sinkhole&) = delete;
  Sinkhole& operator=(const Sinkhole&) = delete;
  ~Sinkhole() = default;

  // Requires: every process of the sandbox is dead. Takes in what is still under way, for two
  // seconds at most, and ends.
  Task<> close();

 private:
  using Acceptor = asio::ip::tcp::acceptor;
  using DatagramSocket = asio::ip::udp::socket;
  using Visitors = std::list<std::shared_ptr<Connection::Socket>>;

  void start();
  Task<> accept_on(Acceptor& acceptor);
  void admit(Connection::Socket socket);
  Task<> serve(Visitors::iterator place);
  bool anything_waits();
  void count_drops();
  void end_sockets();
  static Task<> wind_down(std::unique_ptr<Sinkhole> sinkhole);

  Fd steering_;
  std::list<Acceptor> acceptors_;
  std::list<DatagramSocket> datagram_sockets_;
  NetworkNotes notes_;
  NameServer names_;
  Datagrams datagrams_;
  TlsRules tls_;
  SinkholeContext context_;
  Visitors visitors_;
  Scope scope_;
};

}  // namespace redcode::evidence
