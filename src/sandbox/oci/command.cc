#include "sandbox/oci/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/failure.h"
#include "base/random.h"
#include "base/text.h"
#include "base/uncancellable.h"
#include "sandbox/oci/places.h"
#include "sandbox/oci/strays.h"

namespace redcode::oci {
namespace {

struct Refusal {
  std::string_view sign;  // in what the runtime says
  int code;
};

// What a runtime says when it is the command's own fault, or its neighbours'.
constexpr std::array refusals = {Refusal{"executable file not found", 127},
                                 Refusal{"no such file or directory", 127},
                                 Refusal{"not a directory", 127},
                                 Refusal{"permission denied", 126},
                                 Refusal{"exec format error", 126},
                                 Refusal{"is a directory", 126},
                                 Refusal{"resource temporarily unavailable", 126},
                                 Refusal{"cannot allocate memory", 126},
                                 Refusal{"argument list too long", 126}};

// The command's ends of its streams, which are closed here once it has them.
struct ItsEnds {
  Fd in = {};
  Fd out = {};
  Fd err = {};
};

ItsEnds make_streams(const CommandPlan& plan, RunningCommand& command) {
  ItsEnds its;
  if (plan.fed) {
    Pipe in = make_pipe(plan.user);
    command.in = std::move(in.writing);
    its.in = std::move(in.reading);
  }
  Pipe out = make_pipe(plan.user);
  command.out = std::move(out.reading);
  its.out = std::move(out.writing);
  Pipe err = make_pipe(plan.user);
  command.err = std::move(err.reading);
  its.err = std::move(err.writing);
  return its;
}

Task<> start(const CommandPlan& plan, RunningCommand& command) {
  const ItsEnds its = make_streams(plan, command);
  const sandbox::EngineSlots::Permit permit = co_await plan.gate.enter();
  const CommandFiles& files = command.files;
  const Runtime::Exec what{.id = plan.id,
                           .process = files.process_file(),
                           .pid_file = files.pid_file(),
                           .log = files.log_file()};
  Child runtime({.argv = plan.runtime.exec(what),
                 .in = its.in.get(),
                 .out = its.out.get(),
                 .err = its.err.get()});
  if (!plan.runtime.host_kernel()) {
    command.child = std::move(runtime);
    co_return;
  }
  if (!co_await runtime.wait(longest_start)) {
    throw Failure(Failure::Kind::unavailable, "the runtime hangs");
  }
  if (runtime.exit_code() == 0 && files.pid() > 0) command.child = Child(files.pid());
}

}  // namespace

CommandFiles::CommandFiles(const std::filesystem::path& folder, const Json& process)
    : stem_(folder / ("exec-" + random_token(8))) {
  write_file(process_file(), dump_json(process));
}

CommandFiles::~CommandFiles() {
  for (const auto& file : {process_file(), pid_file(), log_file()}) unlink(file.c_str());
}

pid_t CommandFiles::pid() const {
  const std::string text = read_small_file(pid_file());
  pid_t pid = 0;
  std::from_chars(text.data(), text.data() + text.size(), pid);
  return pid;
}

Task<std::unique_ptr<RunningCommand>> start_command(const CommandPlan& plan) {
  auto command = std::make_unique<RunningCommand>(plan);
  // Cut in two, it would leave a process whose pid nobody knows.
  co_await uncancellable(start(plan, *command));
  if (!command->started()) reap_strays();
  co_return command;
}

sandbox::Ending not_started(const std::string& said) {
  const std::string plain = lower(said);
  for (const Refusal& refusal : refusals) {
    if (!plain.contains(refusal.sign)) continue;
    sandbox::Ending ending;
    ending.how = sandbox::Exited{refusal.code};
    ending.err = fmt::format("cannot start the command: {}\n", refusal.sign);
    return ending;
  }
  throw Failure(Failure::Kind::unavailable,
                fmt::format("the runtime could not start a command: {}", one_line(said, 300)));
}

}  // namespace redcode::oci
