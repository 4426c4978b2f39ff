#include "sandbox/oci/guest_event.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "base/json.h"
#include "sandbox/oci/wire_fields.h"

namespace redcode::oci {
namespace {

using sandbox::ProcessEvent;
using What = ProcessEvent::What;

std::string bytes(std::initializer_list<int> values) {
  std::string all;
  for (const int value : values) all.push_back(static_cast<char>(value));
  return all;
}

// As gVisor sends it, from process 2.
std::string packet(int type, const std::string& rest) {
  const std::string header = bytes({8, 0, type, 0, 5, 0, 0, 0});
  const std::string from_two = bytes({0x0a, 4, 0x10, 2, 0x20, 2});
  return header + from_two + rest;
}

TEST(GuestEvent, ReadsAFork) {
  const auto message = read_guest_message(packet(2, bytes({0x18, 3, 0x20, 3, 0x28, 0x84, 1})));

  ASSERT_TRUE(message && message->event);
  EXPECT_EQ(message->dropped, 5U);
  EXPECT_EQ(message->event->what, What::forked);
  EXPECT_EQ(message->event->process, 3);
  EXPECT_EQ(message->event->other, 2);
}

TEST(GuestEvent, SaysNothingOfANewThread) {
  const auto message = read_guest_message(packet(2, bytes({0x18, 6, 0x20, 2})));

  ASSERT_TRUE(message);
  EXPECT_FALSE(message->event);
}

TEST(GuestEvent, ReadsAnExecution) {
  const auto message =
      read_guest_message(packet(3, bytes({0x12, 9}) + "/bin/true" + bytes({0x1a, 1}) + "t"));

  ASSERT_TRUE(message && message->event);
  EXPECT_EQ(message->event->what, What::executed);
  EXPECT_EQ(message->event->process, 2);
  EXPECT_EQ(message->event->program, "/bin/true");
}

TEST(GuestEvent, ReadsAnEndByItselfAndByASignal) {
  const auto by_itself = read_guest_message(packet(4, bytes({0x10, 0x80, 6})));
  const auto by_signal = read_guest_message(packet(4, bytes({0x10, 9})));

  ASSERT_TRUE(by_itself && by_itself->event && by_signal && by_signal->event);
  EXPECT_EQ(by_itself->event->what, What::exited);
  EXPECT_EQ(by_itself->event->exit_code, 3);
  EXPECT_EQ(by_itself->event->signal, 0);
  EXPECT_EQ(by_signal->event->signal, 9);
  EXPECT_EQ(by_signal->event->exit_code, 0);
}

#if defined(__x86_64__)
TEST(GuestEvent, ReadsASignalSent) {
  const auto killed = read_guest_message(packet(6, bytes({0x20, 62, 0x28, 3, 0x30, 9})));
  const auto own_thread =
      read_guest_message(packet(6, bytes({0x20, 0xea, 1, 0x28, 2, 0x30, 2, 0x38, 9})));

  ASSERT_TRUE(killed && killed->event && own_thread);
  EXPECT_EQ(killed->event->what, What::signalled);
  EXPECT_EQ(killed->event->process, 3);
  EXPECT_EQ(killed->event->other, 2);
  EXPECT_EQ(killed->event->signal, 9);
  EXPECT_FALSE(own_thread->event);
}
#endif

TEST(GuestEvent, RefusesWhatIsCutOffAnywhere) {
  const std::string whole = packet(3, bytes({0x12, 9}) + "/bin/true");

  for (std::size_t size : {0U, 7U, 9U, 11U, 15U, 20U}) {
    EXPECT_FALSE(read_guest_message(whole.substr(0, size))) << size;
  }
  EXPECT_TRUE(read_guest_message(whole));
}

TEST(GuestEvent, RefusesAHeaderThatLies) {
  EXPECT_FALSE(read_guest_message(bytes({0, 0, 2, 0, 0, 0, 0, 0})));
  EXPECT_FALSE(read_guest_message(bytes({255, 255, 2, 0, 0, 0, 0, 0})));
}

TEST(WireFields, RefusesNumbersAndLengthsWithoutEnd) {
  const std::string eleven_bytes = bytes({0x08}) + std::string(11, '\xff');
  const std::string too_long = bytes({0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1});

  EXPECT_FALSE(WireFields::read(eleven_bytes));
  EXPECT_FALSE(WireFields::read(too_long));
  EXPECT_FALSE(WireFields::read(bytes({0x0b})));
}

TEST(WireFields, PassesOverFixedWidths) {
  const std::string message =
      bytes({0x0d, 1, 2, 3, 4, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0x18, 0x96, 1});

  const auto fields = WireFields::read(message);

  ASSERT_TRUE(fields);
  EXPECT_EQ(fields->number<int>(3), 150);
  EXPECT_EQ(fields->number<int>(1), 0);
  EXPECT_EQ(fields->text(3), "");
}

TEST(GuestEvent, ConfigurationNamesTheSocket) {
  const auto json = parse_json(guest_configuration("/run/x.sock"));

  ASSERT_TRUE(json);
  const Json& session = json->at("trace_session");
  EXPECT_EQ(session.at("sinks").at(0).at("config").at("endpoint"), "/run/x.sock");
  for (const Json& point : session.at("points")) {
    EXPECT_EQ(point.at("context_fields"), Json::array({"group_id"}));
  }
}

}  // namespace
}  // namespace redcode::oci
