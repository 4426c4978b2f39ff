// From opening a sandbox to nothing being left of it.
#include <signal.h>

#include <boost/asio/this_coro.hpp>
#include <chrono>

#include "base/process.h"
#include "base/scope.h"
#include "base/text.h"
#include "contract.h"

namespace redcode::contract {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace fs = std::filesystem;

class Life : public Contract {};
INSTANTIATE_TEST_SUITE_P(, Life, testing::ValuesIn(engine_names()), name_of);

std::string network_of(pid_t process) {
  std::error_code gone;
  return fs::read_symlink(fmt::format("/proc/{}/ns/net", process), gone).string();
}

// What can be looked for after a sandbox is gone.
struct Marks {
  std::string id;
  std::string layer;
  std::string network;
  pid_t init = 0;
};

Marks marks_of(const sandbox::Sandbox& box) {
  const sandbox::HostView& host_view = box.host_view();
  return {.id = box.id(),
          .layer = host_view.upper.parent_path().filename(),
          .network = network_of(host_view.init),
          .init = host_view.init};
}

void find_in_network(const std::string& network, Lines& found) {
  std::error_code gone;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc", gone)) {
    const pid_t pid = std::atoi(entry.path().filename().c_str());
    if (pid > 0 && network_of(pid) == network) found.push_back(fmt::format("process {}", pid));
  }
}

Lines left_of(const Marks& marks) {
  Lines found = traces_of(marks.id);
  constexpr std::size_t telling = 16;  // shorter names are not this sandbox's alone
  if (marks.layer.size() >= telling) {
    for (std::string& trace : traces_of(marks.layer)) found.push_back(std::move(trace));
  }
  if (!marks.network.empty()) find_in_network(marks.network, found);
  return found;
}

// Processes and control groups may need a moment to be gone.
Lines left_in_the_end(const Marks& marks) {
  Lines left = left_of(marks);
  for (int i = 0; i < 20 && !left.empty(); ++i) {
    drive(pause_for(100ms));
    left = left_of(marks);
  }
  return left;
}

// Marks of every kind that another sandbox might see, and how one would look for them.
const std::string leave_marks =
    "echo redcode-mark > ~/redcode-mark; echo x > /tmp/redcode-mark; echo x > "
    "/var/tmp/redcode-mark; "
    "echo x > /dev/shm/redcode-mark; ipcmk -M 4242 >/dev/null 2>&1; "
    "(exec -a redcode-mark sleep 300) & "
    "python3 -c 'import socket, time\n"
    "a = socket.socket(socket.AF_UNIX); a.bind(\"\\0redcode-mark\"); a.listen()\n"
    "b = socket.socket(); b.bind((\"127.0.0.1\", 8123)); b.listen()\n"
    "time.sleep(300)' & sleep 1; echo marked";
const std::string look_for_marks =
    "find ~ /tmp /var/tmp /dev/shm -name redcode-mark; ps -eo args | grep '^redcode-mark'; "
    "grep -w 4242 /proc/sysvipc/shm; "
    "python3 -c 'import socket\n"
    "for family, address in ((socket.AF_UNIX, \"\\0redcode-mark\"), "
    "(socket.AF_INET, (\"127.0.0.1\", 8123))):\n"
    "    try: socket.socket(family).connect(address); print(\"reached\", address)\n"
    "    except OSError: pass'; echo looked";

TEST_P(Life, ASandboxSeesNothingOfTheLast) {
  const auto first = in_own({bash(leave_marks), bash(look_for_marks)});
  const auto second = in_own({bash(look_for_marks)});

  EXPECT_THAT(first[1].out, HasSubstr("redcode-mark")) << first[0].err;
  EXPECT_THAT(first[1].out, HasSubstr("reached"));
  EXPECT_EQ(second[0].out, "looked\n");
}

Task<std::string> look_beside(sandbox::Sandbox& marked, sandbox::Sandbox& other) {
  co_await marked.exec(bash(leave_marks));
  const sandbox::Ending ending = co_await other.exec(bash(look_for_marks));
  co_return ending.out;
}

