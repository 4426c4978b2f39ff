#include "sandbox/oci/guest_event.h"

#include <sys/syscall.h>
#include <sys/wait.h>

#include <cstring>
#include <map>
#include <utility>

#include "base/json.h"
#include "sandbox/oci/wire_fields.h"

namespace redcode::oci {
namespace {

using sandbox::ProcessEvent;

struct Header {
  std::uint16_t header_size;
  std::uint16_t type;
  std::uint32_t dropped;
};

constexpr std::uint16_t clone_message = 2;
constexpr std::uint16_t execve_message = 3;
constexpr std::uint16_t exit_message = 4;
constexpr std::uint16_t system_call_message = 6;

// Field 1 of every message is about the process it comes from, whose field 4 is its id.
pid_t sender(const WireFields& fields) {
  const std::optional<WireFields> context = WireFields::read(fields.text(1));
  return context ? context->number<pid_t>(4) : 0;
}

std::optional<ProcessEvent> forked(const WireFields& fields) {
  const auto thread = fields.number<pid_t>(3);
  const auto process = fields.number<pid_t>(4);
  if (thread != process) return std::nullopt;  // a thread of an old process
  return ProcessEvent{
      .what = ProcessEvent::What::forked, .process = process, .other = sender(fields)};
}

ProcessEvent executed(const WireFields& fields) {
  return {.what = ProcessEvent::What::executed,
          .process = sender(fields),
          .program = std::string(fields.text(2))};
}

ProcessEvent exited(const WireFields& fields) {
  const auto status = fields.number<int>(2);
  return {.what = ProcessEvent::What::exited,
          .process = sender(fields),
          .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
          .exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0};
}

// kill(process, signal) and tgkill(process, thread, signal); the arguments are fields 5 and on.
std::optional<ProcessEvent> signalled(const WireFields& fields) {
  const auto number = fields.number<long>(4);
  if (number != SYS_kill && number != SYS_tgkill) return std::nullopt;
  ProcessEvent event{.what = ProcessEvent::What::signalled,
                     .process = fields.number<pid_t>(5),
                     .other = sender(fields),
                     .signal = fields.number<int>(number == SYS_kill ? 6 : 7)};
  // A program that interrupts its own threads.
  if (number == SYS_tgkill && event.process == event.other) return std::nullopt;
  return event;
}

std::optional<ProcessEvent> event_of(std::uint16_t type, const WireFields& fields) {
  switch (type) {
    case clone_message:
      return forked(fields);
    case execve_message:
      return executed(fields);
    case exit_message:
      return exited(fields);
    case system_call_message:
      return signalled(fields);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<GuestMessage> read_guest_message(std::string_view packet) {
  Header header{};
  if (packet.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, packet.data(), sizeof header);
  if (header.header_size < sizeof header || header.header_size > packet.size()) return std::nullopt;
  const std::optional<WireFields> fields = WireFields::read(packet.substr(header.header_size));
  if (!fields) return std::nullopt;
  return GuestMessage{.dropped = header.dropped, .event = event_of(header.type, *fields)};
}

std::string guest_greeting() { return "\x08\x01"; }

std::string guest_configuration(const std::filesystem::path& socket) {
  Json points = Json::array();
  for (const std::string& name :
       {std::string("sentry/clone"), std::string("sentry/execve"),
        std::string("sentry/exit_notify_parent"), fmt::format("syscall/sysno/{}/enter", SYS_kill),
        fmt::format("syscall/sysno/{}/enter", SYS_tgkill)}) {
    points.push_back({{"name", name}, {"context_fields", {"group_id"}}});
  }
  const Json sink = {{"name", "remote"},
                     {"config",
                      {{"endpoint", socket.string()},
                       {"retries", 500},  // five seconds
                       {"backoff", "50us"},
                       {"backoff_max", "10ms"}}}};
  return dump_json({{"trace_session",
                     {{"name", "Default"},  // the one name it knows
                      {"points", points},
                      {"sinks", Json::array({sink})}}}});
}

}  // namespace redcode::oci
