// Picks the socket that gets a new connection or datagram; steering.h says why. The build compiles
// this for the kernel and hands its instructions to steering.cc.
#include <asm/byteorder.h>
#include <linux/bpf.h>
#include <linux/in.h>

#include "evidence/steering_map.h"

// The kernel's functions, by their numbers.
static void* (*const find)(void* map, const void* key) = (void*)BPF_FUNC_map_lookup_elem;
static long (*const assign)(struct bpf_sk_lookup*, void* socket, __u64) = (void*)BPF_FUNC_sk_assign;
static long (*const release)(void* socket) = (void*)BPF_FUNC_sk_release;

extern char sockets;  // the map: steering.cc puts its descriptor wherever this address is taken

enum { ipv6 = 10, dns_port = 53 };  // AF_INET6 is in no header of the kernel's

static int is_theirs(const struct bpf_sk_lookup* packet) {
  if (packet->family == ipv6) {
    return packet->local_ip6[0] == 0 && packet->local_ip6[1] == 0 && packet->local_ip6[2] == 0 &&
           packet->local_ip6[3] == __constant_htonl(1);
  }
  return packet->local_ip4 == __constant_htonl(callers_address) ||
         (packet->local_ip4 & __constant_htonl(0xFF000000U)) == __constant_htonl(0x7F000000U);
}

static __u32 place_of(const struct bpf_sk_lookup* packet) {
  const __u32 first = packet->family == ipv6 ? steered_sockets : 0;
  if (packet->protocol == IPPROTO_TCP) return first + steered_tcp;
  return first + (packet->local_port == dns_port ? steered_dns : steered_udp);
}

__attribute__((section("sk_lookup"))) int steer(struct bpf_sk_lookup* packet) {
  if (is_theirs(packet)) return SK_PASS;  // the kernel goes on as ever
  const __u32 place = place_of(packet);
  void* socket = find(&sockets, &place);
  if (!socket) return SK_DROP;
  const long failed = assign(packet, socket, 0);
  release(socket);
  return failed ? SK_DROP : SK_PASS;
}
