// The messages gVisor's kernel sends about its processes, and the configuration that asks for them.
//
// A message is a small header (its own size, the message's type, how many were dropped so far)
// and a protocol buffer, of which only the fields needed here are read. The sender is gVisor, yet
// it shares a process with the hostile program's system calls: nothing in it is trusted to be
// well formed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "sandbox/runtime_log.h"

namespace redcode::oci {

struct GuestMessage {
  std::uint32_t dropped = 0;  // by gVisor, since it began
  // None: a message that says nothing of a process, such as a new thread.
  std::optional<sandbox::ProcessEvent> event;
};

// None if it is not a message.
std::optional<GuestMessage> read_guest_message(std::string_view packet);

// What each side says first: that it speaks version 1.
std::string guest_greeting();

// For `runsc --pod-init-config`: report to the socket, and wait for it rather than drop messages.
std::string guest_configuration(const std::filesystem::path& socket);

}  // namespace redcode::oci
