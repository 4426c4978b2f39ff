#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/this_coro.hpp>
#include <set>
#include <stdexcept>

#include "base/pause.h"
#include "base/run.h"
#include "evidence/kernel_watch.h"
#include "evidence/namespace_for_tests.h"
#include "evidence/observer.h"

namespace redcode::evidence {
namespace {

using testing::Contains;
using testing::Not;

constexpr const char* secret = "/home/dev/secret";

// What one command did, as the observers "accesses" and "processes" tell it.
class Accesses : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "needs root to watch";
    box.seed(secret, "s3cret\n");
    box.seed("/home/dev/other", "nothing\n");
    box.start();
  }

  // Whoever enters is seen before it runs its command: a runtime is slow, this is not.
  Task<> run_all(const std::vector<std::string>& scripts) {
    const auto subscription =
        take_seat(co_await asio::this_coro::executor, box.host_view, Wanted::processes);
    for (const std::string& script : scripts) {
      const TestSandbox::Command command = box.enter(script);
      co_await subscription->catch_up();
      TestSandbox::let(command);
    }
  }

  enum class Then { it_is_stopped, the_sandbox_dies };

  Task<> watch(std::vector<std::string> scripts, Then then) {
    const auto accesses = watch_accesses(box.host_view, ledger);
    const auto processes = watch_processes(box.host_view, ledger);
    co_await accesses->open();
    co_await processes->open();
    co_await run_all(scripts);
    if (then == Then::the_sandbox_dies) box.stop();
    co_await accesses->before_stop();
    co_await processes->before_stop();
    box.stop();
    co_await accesses->close();
    co_await processes->close();
  }

  // "how path", of all that was told.
  std::multiset<std::string> uses(const std::vector<std::string>& scripts,
                                  Then then = Then::it_is_stopped) {
    run(watch(scripts, then));
    evidence = std::move(ledger).seal();
    std::multiset<std::string> lines;
    for (const record::Observation& one : evidence.observations) {
      if (const auto* use = std::get_if<record::FileUsed>(&one.fact)) {
        lines.insert(fmt::format("{} {}", use->how, use->path));
      }
    }
    return lines;
  }

  std::string who(record::FileUse how, const std::string& path) const {
    for (const record::Observation& one : evidence.observations) {
      const auto* use = std::get_if<record::FileUsed>(&one.fact);
      if (use != nullptr && use->how == how && use->path == path) return use->program;
    }
    return "nobody";
  }

  std::uint64_t lost() const { return evidence.observers.at(0).lost; }

  TestSandbox box;
  Ledger ledger{[](std::string_view) { return std::string(); }};
  record::Evidence evidence;
};

TEST_F(Accesses, TellsNothingOfASandboxInWhichNothingHappened) {
  const auto seen = uses({});

  EXPECT_EQ(seen, std::multiset<std::string>{});
  EXPECT_TRUE(evidence.observers.at(0).closed);
  EXPECT_EQ(lost(), 0U);
}

TEST_F(Accesses, TellsWhoReadASeededFile) {
  const auto seen = uses({"/usr/bin/cat /home/dev/secret > /dev/null"});

  EXPECT_THAT(seen, Contains("opened /home/dev/secret"));
  EXPECT_THAT(seen, Contains("read /home/dev/secret"));
  EXPECT_EQ(who(record::FileUse::read, secret), "/usr/bin/cat");
  EXPECT_EQ(lost(), 0U);
}

TEST_F(Accesses, TellsWhatAShellOpenedBeforeItRanAProgram) {
  uses({"/usr/bin/cat < /home/dev/secret > /dev/null; true"});

  EXPECT_EQ(who(record::FileUse::opened, secret), "/usr/bin/dash");
  EXPECT_EQ(who(record::FileUse::read, secret), "/usr/bin/cat");
}

TEST_F(Accesses, DoesNotTellOfTheRuntimeNorOfTheHarness) {
  const auto seen = uses({"true"});

  EXPECT_THAT(seen, Not(Contains("opened /etc/passwd")));
  std::ifstream((box.host_view.merged / "home/dev/other").string()).get();
  EXPECT_THAT(seen, Not(Contains("opened /home/dev/other")));
}

TEST_F(Accesses, TellsOfTheSamePathWhenTheAgentUsesIt) {
  const auto seen = uses({"/usr/bin/cat /etc/passwd > /dev/null"});

  EXPECT_THAT(seen, Contains("opened /etc/passwd"));
}

TEST_F(Accesses, KnowsASecretUnderAnotherName) {
  const auto seen =
      uses({"cd /home/dev; /usr/bin/ln secret x; /usr/bin/cat x > /dev/null; /usr/bin/rm x",
            "cd /home/dev; /usr/bin/mv other y; /usr/bin/cat y > /dev/null; /usr/bin/mv y other"});

  EXPECT_EQ(who(record::FileUse::read, secret), "/usr/bin/cat");
  EXPECT_EQ(who(record::FileUse::read, "/home/dev/other"), "/usr/bin/cat");
  EXPECT_EQ(lost(), 0U);
}

