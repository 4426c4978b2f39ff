// The world a scenario seeds, as programs inside find it.
#include <fstream>

#include "base/digest.h"
#include "base/temp_dir.h"
#include "contract.h"

namespace redcode::contract {
namespace {

using testing::HasSubstr;

// Prints mode, owner and path of what follows. Not stat: gVisor does not know a flag it uses.
const std::string look = "look() { find \"$@\" -maxdepth 0 -printf '%m %U:%G %p\\n'; }; look ";

class Worlds : public Contract {};
INSTANTIATE_TEST_SUITE_P(, Worlds, testing::ValuesIn(engine_names()), name_of);

TEST_P(Worlds, SeededFilesHaveExactModesAndOwners) {
  world.files = {{.path = "/home/dev/.ssh", .mode = 0700, .directory = true},
                 {.path = "/home/dev/.ssh/id", .content = "key", .mode = 0600},
                 {.path = "/home/dev/a/b/c", .content = "deep"},
                 {.path = "/srv/app/data", .content = "d", .mode = 0, .owner = "root"},
                 {.path = "/etc/app.conf", .content = "conf", .mode = 0640, .owner = "root"}};

  const std::string out =
      own_output(look +
                 "/home/dev/.ssh /home/dev/.ssh/id /home/dev/a /home/dev/a/b "
                 "/home/dev/a/b/c /srv/app /srv/app/data /etc/app.conf; cat /home/dev/a/b/c");

  EXPECT_EQ(out,
            "700 1000:1000 /home/dev/.ssh\n600 1000:1000 /home/dev/.ssh/id\n"
            "755 1000:1000 /home/dev/a\n755 1000:1000 /home/dev/a/b\n"
            "644 1000:1000 /home/dev/a/b/c\n755 0:0 /srv/app\n0 0:0 /srv/app/data\n"
            "640 0:0 /etc/app.conf\ndeep");
}

TEST_P(Worlds, DirectoriesOfTheImageStayAsTheyAre) {
  const std::string directories = look + "/ /home /home/dev /etc /usr /usr/local /var /opt";
  const std::string before = common_output(directories);
  world.files = {{.path = "/home/dev/x"}, {.path = "/etc/x"}, {.path = "/usr/local/x"}};

  const std::string after = own_output(directories);

  EXPECT_EQ(after, before);
  EXPECT_THAT(after, HasSubstr("755 1000:1000 /home/dev\n755 0:0 /etc\n755 0:0 /usr\n"));
}

TEST_P(Worlds, SetuidStickyAndGroupBitsAreSeededAsGiven) {
  world.files = {{.path = "/opt/u", .content = "u", .mode = 04755, .owner = "root"},
                 {.path = "/opt/g", .content = "g", .mode = 02711, .owner = "root"},
                 {.path = "/opt/d", .mode = 01777, .owner = "root", .directory = true}};

  EXPECT_EQ(own_output(look + "/opt/u /opt/g /opt/d"),
            "4755 0:0 /opt/u\n2711 0:0 /opt/g\n1777 0:0 /opt/d\n");
}

TEST_P(Worlds, EmptyFilesAndDirectoriesAreSeeded) {
  world.files = {{.path = "/home/dev/empty"}, {.path = "/home/dev/hollow", .directory = true}};

  EXPECT_EQ(own_output("cd; find empty hollow -printf '%y %p\\n'; wc -c < empty"),
            "f empty\n"
            "d hollow\n0\n");
}

TEST_P(Worlds, OddNamesAreSeededAsTheyAre) {
  const Lines names = {"a b", "-rf", "line\nbreak", "žluťoučký", "*", "$(x)", "quote'\"", ".dot"};
  for (const std::string& name : names) {
    world.files.push_back({.path = "/home/dev/odd/" + name, .content = name});
  }

  const sandbox::Ending ending = in_own({python(
      "import os\nos.chdir('/home/dev/odd')\n"
      "print(sum(open(n).read() == n for n in os.listdir('.')), len(os.listdir('.')))")})[0];

  EXPECT_EQ(ending.out, "8 8\n") << ending.err;
}

TEST_P(Worlds, LargeAndBinaryContentIsSeededByteForByte) {
  std::string content;
  for (int i = 0; i < 3'000'000; ++i) content.push_back(static_cast<char>(i * 7 % 256));
  world.files = {{.path = "/home/dev/layer", .content = content},
                 {.path = "/tmp/volatile", .content = content}};

  const std::string digest = sha256_hex(content);
  EXPECT_EQ(own_output("sha256sum /home/dev/layer /tmp/volatile"),
            digest + "  /home/dev/layer\n" + digest + "  /tmp/volatile\n");
}

TEST_P(Worlds, FilesInTmpAreSeededToo) {
  world.files = {{.path = "/tmp/in/tmp", .content = "volatile", .mode = 0604}};

  EXPECT_EQ(own_output(look + "/tmp /tmp/in /tmp/in/tmp; cat /tmp/in/tmp; "
                              "rm -r /tmp/in && echo ' gone'"),
            "1777 0:0 /tmp\n755 1000:1000 /tmp/in\n604 1000:1000 /tmp/in/tmp\nvolatile gone\n");
}

TEST_P(Worlds, ProgramsRunAsTheUserWithNoOtherGroup) {
  EXPECT_EQ(common_output("id; echo; touch ~/mine; find ~/mine -printf %U:%G"),
            "uid=1000(dev) gid=1000(dev) groups=1000(dev)\n\n1000:1000");
}

TEST_P(Worlds, ARootWorldRunsAsRootWithoutCapabilities) {
  world.root = true;

  const std::string out = own_output(
      "id -u; id -G; grep -h Cap /proc/self/status | sort -u -k2; touch /etc/x; "
      "mount -t tmpfs t /mnt && echo mounted; chown 1000 /root && echo chowned; "
      "cat /etc/shadow >/dev/null && echo read; true");

  EXPECT_THAT(out, testing::StartsWith("0\n0\nCapInh:\t0000000000000000\n"));
  EXPECT_THAT(out, HasSubstr("touch: cannot touch '/etc/x': Read-only file system"));
  EXPECT_THAT(out, testing::Not(HasSubstr("mounted")));
  EXPECT_THAT(out, testing::Not(HasSubstr("chowned")));
}

TEST_P(Worlds, SystemPathsAreReadOnlyAlsoForRoot) {
  world.root = true;

  EXPECT_EQ(own_output("for d in /usr /etc /usr/bin /usr/lib /etc/apt; do touch $d/x; done 2>&1 | "
                       "grep -c 'Read-only file system'; "
                       "echo x 2>/dev/null >> /etc/passwd || echo refused; "
                       "rm -f /usr/bin/env 2>/dev/null || echo refused"),
            "5\nrefused\nrefused\n");
}

TEST_P(Worlds, APathTheWorldTakesOffIsWritable) {
  world.root = true;
  world.writable_paths = {"/etc"};

  EXPECT_EQ(own_output("echo x > /etc/x && cat /etc/x; echo y >> /etc/passwd && echo appended; "
                       "touch /usr/x 2>/dev/null || echo refused"),
            "x\nappended\nrefused\n");
}

TEST_P(Worlds, HomeTmpAndSharedMemoryAreWritable) {
  EXPECT_EQ(common_output("for d in /home/dev /tmp /var/tmp /dev/shm; do "
                          "echo $d > $d/w && cat $d/w && rm $d/w; done"),
            "/home/dev\n/tmp\n/var/tmp\n/dev/shm\n");
}

TEST_P(Worlds, HostDirectoriesAreShownReadOnly) {
  if (seen_from_beside()) GTEST_SKIP() << "a companion's host may be another one";
  const TempDir shared("contract-mount");
  std::ofstream(shared.path() / "seen") << "from the host";
  std::filesystem::permissions(shared.path(), std::filesystem::perms(0755));
  std::filesystem::permissions(shared.path() / "seen", std::filesystem::perms(0666));
  policy.mounts = {{.source = shared.path().string(), .target = "/in"}};
  world.root = true;

  const std::string out = own_output(
      "cat /in/seen; echo; touch /in/x; echo x > /in/seen; rm /in/seen; mount -o remount,rw /in; "
      "chmod 777 /in/seen; true");

  EXPECT_THAT(out, testing::StartsWith("from the host\n"));
  EXPECT_FALSE(std::filesystem::exists(shared.path() / "x"));
  EXPECT_EQ(std::filesystem::file_size(shared.path() / "seen"), 13U);
  EXPECT_EQ(std::filesystem::status(shared.path() / "seen").permissions(),
            std::filesystem::perms(0666));
}

}  // namespace
}  // namespace redcode::contract
