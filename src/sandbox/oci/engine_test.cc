// Real sandboxes of every runtime that is installed. The whole contract has its own suite; this is
// what is this engine's own.
#include "sandbox/oci/engine.h"

#include "base/scope.h"
#include "base/temp_dir.h"
#include "sandbox/oci/engine_for_tests.h"
#include "sandbox/world_tar.h"

namespace redcode::oci {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

INSTANTIATE_TEST_SUITE_P(Runtimes, OciEngine, testing::Values("runc", "crun", "runsc"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(OciEngine, RunsACommandAsTheUserAndKeepsItsStreamsApart) {
  const sandbox::Ending ending = run_one(bash("id -u; pwd; echo bad > /dev/stderr; exit 3"));

  EXPECT_EQ(code_of(ending), 3);
  EXPECT_EQ(ending.out, "1000\n/home/dev\n");
  EXPECT_EQ(ending.err, "bad\n");
}

TEST_P(OciEngine, PassesAnyBytesThrough) {
  std::string bytes;
  for (int i = 0; i < 300'000; ++i) bytes.push_back(static_cast<char>(i * 7));

  const sandbox::Ending ending = run_one({.argv = {"cat"}, .stdin_bytes = bytes});

  EXPECT_EQ(code_of(ending), 0);
  EXPECT_TRUE(ending.out == bytes) << ending.out.size();
}

TEST_P(OciEngine, CutsAFloodAtTheLimit) {
  policy.output_limit = 100'000;

  const sandbox::Ending ending = run_one(bash("yes & yes >&2"));

  EXPECT_TRUE(std::holds_alternative<sandbox::Flooded>(ending.how));
  EXPECT_EQ(ending.out.size() + ending.err.size(), 100'000U);
}

TEST_P(OciEngine, KillsWhatATimedOutCommandStarted) {
  policy.command_timeout = std::chrono::seconds(3);

  const std::vector<sandbox::Ending> endings =
      run(run_all({bash("setsid sleep 1234 & echo begun; sleep 1234"),
                   bash("cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c 'sleep 123[4]'")}));

  EXPECT_TRUE(std::holds_alternative<sandbox::TimedOut>(endings[0].how));
  EXPECT_EQ(endings[0].out, "begun\n");
  EXPECT_EQ(endings[1].out, "0\n");
}

TEST_P(OciEngine, DoesNotWaitForWhatIsLeftInTheBackground) {
  const auto before = std::chrono::steady_clock::now();

  const sandbox::Ending ending = run_one(bash("sleep 15 & echo done"));

  EXPECT_EQ(ending.out, "done\n");
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(12));
}

TEST_P(OciEngine, SaysAsShellsDoThatAProgramIsMissing) {
  EXPECT_EQ(code_of(run_one({.argv = {"no-such-program"}})), 127);
}

TEST_P(OciEngine, ShowsSeededFilesWithModeAndOwner) {
  world.files = {{.path = "/home/dev/a/secret", .content = "x", .mode = 0640},
                 {.path = "/etc/cron.d/job", .content = "y", .mode = 0600, .owner = "root"},
                 {.path = "/tmp/note", .content = "z", .mode = 0444}};

  // Not stat(1): an older gVisor refuses the way it asks.
  const std::string script =
      "import os, sys\n"
      "for path in sys.argv[1:]:\n"
      "  status = os.stat(path)\n"
      "  print('%o' % (status.st_mode & 0o7777), status.st_uid, status.st_gid, path)\n";

  const sandbox::Ending ending =
      run_one({.argv = {"python3", "-c", script, "/home/dev/a", "/home/dev/a/secret",
                        "/etc/cron.d/job", "/tmp/note"}});

  EXPECT_EQ(ending.out,
            "755 1000 1000 /home/dev/a\n640 1000 1000 /home/dev/a/secret\n"
            "600 0 0 /etc/cron.d/job\n444 1000 1000 /tmp/note\n");
}

TEST_P(OciEngine, KeepsReadOnlyPathsFromRootToo) {
  world.root = true;

  const sandbox::Ending ending = run_one(
      bash("id -u; touch /etc/x; touch /usr/x; touch /etc/hostname; touch /root/x && echo ok"));

  EXPECT_EQ(ending.out, "0\nok\n");
  EXPECT_THAT(ending.err, HasSubstr("'/etc/x': Read-only file system"));
  EXPECT_THAT(ending.err, HasSubstr("'/usr/x': Read-only file system"));
}

TEST_P(OciEngine, ShowsAHostFolderReadOnlyUnderItsOwners) {
  const TempDir folder("oci-test");
  std::ofstream(folder.path() / "given") << "hello";
  chmod(folder.path().c_str(), 0755);
  world.root = true;
  policy.mounts = {{.source = folder.path().string(), .target = "/given"}};

  const sandbox::Ending ending =
      run_one(bash("cat /given/given; python3 -c 'import os; "
                   "print(os.stat(\"/given/given\").st_uid)'; touch /given/mine"));

  EXPECT_EQ(ending.out, "hello0\n");
  EXPECT_THAT(ending.err, HasSubstr("Read-only file system"));
}

TEST_P(OciEngine, BoundsTheWritableLayer) {
  policy.disk_limit = std::uint64_t{8} << 20U;

  const sandbox::Ending ending = run_one(bash("head -c 20M /dev/zero > /home/dev/big"));

  EXPECT_NE(code_of(ending), 0);
  EXPECT_THAT(ending.err, HasSubstr("No space left on device"));
}

TEST_P(OciEngine, EndsAForkBomb) {
  if (!host_kernel()) GTEST_SKIP() << "there it ends the whole sandbox";
  policy.command_timeout = std::chrono::seconds(2);
  policy.pids_limit = 64;

  const std::vector<sandbox::Ending> endings =
      run(run_all({bash("bomb() { bomb & bomb & }; bomb; sleep 60"), bash("echo alive")}));

  EXPECT_TRUE(std::holds_alternative<sandbox::TimedOut>(endings[0].how));
  EXPECT_EQ(endings[1].out, "alive\n");
}

Task<std::string> failure_after_death(std::unique_ptr<sandbox::Sandbox> sandbox) {
  ::kill(sandbox->host_view().init, SIGKILL);
  std::string what = "no failure";
  try {
    co_await sandbox->exec(bash("echo fine"));
  } catch (const Failure& failure) {
    what = failure.what();
  }
  co_await sandbox->close();
  co_return what;
}

TEST_P(OciEngine, FailsWhenTheSandboxDied) {
  std::unique_ptr<sandbox::Sandbox> sandbox = run(open());

  EXPECT_EQ(run(failure_after_death(std::move(sandbox))), "the sandbox died");
}

TEST_P(OciEngine, RemovesASandboxNobodyClosed) {
  {
    Engine its_own({.runtime = GetParam()});
    const std::unique_ptr<sandbox::Sandbox> sandbox = run(its_own.open(policy, world));
    ids.push_back(sandbox->id());
  }

  EXPECT_THAT(left_behind(ids), IsEmpty());
}

Task<> keep_content(OciEngine& /*test*/, sandbox::Sandbox& sandbox) {
  co_await sandbox.exec(bash("echo kept > /home/dev/file; echo kept > /tmp/file"));
  co_await sandbox.stop();
}

TEST_P(OciEngine, LeavesItsLayersReadableAfterItsEnd) {
  std::unique_ptr<sandbox::Sandbox> sandbox = run(open());
  run(keep_content(*this, *sandbox));
  const sandbox::HostView& host_view = sandbox->host_view();
  struct stat status{};

  EXPECT_EQ(content_of(host_view.upper / "home/dev/file"), "kept\n");
  ASSERT_EQ(stat((host_view.upper / "home/dev/file").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 1000 + host_view.id_shift);
  EXPECT_EQ(host_view.tmpfs[0].path, "/tmp");
  const std::string there =
      fmt::format("/proc/self/fd/{}/file", host_view.tmpfs[0].directory.get());
  EXPECT_EQ(content_of(there), "kept\n");
  run(sandbox->close());
}

Task<> open_and_close(Engine& engine, record::Policy policy, std::vector<std::string>& outputs) {
  std::unique_ptr<sandbox::Sandbox> sandbox = co_await engine.open(std::move(policy), {});
  sandbox::Ending ending = co_await sandbox->exec(bash("echo fine"));
  outputs.push_back(ending.out);
  co_await sandbox->stop();
  co_await sandbox->close();
}

Task<> many(Engine& engine, const record::Policy& policy, std::vector<std::string>& outputs) {
  Scope scope(co_await asio::this_coro::executor);
  for (int i = 0; i < 8; ++i) scope.spawn(open_and_close(engine, policy, outputs));
  co_await scope.join();
}

TEST_P(OciEngine, RunsManyAtATime) {
  std::vector<std::string> outputs;

  run(many(engine, policy, outputs));

  EXPECT_EQ(outputs, std::vector<std::string>(8, "fine\n"));
}

// A store with an image that shares the files of this host's.
ImageStore linked_store(const std::filesystem::path& folder, const ImageStore::Image& image) {
  using Copy = std::filesystem::copy_options;
  const std::filesystem::path copy = folder / "linked";
  std::filesystem::create_directory(copy);
  std::filesystem::copy(image.rootfs, copy / "rootfs",
                        Copy::recursive | Copy::copy_symlinks | Copy::create_hard_links);
  std::ofstream(copy / "image.json")
      << R"({"format":"redcode/image/1","name":"linked","digest":"sha256:first"})";
  return ImageStore(folder);
}

// A tar with nothing that a sandbox could run.
std::filesystem::path bare_tar(const std::filesystem::path& folder) {
  sandbox::TarPlan plan{.world = {.working_dir = "/", .files = {{.path = "/bare"}}}};
  plan.exists = [](const std::string&) { return true; };
  std::filesystem::path tar = folder / "bare.tar";
  std::ofstream(tar, std::ios::binary) << sandbox::world_tar(plan);
  return tar;
}

Task<std::string> outputs_around(Engine& engine, record::Policy policy, ImageStore images,
                                 std::filesystem::path tar) {
  // Not ls(1): an older gVisor refuses the way it asks.
  const std::string look = "head -n 1 /etc/os-release; [ -e /bare ] && echo bare";
  std::unique_ptr<sandbox::Sandbox> running = co_await engine.open(policy, {});
  images.add(policy.image, tar);
  const sandbox::Ending in_old = co_await running->exec(bash(look));
  std::unique_ptr<sandbox::Sandbox> later = co_await engine.open(policy, {});
  const sandbox::Ending in_later = co_await later->exec(bash(look));
  co_await running->close();
  co_await later->close();
  co_return in_old.out + in_later.out;
}

TEST_P(OciEngine, KeepsToItsImageWhenAnotherTakesTheName) {
  const TempDir folder("oci-test");
  ImageStore images;
  try {
    images = linked_store(folder.path(), *ImageStore().find(policy.image));
  } catch (const std::filesystem::filesystem_error& error) {
    GTEST_SKIP() << "no hard links between the images and the temporary folder: " << error.what();
  }
  Engine its_own({.runtime = GetParam(), .images = images});
  policy.image = "linked";

  const std::string out = run(outputs_around(its_own, policy, images, bare_tar(folder.path())));

  EXPECT_THAT(out, testing::MatchesRegex("PRETTY_NAME=.*\nPRETTY_NAME=.*\n"));
  EXPECT_THAT(out, testing::Not(HasSubstr("bare")));
  EXPECT_NE(images.find("linked")->digest, "sha256:first");
}

TEST_P(OciEngine, TellsWhatItIs) {
  const sandbox::Traits traits = run(engine.traits());

  EXPECT_EQ(engine.name(), fmt::format("oci+{}", GetParam()));
  EXPECT_THAT(traits.version, HasSubstr(GetParam()));
  EXPECT_TRUE(traits.observers.contains(record::Observer::files));
  EXPECT_EQ(traits.observers.contains(record::Observer::attempts), host_kernel());
}

}  // namespace
}  // namespace redcode::oci