TEST_F(Accesses, KnowsWhatWasDeletedAfterUse) {
  const auto seen = uses({"cd /home/dev; read line < secret; rm secret; : > z; rm z"});

  EXPECT_THAT(seen, Contains("opened /home/dev/secret"));
  EXPECT_THAT(seen, Contains("written /home/dev/z"));
}

TEST_F(Accesses, KnowsAFileThatIsReallyCalledDeleted) {
  const auto seen = uses({"cd /home/dev; : > 'z (deleted)'; : < 'z (deleted)'"});

  EXPECT_THAT(seen, Contains("opened /home/dev/z (deleted)"));
}

TEST_F(Accesses, TellsOfFilesOnATmpfsByTheirPathInside) {
  const auto seen = uses({"echo x > /tmp/a; mkdir /tmp/tmp; echo y > /tmp/tmp/b"});

  EXPECT_THAT(seen, Contains("written /tmp/a"));
  EXPECT_THAT(seen, Contains("written /tmp/tmp/b"));
  EXPECT_THAT(seen, Contains("created /tmp/tmp/b"));
}

TEST_F(Accesses, TellsOfNamesWhereTheFileSystemCan) {
  if (!box.tells_names) GTEST_SKIP() << "this overlay cannot";
  const auto seen = uses({"cd /home/dev; : > new; mv new newer; chmod 600 newer; rm newer"});

  for (const char* line :
       {"created /home/dev/new", "moved-from /home/dev/new", "moved-to /home/dev/newer",
        "attributes /home/dev/newer", "deleted /home/dev/newer"}) {
    EXPECT_THAT(seen, Contains(line));
  }
}

TEST_F(Accesses, LeavesOutTheImagesOwnLibrariesButNotTheirExecution) {
  const auto seen = uses({"/usr/bin/env true; /usr/bin/env true"});

  EXPECT_EQ(seen.count("executed /usr/bin/env"), 1U);
  EXPECT_EQ(who(record::FileUse::executed, "/usr/bin/env"), "/usr/bin/dash");
  for (const std::string& line : seen) {
    EXPECT_FALSE(line.starts_with("opened /usr/")) << line;
    EXPECT_FALSE(line.contains("ld-linux")) << line;
  }
}

TEST_F(Accesses, TellsOfWhatAShortLivedDetachedProcessReads) {
  uses({"(setsid sh -c 'read line < /home/dev/secret; : > /tmp/done' &)",
        "while [ ! -e /tmp/done ]; do sleep 0.01; done"});

  EXPECT_EQ(who(record::FileUse::opened, secret), "/usr/bin/dash");
}

TEST_F(Accesses, LosesNothingOfAWalkOverManyFiles) {
  const auto seen =
      uses({"mkdir /tmp/many; cd /tmp/many; for i in $(seq 3000); do : > f$i; done; cat f* > all"});

  EXPECT_EQ(
      std::ranges::count_if(
          seen, [](const std::string& line) { return line.starts_with("opened /tmp/many/f"); }),
      6000);  // by the shell, and by cat
  EXPECT_EQ(lost(), 0U);
}

TEST_F(Accesses, CountsWhatIsTooMuchAsLost) {
  uses({"mkdir /tmp/many; cd /tmp/many; for i in $(seq 7000); do : > f$i; done"});

  EXPECT_GT(lost(), 0U);
}

class Processes : public Accesses {
 protected:
  // "by > program xtimes"
  std::vector<std::string> started() const {
    std::vector<std::string> lines;
    for (const auto& one : all<record::ProgramStarted>()) {
      lines.push_back(one.by + " > " + one.program + " x" + std::to_string(one.times));
    }
    return lines;
  }
  template <class T>
  std::vector<T> all() const {
    std::vector<T> found;
    for (const record::Observation& one : evidence.observations) {
      if (const auto* fact = std::get_if<T>(&one.fact)) found.push_back(*fact);
    }
    return found;
  }
};

TEST_F(Processes, TellsWhichProgramStartedWhich) {
  uses({"/usr/bin/env true; /usr/bin/env true; true"});

  EXPECT_EQ(started(),
            (std::vector<std::string>{" > /usr/bin/dash x1", "/usr/bin/dash > /usr/bin/env x2",
                                      "/usr/bin/env > /usr/bin/true x2"}));
}

