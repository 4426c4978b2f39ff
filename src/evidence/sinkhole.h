// Sinkhole: the observer "network". Inside the sandbox every name resolves and every address
// answers, and all of it leads here: to sockets of ours in the sandbox's network namespace, which
// has no way out. Nothing that is sent leaves the host.
//
// Recorded: names looked up, connections to ports 80 and 443, and what was sent over them. HTTP is
// answered with 200; TLS is refused after its first message, which names the host.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <sys/types.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <chrono>
#include <list>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "base/scope.h"
#include "base/task.h"
#include "evidence/canaries.h"
#include "evidence/dns.h"
#include "evidence/ledger.h"
#include "evidence/netns.h"
#include "evidence/request_framing.h"

namespace redcode::evidence {

class Sinkhole {
 public:
  static constexpr std::size_t most_connections = 256;              // at the same time
  static constexpr std::size_t most_bytes = std::size_t{1} << 20U;  // of one connection
  static constexpr std::size_t most_kept = std::size_t{64} << 20U;  // of all connections
  static constexpr std::chrono::seconds longest_connection{10};     // until it is told to end

  // Opens the sinkhole in the network namespace of `inside`. `canaries` and `ledger` must outlive
  // it. Throws Failure{unavailable}.
  static Task<std::unique_ptr<Sinkhole>> open(pid_t inside, const Canaries& canaries,
                                              Ledger& ledger);

  // For one that was never closed: records nothing more and ends on its own.
  static void abandon(std::unique_ptr<Sinkhole> sinkhole);

  Sinkhole(const asio::any_io_executor& executor, SinkSockets sockets, const Canaries& canaries,
           Ledger& ledger);
  Sinkhole(Sinkhole&&) = delete;
  Sinkhole& operator=(Sinkhole&&) = delete;
  Sinkhole(const Sinkhole&) = delete;
  Sinkhole& operator=(const Sinkhole&) = delete;
  ~Sinkhole() = default;

  // Requires: every process of the sandbox is dead. Takes in what is still under way, for 200 ms at
  // most, and ends.
  Task<> close();

 private:
  using Acceptor = asio::ip::tcp::acceptor;
  using Socket = asio::ip::tcp::socket;
  using Sockets = std::list<std::shared_ptr<Socket>>;
  struct Visit;

  void start();
  Task<> answer_names();
  Task<> accept_on(Acceptor& acceptor);
  Task<> serve(Sockets::iterator place);
  Task<> receive(Visit& visit);
  // Answers the client; true when nothing more is expected from it.
  static Task<bool> respond(Visit& visit, RequestFraming::Next next);
  void admit(Socket socket);
  Visit greet(const std::shared_ptr<Socket>& socket);
  void answer_name();
  void note_in_packet(const std::string& packet, const std::string& name, const std::string& where);
  void note_bytes(const Visit& visit);
  void note_canaries(std::string_view bytes, const std::string& where);
  void saw(record::Fact fact);
  void lost();
  bool busy();
  void end_sockets();
  static Task<> wind_down(std::unique_ptr<Sinkhole> sinkhole);

  const Canaries* canaries_;
  Ledger* ledger_;  // null: abandoned
  Acceptor http_;
  Acceptor https_;
  asio::ip::udp::socket dns_;
  NameBook names_;
  std::set<std::string> named_;  // sightings in packets, each told once
  std::size_t kept_ = 0;         // bytes of all connections
  Sockets visitors_;
  Scope scope_;
};

}  // namespace redcode::evidence
