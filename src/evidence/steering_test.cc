// Steering as the sinkhole uses it.
#include "evidence/steering.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evidence/sinkhole_for_tests.h"

namespace redcode::evidence {
namespace {

using Steering = InASandboxNetwork;

TEST_F(Steering, AnswersOnEveryPort) {
  const std::string answer =
      watch([&] { return talk("203.0.113.9", 31'337, "GET / HTTP/1.0\r\n\r\n"); });

  EXPECT_THAT(answer, testing::HasSubstr("200 OK"));
  const record::Connected connected{.host = "", .address = "203.0.113.9", .port = 31'337};
  EXPECT_EQ(facts<record::Connected>(), std::vector{connected});
}

// A server of the agent's own that says `greeting` to the first who calls.
Fd listen_at(const std::string& address, std::uint16_t port) {
  Fd server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_in at = address_of(address, port);
  bind(server.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at);
  listen(server.get(), 8);
  return server;
}

TEST_F(Steering, CannotBeHadFromInsideByListeningToo) {
  watch([&] {
    const Fd everywhere = listen_at("0.0.0.0", 4444);
    const Fd there = listen_at("203.0.113.9", 5555);
    return talk("203.0.113.9", 4444, token) + talk("203.0.113.9", 5555, token);
  });

  EXPECT_EQ(facts<record::DataSent>().size(), 2U);
  EXPECT_EQ(facts<record::CanarySeen>().size(), 2U);
}

TEST_F(Steering, LeavesTheLoopbackToTheAgentsOwnServers) {
  const std::string heard = watch([&] {
    const Fd server = listen_at("0.0.0.0", 8000);
    const Fd client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_in to = address_of("127.0.0.1", 8000);
    connect(client.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to);
    const Fd accepted(accept(server.get(), nullptr, nullptr));
    send(client.get(), token.data(), token.size(), 0);
    shutdown(client.get(), SHUT_WR);
    return read_all(accepted.get());
  });

  EXPECT_EQ(heard, token);
  EXPECT_TRUE(evidence.observations.empty());
}

TEST_F(Steering, LeavesTheLoopbackOfIpv6Too) {
  const std::string heard = watch([&] {
    const Fd server(socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const sockaddr_in6 at{
        .sin6_family = AF_INET6, .sin6_port = htons(8000), .sin6_addr = in6addr_loopback};
    bind(server.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at);
    const Fd client(socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sendto(client.get(), token.data(), token.size(), 0, reinterpret_cast<const sockaddr*>(&at),
           sizeof at);
    std::string packet(token.size(), '\0');
    const auto size = recv(server.get(), packet.data(), packet.size(), MSG_DONTWAIT);
    return packet.substr(0, size < 0 ? 0 : static_cast<std::size_t>(size));
  });

  EXPECT_EQ(heard, token);
  EXPECT_TRUE(evidence.observations.empty());
}

TEST_F(Steering, DoesNotKeepTheAgentFromAPortItCalled) {
  const std::string error = watch([&] {
    talk("203.0.113.9", 8000, "GET / HTTP/1.0\r\n\r\n");
    const Fd server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int on = 1;
    setsockopt(server.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const sockaddr_in at = address_of("0.0.0.0", 8000);
    return std::to_string(bind(server.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at));
  });

  EXPECT_EQ(error, "0");
}

TEST_F(Steering, IsCalledFromAnotherAddressThanTheOneCalled) {
  const std::string own = watch([&] {
    const Fd client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_in to = address_of("203.0.113.9", 40'000);
    connect(client.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to);
    sockaddr_in from{};
    socklen_t size = sizeof from;
    getsockname(client.get(), reinterpret_cast<sockaddr*>(&from), &size);
    return std::to_string(ntohl(from.sin_addr.s_addr));
  });

  EXPECT_NE(own, std::to_string(ntohl(address_of("203.0.113.9", 0).sin_addr.s_addr)));
}

TEST_F(Steering, TakesConnectionsAndDatagramsOverIpv6) {
  watch([&] {
    const Fd client(socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in6 to{.sin6_family = AF_INET6, .sin6_port = htons(7777)};
    inet_pton(AF_INET6, "2001:db8::99", &to.sin6_addr);
    connect(client.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to);
    send(client.get(), "stream", 6, MSG_NOSIGNAL);
    const Fd datagram(socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sendto(datagram.get(), "packet", 6, 0, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    return std::string();
  });

  const std::vector<record::DataSent> sent = facts<record::DataSent>();
  ASSERT_EQ(sent.size(), 2U);
  for (const record::DataSent& one : sent)
    EXPECT_EQ(fmt::format("{} {}", one.address, one.port), "2001:db8::99 7777");
}

}  // namespace
}  // namespace redcode::evidence
