#include "sandbox/seccomp.h"

#include <fcntl.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <utility>

namespace redcode::sandbox {
namespace {

#if defined(__x86_64__)
// 32-bit and x32 calls are refused: the image has no such programs, and one architecture makes the
// filter a third as large.
constexpr const char* architecture = "SCMP_ARCH_X86_64";
#elif defined(__aarch64__)
constexpr const char* architecture = "SCMP_ARCH_AARCH64";
#else
#error "no seccomp profile for this architecture"
#endif

constexpr std::uint64_t new_namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS |
                                         CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

Json when(unsigned argument, const char* compare, std::uint64_t value) {
  return {{"index", argument}, {"value", value}, {"op", compare}};
}

// The bits of `mask` are those of `value`.
Json masked(unsigned argument, std::uint64_t mask, std::uint64_t value) {
  return {{"index", argument}, {"value", mask}, {"valueTwo", value}, {"op", "SCMP_CMP_MASKED_EQ"}};
}
// The kernel takes an int of 32 bits, whatever stands above it.
Json integer(unsigned argument, int value) {
  return masked(argument, 0xffffffffULL, static_cast<std::uint32_t>(value));
}

struct Conditional {
  std::string call;
  std::vector<Json> arguments;
};

// TCP and UDP, which the sinkhole hears, and nothing else: no UDP-Lite, ICMP, SCTP or raw packets,
// nor the modules a kernel would load for them.
void allow_sockets(std::vector<Conditional>& rules) {
  constexpr std::uint64_t type_bits = 0xf;  // the others are flags
  rules.push_back({"socket", {when(0, "SCMP_CMP_EQ", AF_UNIX)}});
  struct Kind {
    std::uint64_t type;
    int protocol;
  };
  for (const std::uint64_t family : {AF_INET, AF_INET6}) {
    for (const auto& [type, protocol] : {Kind{SOCK_STREAM, 0}, Kind{SOCK_STREAM, IPPROTO_TCP},
                                         Kind{SOCK_DGRAM, 0}, Kind{SOCK_DGRAM, IPPROTO_UDP}}) {
      rules.push_back(
          {"socket",
           {when(0, "SCMP_CMP_EQ", family), masked(1, type_bits, type), integer(2, protocol)}});
    }
  }
}

// All but F_SETLEASE, with which a program makes whoever opens its file wait: an observer, say.
// It is the one command whose bit 10 is set and bits 0 to 3 are not.
void allow_fcntl(std::vector<Conditional>& rules) {
  static_assert(F_SETLEASE == 1U << 10U);
  rules.push_back({"fcntl", {masked(1, F_SETLEASE, 0)}});
  for (const std::uint64_t bit : {1U, 2U, 4U, 8U})
    rules.push_back({"fcntl", {masked(1, bit, bit)}});
}

// Calls that are allowed with some arguments only.
std::vector<Conditional> conditional_calls() {
  std::vector<Conditional> rules;
  allow_sockets(rules);
  allow_fcntl(rules);
  // For the list of interfaces, and nothing else of netlink.
  rules.push_back(
      {"socket", {when(0, "SCMP_CMP_EQ", AF_NETLINK), when(2, "SCMP_CMP_EQ", NETLINK_ROUTE)}});
  // The default, the emulations that only change what uname() says, and asking.
  for (const std::uint64_t persona : {0x0ULL, 0x8ULL, 0x20000ULL, 0x20008ULL, 0xffffffffULL}) {
    rules.push_back({"personality", {when(0, "SCMP_CMP_EQ", persona)}});
  }
  rules.push_back({"clone", {masked(0, new_namespaces, 0)}});
  return rules;
}

bool contains(const std::vector<std::string>& calls, const std::string& call) {
  return std::ranges::find(calls, call) != calls.end();
}

}  // namespace

Json seccomp_profile(const Reported& reported) {
  std::vector<std::string> plain;
  std::vector<std::string> told;
  for (const std::string& call : allowed_calls()) {
    (contains(reported.calls, call) ? told : plain).push_back(call);
  }
  Json rules = Json::array();
  rules.push_back({{"names", plain}, {"action", "SCMP_ACT_ALLOW"}});
  if (!told.empty()) {
    for (Json& rule : reported.rules(told)) rules.push_back(std::move(rule));
  }
  for (const Conditional& rule : conditional_calls()) {
    const char* action = contains(reported.calls, rule.call) ? "SCMP_ACT_NOTIFY" : "SCMP_ACT_ALLOW";
    rules.push_back({{"names", {rule.call}}, {"action", action}, {"args", rule.arguments}});
  }
  // Its flags are behind a pointer, which a filter cannot read; libc falls back to clone.
  rules.push_back({{"names", {"clone3"}}, {"action", "SCMP_ACT_ERRNO"}, {"errnoRet", ENOSYS}});
  Json profile = {{"defaultAction", "SCMP_ACT_ERRNO"},
                  {"defaultErrnoRet", EPERM},
                  {"architectures", {architecture}},
                  {"syscalls", rules}};
  if (!reported.listener.empty()) profile["listenerPath"] = reported.listener;
  return profile;
}

}  // namespace redcode::sandbox