TEST_F(Processes, TellsOfAScriptByItsInterpreter) {
  box.seed("/home/dev/run", "#!/bin/sh\n/usr/bin/true\n");
  chmod((box.host_view.merged / "home/dev/run").c_str(), 0755);

  uses({"/home/dev/run; true"});

  EXPECT_EQ(who(record::FileUse::executed, "/home/dev/run"), "/usr/bin/dash");
  EXPECT_THAT(started(), Contains("/usr/bin/dash > /usr/bin/dash x1"));
}

TEST_F(Processes, TellsWhatASignalEnded) {
  uses({"/usr/bin/sleep 100 & while ! grep -q sleep /proc/$!/comm; do :; done; kill -9 $!; wait"});

  EXPECT_EQ(
      all<record::ProcessKilled>(),
      (std::vector<record::ProcessKilled>{{.program = "/usr/bin/sleep", .signal = 9, .by = ""}}));
}

TEST_F(Processes, TellsWhatWasLeftRunning) {
  uses({"/usr/bin/sleep 100 & while ! grep -q sleep /proc/$!/comm; do :; done",
        "/usr/bin/sleep 100 & while ! grep -q sleep /proc/$!/comm; do :; done"});

  EXPECT_EQ(all<record::ProcessLeft>(),
            (std::vector<record::ProcessLeft>{{.program = "/usr/bin/sleep"},
                                              {.program = "/usr/bin/sleep"}}));
  EXPECT_EQ(all<record::ProcessKilled>(), std::vector<record::ProcessKilled>{});
}

constexpr const char* guard =
    "cp /usr/bin/sleep /home/dev/guard; /home/dev/guard 100 > /dev/null 2>&1 & "
    "while ! grep -q guard /proc/$!/comm; do :; done; echo $! > /home/dev/pid";

TEST_F(Processes, TellsWhatWasStopped) {
  box.exec(guard);

  uses({"kill -STOP $(cat /home/dev/pid)"});

  EXPECT_EQ(all<record::ProcessStopped>(),
            (std::vector<record::ProcessStopped>{{.program = "/home/dev/guard", .by = ""}}));
  EXPECT_EQ(all<record::ProcessKilled>(), std::vector<record::ProcessKilled>{});
}

TEST_F(Processes, WhatEndedWithTheSandboxWasEndedByNobodyInIt) {
  box.exec(guard);

  uses({"true"}, Then::the_sandbox_dies);

  EXPECT_EQ(all<record::ProcessKilled>(), std::vector<record::ProcessKilled>{});
  EXPECT_THAT(evidence.observers.at(1).gaps,
              Contains(testing::Field(&record::Gap::where, "/home/dev/guard")));
}

TEST_F(Processes, DoesNotTellOfWhatWasLetGoOn) {
  box.exec(guard);

  uses({"kill -STOP $(cat /home/dev/pid); kill -CONT $(cat /home/dev/pid)"});

  EXPECT_EQ(all<record::ProcessStopped>(), std::vector<record::ProcessStopped>{});
}

TEST_F(Processes, TellsThatAProcessOfTheWorldEndedByItself) {
  box.seed("/home/dev/wait",
           "#!/bin/sh\nwhile [ ! -e /tmp/go ]; do sleep 0.01; done\n: > /tmp/done\n");
  chmod((box.host_view.merged / "home/dev/wait").c_str(), 0755);
  box.exec("/home/dev/wait > /dev/null 2>&1 & true");

  uses({": > /tmp/go; while [ ! -e /tmp/done ]; do sleep 0.01; done"});

  EXPECT_THAT(all<record::ProcessKilled>(),
              Contains(record::ProcessKilled{.program = "/usr/bin/dash", .signal = 0, .by = ""}));
}

// What a guest's kernel says, until it says something that cannot be taken in.
class BrokenLog final : public sandbox::ProcessLog {
 public:
  std::vector<sandbox::ProcessEvent> take() override {
    if (++asked > 1) throw std::runtime_error("out of everything");
    return {};
  }
  std::uint64_t lost() const override { return 0; }
  std::atomic<int> asked = 0;
};

Task<> watch_until_asked(const sandbox::HostView& host_view, Ledger& ledger, const BrokenLog& log) {
  const auto processes = watch_processes(host_view, ledger);
  co_await processes->open();
  while (log.asked < 2) co_await pause_for(std::chrono::milliseconds(1));
  co_await processes->before_stop();
  co_await processes->close();
}

TEST_F(Processes, AWatchThatBreaksOffIsALossAndEndsNobody) {
  const auto log = std::make_shared<BrokenLog>();
  box.host_view.host_kernel = false;
  box.host_view.processes = log;

  run(watch_until_asked(box.host_view, ledger, *log));

  evidence = std::move(ledger).seal();
  EXPECT_GT(lost(), 0U);
  EXPECT_TRUE(evidence.observers.at(0).closed);
}

}  // namespace
}  // namespace redcode::evidence
