#include "sandbox/world_setup.h"

#include <fmt/format.h>

#include <utility>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::sandbox {
namespace {

// A program that waits, under the name the world wants: $1 is its path, $2 where its process id
// goes or "". What a shell leaves behind would be deaf to SIGINT and SIGQUIT. Ready once the
// process runs it, as its first word tells: gVisor does not let its user read /proc/PID/exe.
constexpr const char* start_decoy = R"sh(set -e
mkdir -p "${1%/*}"
cp /usr/bin/sleep "$1"
setsid env --default-signal=INT,QUIT "$1" 86400 </dev/null >/dev/null 2>&1 &
if [ -n "$2" ]; then mkdir -p "${2%/*}"; echo $! > "$2"; fi
until read -r -d '' name < /proc/$!/cmdline && [ "$name" = "$1" ]; do kill -0 $!; sleep 0.01; done
)sh";

Task<> must_run(Sandbox& box, Command command, const char* what) {
  const Ending ending = co_await box.exec(std::move(command));
  const auto* exited = std::get_if<Exited>(&ending.how);
  if (exited != nullptr && exited->code == 0) co_return;
  throw Failure(Failure::Kind::corrupt,
                fmt::format("{} did not work: {}", what, one_line(ending.err + ending.out, 300)));
}

}  // namespace

Task<> set_up_world(Sandbox& box, const record::World& world) {
  for (const record::PlaceholderProcess& decoy : world.processes) {
    Command command{.argv = {"bash", "-c", start_decoy, "decoy", decoy.program, decoy.pid_file}};
    co_await must_run(box, std::move(command), "a process of the world");
  }
  if (world.setup.empty()) co_return;
  Command command{
      .argv = {"bash", "-e"}, .stdin_bytes = world.setup, .working_dir = world.working_dir};
  co_await must_run(box, std::move(command), "the world's setup");
}

}  // namespace redcode::sandbox
