// What steering.cc and steering.bpf.c both know: C, for the one is compiled for the kernel.
#pragma once

// Where each socket stands in the map: these three of IPv4, then the same of IPv6.
enum SteeredSocket {
  steered_tcp,  // a listener
  steered_dns,  // for UDP port 53
  steered_udp,  // for every other UDP port
  steered_sockets,
};

// The address that programs inside call from: 10.0.2.15.
enum { callers_address = 0x0A00020F };
