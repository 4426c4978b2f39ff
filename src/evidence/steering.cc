#include "evidence/steering.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/bpf.h>
#include <netinet/in.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/failure.h"

namespace redcode::evidence {
namespace {

// Where each socket stands in the map.
constexpr std::int32_t ipv4_tcp = 0;
constexpr std::int32_t ipv6_tcp = 3;
constexpr std::int32_t dns_after_tcp = 1;
constexpr std::int32_t udp_after_dns = 1;
constexpr std::uint32_t places = 6;

[[noreturn]] void fail(std::string_view what) {
  throw Failure(Failure::Kind::unavailable,
                fmt::format("the network sinkhole cannot {}: {} (it needs Linux 5.9 or newer and "
                            "the right to use BPF: root, in a container a privileged one)",
                            what, std::strerror(errno)));
}

long bpf(bpf_cmd command, bpf_attr& attributes) {
  return syscall(SYS_bpf, command, &attributes, sizeof attributes);
}

using Instruction = bpf_insn;
using Register = std::uint8_t;

constexpr Register r0 = BPF_REG_0, r1 = BPF_REG_1, r2 = BPF_REG_2, r3 = BPF_REG_3, r6 = BPF_REG_6,
                   r7 = BPF_REG_7, r8 = BPF_REG_8, r10 = BPF_REG_10;

constexpr Instruction move(Register to, Register from) {
  return {.code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = to, .src_reg = from};
}
constexpr Instruction set(Register to, std::int32_t value) {
  return {.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = to, .imm = value};
}
constexpr Instruction add(Register to, std::int32_t value) {
  return {.code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = to, .imm = value};
}
constexpr Instruction keep_bits(Register of, std::int32_t mask) {
  return {.code = BPF_ALU | BPF_AND | BPF_K, .dst_reg = of, .imm = mask};
}
// to = a field of the packet's description, which r6 points to.
constexpr Instruction read(Register to, std::size_t field) {
  return {.code = BPF_LDX | BPF_MEM | BPF_W,
          .dst_reg = to,
          .src_reg = r6,
          .off = static_cast<std::int16_t>(field)};
}
constexpr Instruction store_on_stack(std::int16_t at, Register from) {
  return {.code = BPF_STX | BPF_MEM | BPF_W, .dst_reg = r10, .src_reg = from, .off = at};
}
constexpr Instruction skip_if_equal(Register a, std::int32_t value, std::int16_t skipped) {
  return {.code = BPF_JMP32 | BPF_JEQ | BPF_K, .dst_reg = a, .off = skipped, .imm = value};
}
constexpr Instruction skip_unless_equal(Register a, std::int32_t value, std::int16_t skipped) {
  return {.code = BPF_JMP32 | BPF_JNE | BPF_K, .dst_reg = a, .off = skipped, .imm = value};
}
// For pointers, which the kernel lets a program compare only whole.
constexpr Instruction skip_unless_null(Register a, std::int16_t skipped) {
  return {.code = BPF_JMP | BPF_JNE | BPF_K, .dst_reg = a, .off = skipped, .imm = 0};
}
constexpr Instruction skip(std::int16_t skipped) {
  return {.code = BPF_JMP | BPF_JA, .off = skipped};
}
constexpr Instruction call(std::int32_t function) {
  return {.code = BPF_JMP | BPF_CALL, .imm = function};
}
constexpr Instruction leave() { return {.code = BPF_JMP | BPF_EXIT}; }

std::int32_t in_network_order(std::uint32_t value) {
  return static_cast<std::int32_t>(htonl(value));
}

using Packet = bpf_sk_lookup;
constexpr std::size_t ip6_word = sizeof(std::uint32_t);

// Loading the map's descriptor takes two instructions' room: itself and an empty one.
auto instructions(int map) {
  return std::to_array<Instruction>({
      move(r6, r1),
      // Loopback: none of ours, the kernel goes on as ever.
      read(r7, offsetof(Packet, family)),
      skip_if_equal(r7, AF_INET6, 6),
      read(r1, offsetof(Packet, local_ip4)),
      skip_if_equal(r1, in_network_order(callers_address), 13),
      keep_bits(r1, in_network_order(0xFF000000U)),
      set(r7, ipv4_tcp),
      skip_unless_equal(r1, in_network_order(0x7F000000U), 12),
      skip(9),
      set(r7, ipv6_tcp),
      read(r1, offsetof(Packet, local_ip6)),
      skip_unless_equal(r1, 0, 8),
      read(r1, offsetof(Packet, local_ip6) + ip6_word),
      skip_unless_equal(r1, 0, 6),
      read(r1, offsetof(Packet, local_ip6) + 2 * ip6_word),
      skip_unless_equal(r1, 0, 4),
      read(r1, offsetof(Packet, local_ip6) + 3 * ip6_word),
      skip_unless_equal(r1, in_network_order(1), 2),
      set(r0, SK_PASS),
      leave(),
      // Which of our sockets.
      read(r1, offsetof(Packet, protocol)),
      skip_if_equal(r1, IPPROTO_TCP, 4),
      add(r7, dns_after_tcp),
      read(r1, offsetof(Packet, local_port)),
      skip_if_equal(r1, 53, 1),
      add(r7, udp_after_dns),
      store_on_stack(-4, r7),
      {.code = BPF_LD | BPF_DW | BPF_IMM, .dst_reg = r1, .src_reg = BPF_PSEUDO_MAP_FD, .imm = map},
      {},
      move(r2, r10),
      add(r2, -4),
      call(BPF_FUNC_map_lookup_elem),
      skip_unless_null(r0, 2),
      set(r0, SK_DROP),
      leave(),
      // Give it the packet.
      move(r7, r0),
      move(r1, r6),
      move(r2, r7),
      set(r3, 0),
      call(BPF_FUNC_sk_assign),
      move(r8, r0),
      move(r1, r7),
      call(BPF_FUNC_sk_release),
      set(r0, SK_PASS),
      skip_if_equal(r8, 0, 1),
      set(r0, SK_DROP),
      leave(),
  });
}

Fd make_map() {
  bpf_attr attributes{};
  attributes.map_type = BPF_MAP_TYPE_SOCKMAP;
  attributes.key_size = sizeof(std::uint32_t);
  attributes.value_size = sizeof(std::uint64_t);
  attributes.max_entries = places;
  Fd map(static_cast<int>(bpf(BPF_MAP_CREATE, attributes)));
  if (!map) fail("make a map of sockets");
  return map;
}

void put(int map, std::int32_t place, int socket) {
  if (socket < 0) return;
  const auto key = static_cast<std::uint32_t>(place);
  const auto value = static_cast<std::uint64_t>(socket);
  bpf_attr attributes{};
  attributes.map_fd = static_cast<std::uint32_t>(map);
  attributes.key = std::bit_cast<std::uintptr_t>(&key);
  attributes.value = std::bit_cast<std::uintptr_t>(&value);
  attributes.flags = BPF_ANY;
  if (bpf(BPF_MAP_UPDATE_ELEM, attributes) != 0) fail("put a socket into its map");
}

void put_all(int map, std::int32_t first, const SteeredSockets& sockets) {
  put(map, first, sockets.tcp);
  put(map, first + dns_after_tcp, sockets.dns);
  put(map, first + dns_after_tcp + udp_after_dns, sockets.udp);
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
  fail("load its program");
}

}  // namespace

Fd steer(const SteeredSockets& ipv4, const SteeredSockets& ipv6) {
  const Fd map = make_map();
  put_all(map.get(), ipv4_tcp, ipv4);
  put_all(map.get(), ipv6_tcp, ipv6);
  const Fd program = load(map.get());
  const Fd here(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
  bpf_attr attributes{};
  attributes.link_create.prog_fd = static_cast<std::uint32_t>(program.get());
  attributes.link_create.target_fd = static_cast<std::uint32_t>(here.get());
  attributes.link_create.attach_type = BPF_SK_LOOKUP;
  // The link keeps the program, the program its map.
  Fd link(static_cast<int>(bpf(BPF_LINK_CREATE, attributes)));
  if (!link) fail("steer the sandbox's network");
  return link;
}

}  // namespace redcode::evidence
