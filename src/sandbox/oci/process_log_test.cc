#include "sandbox/oci/process_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "sandbox/oci/filtered_child_for_tests.h"

namespace redcode::oci {
namespace {

using namespace std::string_literals;
using sandbox::ProcessEvent;

struct ProcessLog : ::testing::Test {
  // Connects and greets as gVisor does; the answer.
  std::string greet() {
    sender = connected(socket, SOCK_SEQPACKET);
    send("\x08\x01");
    std::array<char, 16> answer{};
    const ssize_t size = ::recv(sender.get(), answer.data(), answer.size(), 0);
    return size < 0 ? "" : std::string(answer.data(), static_cast<std::size_t>(size));
  }
  void send(const std::string& packet) const {
    EXPECT_EQ(::send(sender.get(), packet.data(), packet.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(packet.size()));
  }

  TempDir temp{"test"};
  std::filesystem::path socket = temp.path() / "guest.sock";
  GuestTrace trace;
  std::shared_ptr<sandbox::ProcessLog> log = trace.listen(socket);
  Fd sender;
};

// Process 2 executed `program`; `dropped` before it.
std::string execution(const std::string& program, char dropped = 0) {
  return "\x08\x00\x03\x00"s + dropped + "\x00\x00\x00"s + "\x0a\x02\x20\x02\x12"s +
         static_cast<char>(program.size()) + program;
}

TEST_F(ProcessLog, AnswersTheGreeting) { EXPECT_EQ(greet(), "\x08\x01"); }

TEST_F(ProcessLog, GivesAllThatWasSentBeforeTheEnd) {
  greet();
  for (int i = 0; i < 200; ++i) send(execution("/bin/" + std::to_string(i)));
  sender = Fd();

  const std::vector<ProcessEvent> events = log->take();

  ASSERT_EQ(events.size(), 200U);
  EXPECT_EQ(events.front().program, "/bin/0");
  EXPECT_EQ(events.back().program, "/bin/199");
  EXPECT_EQ(log->lost(), 0U);
}

TEST_F(ProcessLog, CountsWhatGvisorDropped) {
  greet();
  send(execution("/a", 3));
  send(execution("/b", 3));
  send(execution("/c", 4));

  EXPECT_EQ(log->take().size(), 3U);

  EXPECT_EQ(log->lost(), 4U);
}

TEST_F(ProcessLog, CountsWhatIsNoMessage) {
  greet();
  send("nonsense that is no message");
  send(execution("/a"));

  EXPECT_EQ(log->take().size(), 1U);

  EXPECT_EQ(log->lost(), 1U);
}

TEST_F(ProcessLog, CountsWhatDoesNotFit) {
  greet();

  for (int i = 0; i < 20'010; ++i) send(execution("/a"));
  // The thread reads; only then is there more than the log takes.
  soon([&] { return log->lost() >= 10; });

  EXPECT_EQ(log->lost(), 10U);
  EXPECT_EQ(log->take().size(), 20'000U);
}

TEST_F(ProcessLog, StopsListeningWhenItIsLetGo) {
  greet();

  log.reset();

  std::array<char, 16> rest{};
  EXPECT_EQ(::recv(sender.get(), rest.data(), rest.size(), 0), 0);
  EXPECT_TRUE(soon([&] { return !connected(socket, SOCK_SEQPACKET); }));
}

TEST_F(ProcessLog, RefusesAPathTooLongForASocket) {
  EXPECT_THROW(trace.listen("/" + std::string(200, 'x')), Failure);
}

}  // namespace
}  // namespace redcode::oci
