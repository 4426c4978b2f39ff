// What the sinkhole's tests share: a network to open it in, programs that talk in there, and what
// it recorded of them.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/digest.h"
#include "base/off_thread.h"
#include "base/run.h"
#include "evidence/sinkhole.h"
#include "sandbox/private_network_for_tests.h"

namespace redcode::evidence {

inline sockaddr_in address_of(const std::string& address, std::uint16_t port) {
  sockaddr_in result{.sin_family = AF_INET, .sin_port = htons(port)};
  inet_pton(AF_INET, address.c_str(), &result.sin_addr);
  return result;
}

inline std::string read_all(int socket) {
  std::string all;
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t got = ::read(socket, buffer.data(), buffer.size());
    if (got <= 0) return all;
    all.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

// Sends `bytes` to an address as a program in the sandbox would; gives what came back.
inline std::string talk(const std::string& address, std::uint16_t port, const std::string& bytes) {
  const Fd client(socket(AF_INET, SOCK_STREAM, 0));
  const sockaddr_in to = address_of(address, port);
  if (connect(client.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
    return "refused";
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t now = send(client.get(), bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (now <= 0) break;
    sent += static_cast<std::size_t>(now);
  }
  shutdown(client.get(), SHUT_WR);
  return read_all(client.get());
}

// Asks any name server for `labels`, as one packet; gives the address as text.
inline std::string resolve(const std::vector<std::string>& labels, const std::string& behind = "") {
  std::string packet("\x12\x34\x01\x00\0\1\0\0\0\0\0\0", 12);
  for (const std::string& label : labels) packet += static_cast<char>(label.size()) + label;
  packet += std::string("\0\0\1\0\1", 5) + behind;
  const Fd client(socket(AF_INET, SOCK_DGRAM, 0));
  const timeval limit{.tv_sec = 5};
  setsockopt(client.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  // Connected, so that an answer from another address than the one asked is not taken.
  const sockaddr_in to = address_of("198.18.0.53", 53);
  connect(client.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to);
  send(client.get(), packet.data(), packet.size(), 0);
  std::array<char, 512> answer{};
  const ssize_t got = recv(client.get(), answer.data(), answer.size(), 0);
  if (got < 4) return "";
  std::array<char, 32> text{};
  inet_ntop(AF_INET, answer.data() + got - 4, text.data(), text.size());
  return text.data();
}

class InASandboxNetwork : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "needs root to make a network namespace";
    network = std::make_unique<sandbox::PrivateNetwork>();
  }

  // Runs `client` in the sandbox's network while the sinkhole is open; gives what `client` gave.
  std::string watch(const std::function<std::string()>& client) {
    std::string result = run(scenario(client));
    evidence = std::move(ledger).seal();
    return result;
  }

  Task<std::string> scenario(std::function<std::string()> client) {
    std::unique_ptr<Sinkhole> sinkhole =
        co_await Sinkhole::open(network->pid, canaries, ledger, authority);
    const std::function<std::string()> inside = [this, client] {
      network->enter();
      return client();
    };
    std::string result = co_await off_thread(inside);
    co_await sinkhole->close();
    co_return result;
  }

  std::uint64_t lost() const { return evidence.observers.at(0).lost; }
  // "what where", of the places that were not seen whole.
  std::vector<std::string> gaps() const {
    std::vector<std::string> found;
    for (const record::Gap& gap : evidence.observers.at(0).gaps) {
      found.push_back(gap.what + " " + gap.where);
    }
    return found;
  }

  template <class Fact>
  std::vector<Fact> facts() const {
    std::vector<Fact> found;
    for (const record::Observation& one : evidence.observations) {
      if (const auto* fact = std::get_if<Fact>(&one.fact)) found.push_back(*fact);
    }
    return found;
  }

  std::unique_ptr<sandbox::PrivateNetwork> network;
  std::shared_ptr<const sandbox::Authority> authority;  // null, unless a test sets it
  record::World world{.files = {{.path = "/k", .content = "{{canary:key}}"}}};
  Canaries canaries{world};
  std::string token = canaries.seeded(world).files[0].content;
  std::string kept;
  std::vector<std::size_t> all_kept;
  Ledger ledger{[this](std::string_view bytes) {
    kept = bytes;
    all_kept.push_back(bytes.size());
    return sha256_hex(bytes);
  }};
  record::Evidence evidence;
};

}  // namespace redcode::evidence
