#include "sandbox/oci/notified_calls.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/audit.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "sandbox/oci/call_words.h"

namespace redcode::oci {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The rules for one call, as {action, test}.
std::set<std::pair<std::string, std::string>> rules_for(const Json& rules,
                                                        const std::string& call) {
  std::set<std::pair<std::string, std::string>> all;
  for (const Json& rule : rules) {
    if (std::ranges::find(rule.at("names"), Json(call)) == rule.at("names").end()) continue;
    const Json tests = rule.contains("args") ? rule.at("args") : Json::array();
    all.emplace(rule.at("action").get<std::string>(), tests.dump());
  }
  return all;
}

TEST(NotifiedCalls, AreWrittenAsRulesOfAnOciProfile) {
  const Json rules = notify_rules(notified_names());

  const auto always = std::pair<std::string, std::string>("SCMP_ACT_NOTIFY", "[]");
  EXPECT_THAT(rules_for(rules, "execve"), ElementsAre(always));
  EXPECT_THAT(rules_for(rules, "unlinkat"), ElementsAre(always));
}

TEST(NotifiedCalls, OfOpensAreAllButReadsOfTheSystemsOwnFiles) {
  const Caller self(::getpid());
  const auto told = [&self](const char* path, std::uint64_t flags) {
    seccomp_data data{};
    data.arch = AUDIT_ARCH_X86_64;
    data.nr = SYS_openat;
    data.args[0] = static_cast<std::uint64_t>(AT_FDCWD);
    data.args[1] = std::bit_cast<std::uintptr_t>(path);
    data.args[2] = flags;
    return read_call(self, data).has_value();
  };

  EXPECT_TRUE(told("/etc/shadow", O_RDONLY));
  EXPECT_TRUE(told("/usr/lib/x.so", O_WRONLY));
  EXPECT_FALSE(told("/usr/lib/x.so", O_RDONLY));
}

TEST(NotifiedCalls, AllowNothingThatWasNotAskedFor) {
  const Json rules = notify_rules({"kill", "read"});

  EXPECT_EQ(rules, Json::parse(R"([{"names":["kill"],"action":"SCMP_ACT_NOTIFY"}])"));
}

TEST(NotifiedCalls, OfAnotherAbiAreNamedByNumber) {
  const Caller self(::getpid());
  seccomp_data data{};
  data.arch = AUDIT_ARCH_I386;
  data.nr = 10;

  const auto call = read_call(self, data);

  ASSERT_TRUE(call);
  EXPECT_EQ(call->name, "call 10 of ABI 0x40000003");
  EXPECT_THAT(call->target, IsEmpty());
}

TEST(Caller, ReadsATextAcrossPages) {
  const std::string text(5000, 'x');
  const Caller self(::getpid());

  EXPECT_EQ(self.text(reinterpret_cast<std::uint64_t>(text.data())), std::string(4096, 'x'));
  EXPECT_EQ(self.text(reinterpret_cast<std::uint64_t>(text.data()) + 3000), text.substr(3000));
}

TEST(Caller, ReadsABoundedListOfTexts) {
  std::vector<const char*> many(100, "ab");
  many.push_back(nullptr);
  const std::string big(4000, 'x');
  const std::vector<const char*> long_ones = {big.c_str(), big.c_str(), big.c_str(), nullptr};
  const Caller self(::getpid());

  EXPECT_EQ(self.texts(reinterpret_cast<std::uint64_t>(many.data())).size(), 32U);
  const auto cut = self.texts(reinterpret_cast<std::uint64_t>(long_ones.data()));
  ASSERT_EQ(cut.size(), 2U);
  EXPECT_EQ(cut[0].size() + cut[1].size(), 4096U);
}

TEST(CallWords, NameFlags) {
  EXPECT_EQ(open_flags(O_RDONLY | O_CLOEXEC), "O_RDONLY");
  EXPECT_EQ(open_flags(O_WRONLY | O_CREAT | O_TRUNC), "O_WRONLY|O_CREAT|O_TRUNC");
  EXPECT_EQ(open_flags(O_RDWR | O_TMPFILE), "O_RDWR|O_TMPFILE");
  EXPECT_EQ(open_flags(O_RDONLY | (1ULL << 40U)), "O_RDONLY|0x10000000000");
}

TEST(CallWords, NameSignals) {
  EXPECT_EQ(signal_name(9), "SIGKILL");
  EXPECT_EQ(signal_name(0), "signal 0");
  EXPECT_EQ(signal_name(-5), "signal -5");
  EXPECT_EQ(signal_target(-1), "every process");
  EXPECT_EQ(signal_target(0), "own group");
  EXPECT_EQ(signal_target(-7), "group 7");
  EXPECT_EQ(signal_target(INT32_MIN), "group 2147483648");
}

TEST(CallWords, NameSocketAddresses) {
  using namespace std::string_literals;

  EXPECT_EQ(socket_address("\x02\x00\x00\x50\xc0\x00\x02\x01\0\0\0\0\0\0\0\0"s), "192.0.2.1:80");
  EXPECT_EQ(socket_address("\x0a\x00\x01\xbb\0\0\0\0\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01"s),
            "[2001:db8::1]:443");
  EXPECT_EQ(socket_address("\x01\x00/run/x\0rest"s), "unix:/run/x");
  EXPECT_EQ(socket_address("\x01\x00\0name"s), "unix:@name");
  EXPECT_EQ(socket_address("\x01\x00"s), "unix:");
  EXPECT_EQ(socket_address("\x02\x00\x00"s), "family 2");
  EXPECT_EQ(socket_address("\x02"s), "");
}

}  // namespace
}  // namespace redcode::oci
