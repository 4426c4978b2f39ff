// Words for the numbers and structures that system calls are given.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace redcode::oci {

// "O_WRONLY|O_CREAT|O_TRUNC"; unknown bits in hex.
std::string open_flags(std::uint64_t flags);
// "SIGKILL"; "signal 77" where it has no name.
std::string signal_name(int signal);
// A sockaddr's bytes: "192.0.2.1:80", "[2001:db8::1]:80", "unix:/run/x", "unix:@abstract",
// "family 16".
std::string socket_address(std::string_view bytes);
// The argument of kill(): "process 12", "group 12", "own group", "every process".
std::string signal_target(int process);
// "PTRACE_ATTACH"; the number where we have no name.
std::string trace_request(std::uint64_t request);

}  // namespace redcode::oci