TEST_P(Life, SandboxesAtTheSameTimeDoNotSeeEachOther) {
  const std::unique_ptr<sandbox::Sandbox> marked = drive(open());

  const std::string seen = drive(look_beside(*marked, subject().common()));
  drive(marked->close());

  EXPECT_EQ(seen, "looked\n");
}

TEST_P(Life, ACommandAfterStopIsAFailure) {
  const std::unique_ptr<sandbox::Sandbox> box = drive(open());

  drive(box->stop());

  EXPECT_NE(failure_of(box->exec(bash("echo hello"))), "no failure");
  drive(box->close());
}

TEST_P(Life, StopEndsEveryProcessAndTheLayersStayReadable) {
  const std::unique_ptr<sandbox::Sandbox> box = drive(open());
  drive(box->exec(bash("echo kept > ~/kept; setsid sleep 1000 & sleep 0.2")));
  const Marks marks = marks_of(*box);

  drive(box->stop());

  Lines running;
  find_in_network(marks.network, running);
  EXPECT_THAT(running, IsEmpty());
  EXPECT_TRUE(fs::exists(box->host_view().upper / "home/dev/kept"));
  drive(box->close());
}

TEST_P(Life, StoppingADeadSandboxIsAFailure) {
  const std::unique_ptr<sandbox::Sandbox> box = drive(open());
  ASSERT_GT(box->host_view().init, 0);
  kill(box->host_view().init, SIGKILL);
  drive(pause_for(300ms));

  EXPECT_THAT(failure_of(box->stop()), HasSubstr("the sandbox died"));

  drive(box->close());
}

Task<> nap_and_kill(pid_t init) {
  co_await pause_for(700ms);
  kill(init, SIGKILL);
}

Task<> die_during_a_command(sandbox::Sandbox& box) {
  Scope scope(co_await asio::this_coro::executor);
  scope.spawn(nap_and_kill(box.host_view().init));
  std::exception_ptr failure;
  try {
    co_await box.exec(bash("echo partial; sleep 20"));
  } catch (...) {
    failure = std::current_exception();
  }
  co_await scope.join();
  if (failure) std::rethrow_exception(failure);
}

TEST_P(Life, ASandboxThatDiesIsNeverACommandsEnding) {
  const std::unique_ptr<sandbox::Sandbox> box = drive(open());
  ASSERT_GT(box->host_view().init, 0);
  const auto start = std::chrono::steady_clock::now();

  EXPECT_THAT(failure_of(die_during_a_command(*box)), HasSubstr("the sandbox died"));
  EXPECT_THAT(failure_of(box->exec(bash("echo hello"))), HasSubstr("the sandbox died"));

  EXPECT_LT(std::chrono::steady_clock::now() - start, 15s);
  drive(box->close());
}

Task<std::string> kill_all_and_go_on(sandbox::Sandbox& box) {
  co_await box.exec(bash("sleep 1000 & kill -9 1; kill -9 -1"));
  const sandbox::Ending next = co_await box.exec(bash("echo alive"));
  co_return next.out;
}

TEST_P(Life, KillingEverythingInsideIsSurvivedOrAFailure) {
  const std::unique_ptr<sandbox::Sandbox> box = drive(open());

  try {
    EXPECT_EQ(drive(kill_all_and_go_on(*box)), "alive\n");
  } catch (const Failure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("the sandbox died"));
  }
  drive(box->close());
}

TEST_P(Life, ClosingTwiceIsFine) {
  const std::unique_ptr<sandbox::Sandbox> box = drive(open());

  drive(box->close());

  EXPECT_EQ(failure_of(box->close()), "no failure");
}

TEST_P(Life, NothingIsLeftAfterClose) {
  std::unique_ptr<sandbox::Sandbox> box = drive(open());
  drive(box->exec(bash(leave_marks)));
  const Marks marks = marks_of(*box);
  ASSERT_THAT(left_of(marks), Not(IsEmpty())) << "looks in the wrong places";

  drive(box->stop());
  drive(box->close());
  box.reset();

  EXPECT_THAT(left_in_the_end(marks), IsEmpty());
}

