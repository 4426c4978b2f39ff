#include "evidence/steering.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/failure.h"

namespace redcode::evidence {
namespace {

[[noreturn]] void steering_cannot(std::string_view what) {
  fail(
      fmt::format("the network sinkhole cannot {}: {} (it needs Linux 5.9 or newer and "
                  "the right to use BPF: root, in a container a privileged one)",
                  what, std::strerror(errno)));
}

long bpf(bpf_cmd command, bpf_attr& attributes) {
  return syscall(SYS_bpf, command, &attributes, sizeof attributes);
}

// steering.bpf.c as the build compiled it, an instruction a number.
constexpr auto compiled = std::to_array<std::uint64_t>({
#include "evidence/steering_instructions.inc"
});

// With the map's descriptor in each instruction that loads the map's address.
auto instructions(int map) {
  auto code = std::bit_cast<std::array<bpf_insn, compiled.size()>>(compiled);
  for (bpf_insn& one : code) {
    if (one.code != (BPF_LD | BPF_DW | BPF_IMM)) continue;
    one.src_reg = BPF_PSEUDO_MAP_FD;
    one.imm = map;
  }
  return code;
}

Fd make_map() {
  bpf_attr attributes{};
  attributes.map_type = BPF_MAP_TYPE_SOCKMAP;
  attributes.key_size = sizeof(std::uint32_t);
  attributes.value_size = sizeof(std::uint64_t);
  attributes.max_entries = 2 * steered_sockets;
  Fd map(static_cast<int>(bpf(BPF_MAP_CREATE, attributes)));
  if (!map) steering_cannot("make a map of sockets");
  return map;
}

void put(int map, std::uint32_t key, int socket) {
  if (socket < 0) return;
  const auto value = static_cast<std::uint64_t>(socket);
  bpf_attr attributes{};
  attributes.map_fd = static_cast<std::uint32_t>(map);
  attributes.key = std::bit_cast<std::uintptr_t>(&key);
  attributes.value = std::bit_cast<std::uintptr_t>(&value);
  attributes.flags = BPF_ANY;
  if (bpf(BPF_MAP_UPDATE_ELEM, attributes) != 0) steering_cannot("put a socket into its map");
}

void put_all(int map, std::uint32_t first, const SteeredSockets& sockets) {
  put(map, first + steered_tcp, sockets.tcp);
  put(map, first + steered_dns, sockets.dns);
  put(map, first + steered_udp, sockets.udp);
}

Fd load(int map) {
  const auto code = instructions(map);
  constexpr std::string_view license = "Apache-2.0";
  bpf_attr attributes{};
  attributes.prog_type = BPF_PROG_TYPE_SK_LOOKUP;
  attributes.expected_attach_type = BPF_SK_LOOKUP;
  attributes.insns = std::bit_cast<std::uintptr_t>(code.data());
  attributes.insn_cnt = static_cast<std::uint32_t>(code.size());
  attributes.license = std::bit_cast<std::uintptr_t>(license.data());
  // The kernel gives up checking a program when a signal comes in the middle, and says EAGAIN.
  constexpr int tries = 10;
  for (int i = 0; i < tries; ++i) {
    Fd program(static_cast<int>(bpf(BPF_PROG_LOAD, attributes)));
    if (program) return program;
    if (errno != EAGAIN) break;
  }
  steering_cannot("load its program");
}

}  // namespace

Fd steer(const SteeredSockets& ipv4, const SteeredSockets& ipv6) {
  const Fd map = make_map();
  put_all(map.get(), 0, ipv4);
  put_all(map.get(), steered_sockets, ipv6);
  const Fd program = load(map.get());
  const Fd here(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
  bpf_attr attributes{};
  attributes.link_create.prog_fd = static_cast<std::uint32_t>(program.get());
  attributes.link_create.target_fd = static_cast<std::uint32_t>(here.get());
  attributes.link_create.attach_type = BPF_SK_LOOKUP;
  // The link keeps the program, the program its map.
  Fd link(static_cast<int>(bpf(BPF_LINK_CREATE, attributes)));
  if (!link) steering_cannot("steer the sandbox's network");
  return link;
}

}  // namespace redcode::evidence