TEST_P(Life, ASandboxNobodyClosedIsRemoved) {
  std::unique_ptr<sandbox::Sandbox> box = drive(open());
  drive(box->exec(bash("sleep 1000 & true")));
  const Marks marks = marks_of(*box);

  box.reset();

  EXPECT_THAT(left_in_the_end(marks), IsEmpty());
}

TEST_P(Life, ARefusalLeavesNothing) {
  policy.mounts = {{.source = "/redcode-no-such-source", .target = "/redcode-refused-mount"}};

  EXPECT_NE(failure_of(open()), "no failure");

  EXPECT_THAT(traces_of("redcode-refused-mount"), IsEmpty());
}

// The ids of sandboxes whose harness was killed.
Task<Lines> abandoned(std::string engine) {
  ProcessRequest request{
      .argv = {fs::read_symlink("/proc/self/exe"), "--leave-behind", std::move(engine)}};
  request.limit = 60s;
  std::string printed;
  const OutputSink sink = [&printed](std::string_view text) -> Task<> {
    printed += text;
    return pause_for(0ms);
  };
  const ProcessEnd end = co_await run_process(request, sink);
  EXPECT_EQ(end.exit_code, 137) << printed;
  co_return split(trim(printed), '\n');
}

TEST_P(Life, ReapRemovesWhatADeadOwnerLeftAndLeavesTheLivingAlone) {
  const std::string living = subject().common().id();
  const Lines left = drive(abandoned(GetParam()));
  for (const std::string& id : left) ASSERT_THAT(traces_of(id), Not(IsEmpty()));

  const Lines removed = drive(engine().reap(false));

  EXPECT_THAT(removed, testing::IsSupersetOf(left));
  EXPECT_THAT(removed, Not(Contains(living)));
  for (const std::string& id : left) EXPECT_THAT(left_in_the_end({.id = id}), IsEmpty());
  EXPECT_EQ(common_output("echo alive"), "alive\n");
}

Task<> open_use_and_close(sandbox::Engine& engine, Lines& outputs) {
  const std::unique_ptr<sandbox::Sandbox> box =
      co_await engine.open(record::Policy{}, record::World{});
  const sandbox::Ending ending = co_await box->exec(bash("echo $$ > /tmp/x; echo /tmp/*"));
  outputs.push_back(ending.out);
  co_await box->stop();
  co_await box->close();
}

Task<Lines> open_many(sandbox::Engine& engine) {
  Lines outputs;
  Scope scope(co_await asio::this_coro::executor);
  for (int i = 0; i < 6; ++i) scope.spawn(open_use_and_close(engine, outputs));
  co_await scope.join();
  co_return outputs;
}

TEST_P(Life, ManySandboxesOpenAtOnce) {
  EXPECT_EQ(drive(open_many(engine())), Lines(6, "/tmp/x\n"));
}

TEST_P(Life, AnImagesDigestStaysTheSame) {
  const std::string digest = drive(engine().image_digest(policy.image));

  EXPECT_THAT(digest, testing::StartsWith("sha256:"));
  EXPECT_EQ(digest.size(), 7U + 64U);
  EXPECT_EQ(drive(engine().image_digest(policy.image)), digest);
}

TEST_P(Life, AnEngineSaysWhatItIsAndCannotDo) {
  EXPECT_THAT(GetParam(), testing::EndsWith("+" + traits().runtime));
  EXPECT_EQ(engine().name(), traits().engine + "+" + traits().runtime);
  EXPECT_NE(traits().version, "");
  EXPECT_THAT(traits().observers, Contains(record::Observer::files));
  EXPECT_THAT(traits().observers, Contains(record::Observer::network));
  EXPECT_THAT(traits().observers, Contains(record::Observer::exec));
  for (const std::string& limit : traits().limits) EXPECT_GT(limit.size(), 10U) << limit;
  EXPECT_EQ(subject().common().host_view().observers, traits().observers);
}

}  // namespace
}  // namespace redcode::contract
