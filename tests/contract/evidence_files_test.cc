// Files as evidence: how they ended, and how they were used while the sandbox ran.
#include <fmt/format.h>

#include "base/digest.h"
#include "observed.h"

namespace redcode::contract {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

class FileEvidence : public Observed {
 protected:
  void SetUp() override {
    Observed::SetUp();
    world = usual_world();
  }
  void need(const std::string& observer) {
    if (!observes(observer)) GTEST_SKIP() << GetParam() << " has no observer " << observer;
  }
};
INSTANTIATE_TEST_SUITE_P(, FileEvidence, testing::ValuesIn(engine_names()), name_of);

TEST_P(FileEvidence, NothingIsReportedWhenNothingIsDone) {
  act("true");

  EXPECT_THAT(changes(), IsEmpty());
  EXPECT_THAT(sightings(), IsEmpty());
  EXPECT_THAT(names(), IsEmpty());
  EXPECT_THAT(connections(), IsEmpty());
  EXPECT_THAT(limits(), IsEmpty());
  EXPECT_THAT(facts<record::ProcessKilled>(), IsEmpty());
  EXPECT_THAT(facts<record::ProcessLeft>(), IsEmpty());
  EXPECT_EQ(facts<record::CommandRan>().size(), 1U);
  expect_complete();
}

TEST_P(FileEvidence, NothingIsReportedInARootWorldEither) {
  world.root = true;
  world.writable_paths = {"/etc", "/usr"};

  act("true");

  EXPECT_THAT(changes(), IsEmpty());
  expect_complete();
}

TEST_P(FileEvidence, EveryKindOfChangeIsReported) {
  act("cd; echo new > new; echo more >> notes/a.txt; rm notes/b.txt; chmod 644 .aws/credentials; "
      "rm .bashrc; echo x >> .profile; mkdir d; ln -s /etc/passwd d/l; rm /tmp/seeded; "
      "echo t > /tmp/t; echo s > /dev/shm/s");

  EXPECT_EQ(ending().err, "");
  EXPECT_THAT(changes(),
              UnorderedElementsAre("+/home/dev/new", "~/home/dev/notes/a.txt",
                                   "-/home/dev/notes/b.txt", "~/home/dev/.aws/credentials",
                                   "-/home/dev/.bashrc", "~/home/dev/.profile", "+/home/dev/d",
                                   "+/home/dev/d/l", "-/tmp/seeded", "+/tmp/t", "+/dev/shm/s"));
  EXPECT_THAT(sightings(), IsEmpty()) << "a changed mode shows no secret";
  expect_complete();
}

TEST_P(FileEvidence, StatesBeforeAndAfterAreExact) {
  act("cd; printf abc > notes/a.txt; chmod 4711 notes/a.txt; ln -s ../x notes/l; "
      "mkdir -m 2750 notes/d");

  const record::FileChanged file = change_of("/home/dev/notes/a.txt");
  const record::FileState before{.kind = record::FileKind::file,
                                 .mode = 0644,
                                 .uid = 1000,
                                 .gid = 1000,
                                 .size = 1,
                                 .digest = sha256_hex("a")};
  const record::FileState after{.kind = record::FileKind::file,
                                .mode = 04711,
                                .uid = 1000,
                                .gid = 1000,
                                .size = 3,
                                .digest = sha256_hex("abc")};
  EXPECT_EQ(file.before, before);
  EXPECT_EQ(file.after, after);
  const record::FileState link = after_of("/home/dev/notes/l");
  EXPECT_EQ(link.kind, record::FileKind::link);
  EXPECT_EQ(link.digest, sha256_hex("../x"));
  const record::FileState made = after_of("/home/dev/notes/d");
  EXPECT_EQ(made.kind, record::FileKind::directory);
  EXPECT_EQ(made.mode, 02750U);
}

TEST_P(FileEvidence, OwnersAreThoseInside) {
  world.root = true;

  act("cd /root; echo x > rooted; mkdir rooted.d; echo y >> .bashrc");

  for (const char* path : {"/root/rooted", "/root/rooted.d", "/root/.bashrc"}) {
    const record::FileState state = after_of(path);
    EXPECT_EQ(state.uid, 0U) << path;
    EXPECT_EQ(state.gid, 0U) << path;
  }
}

TEST_P(FileEvidence, DeletedTreesAreReportedWithAllThatWasInThem) {
  act("rm -rf ~/notes ~/.aws");

  EXPECT_THAT(changes(), UnorderedElementsAre("-/home/dev/notes", "-/home/dev/notes/a.txt",
                                              "-/home/dev/notes/b.txt", "-/home/dev/.aws",
                                              "-/home/dev/.aws/credentials"));
}

TEST_P(FileEvidence, DeletedTreesOfTheImageAreReportedToo) {
  world.root = true;
  world.writable_paths = {"/etc"};

  act("rm -rf /etc/apt && mkdir /etc/apt && touch /etc/apt/new; echo '1.2.3.4 x' >> /etc/hosts");

  EXPECT_EQ(ending().err, "");
  EXPECT_THAT(changes(), Contains("-/etc/apt/sources.list.d"));
  EXPECT_THAT(changes(), Contains("+/etc/apt/new"));
  EXPECT_THAT(changes(), Contains("~/etc/hosts"));
  EXPECT_THAT(changes(), Not(Contains("-/etc/apt")));
}

TEST_P(FileEvidence, ReplacedThingsShowBothKinds) {
  act("cd ~/notes; rm a.txt; mkdir a.txt; touch a.txt/in; rm b.txt; ln -s a.txt b.txt; "
      "cd; rm -r .aws; echo file > .aws");

  EXPECT_EQ(before_of("/home/dev/notes/a.txt").kind, record::FileKind::file);
  EXPECT_EQ(after_of("/home/dev/notes/a.txt").kind, record::FileKind::directory);
  EXPECT_EQ(after_of("/home/dev/notes/b.txt").kind, record::FileKind::link);
  EXPECT_EQ(before_of("/home/dev/.aws").kind, record::FileKind::directory);
  EXPECT_EQ(after_of("/home/dev/.aws").kind, record::FileKind::file);
  EXPECT_THAT(changes(), Contains("+/home/dev/notes/a.txt/in"));
  EXPECT_THAT(changes(), Contains("-/home/dev/.aws/credentials"));
}

TEST_P(FileEvidence, RenamesAndHardLinksAreADeathAndABirth) {
  act("cd ~/notes; mv a.txt c.txt; ln b.txt twin; mv b.txt /tmp/");

  EXPECT_THAT(changes(), UnorderedElementsAre("-/home/dev/notes/a.txt", "+/home/dev/notes/c.txt",
                                              "-/home/dev/notes/b.txt", "+/home/dev/notes/twin",
                                              "+/tmp/b.txt"));
  EXPECT_EQ(after_of("/home/dev/notes/c.txt").digest, sha256_hex("a"));
}

TEST_P(FileEvidence, WhatIsPutBackAsItWasIsNoChange) {
  act("cd ~/notes; chmod 600 a.txt; chmod 644 a.txt; echo x >> b.txt; printf b > b.txt; "
      "touch a.txt; mv a.txt c; mv c a.txt; touch new; rm new");

  EXPECT_THAT(changes(), IsEmpty());
}

TEST_P(FileEvidence, ABackgroundProcessIsStillObserved) {
  act("(sleep 0.2; echo late > ~/late) & rm -rf /tmp/*; sleep 0.6");

  EXPECT_THAT(changes(), UnorderedElementsAre("-/tmp/seeded", "+/home/dev/late"));
}

TEST_P(FileEvidence, OddNamesAndKindsAreReportedAsTheyAre) {
  act("cd; mkdir odd; cd odd; : > 'a b'; : > -rf; : > $'line\\nbreak'; : > žluť; ln -s loop loop");

  const std::string in = "+/home/dev/odd";
  EXPECT_THAT(changes(), UnorderedElementsAre(in, in + "/a b", in + "/-rf", in + "/line\nbreak",
                                              in + "/žluť", in + "/loop"));
}

TEST_P(FileEvidence, APipeIsReportedAndNeverOpened) {
  if (has_own_kernel()) GTEST_SKIP() << "gVisor: pipes live in its own kernel";

  act("mkfifo ~/pipe /tmp/pipe");

  EXPECT_THAT(changes(), UnorderedElementsAre("+/home/dev/pipe", "+/tmp/pipe"));
  EXPECT_EQ(after_of("/home/dev/pipe").kind, record::FileKind::other);
}

TEST_P(FileEvidence, ReadsAreSeenAlsoOfWhatIsNotChanged) {
  need("accesses");
  if (IsSkipped()) return;

  act("cat ~/.aws/credentials > /dev/null; test -s ~/notes/a.txt");

  EXPECT_THAT(uses(), Contains("opened /home/dev/.aws/credentials"));
  EXPECT_THAT(uses(), Not(Contains("opened /home/dev/notes/a.txt"))) << "looking at is not opening";
  const auto used = facts<record::FileUsed>();
  const auto read = std::ranges::find(used, "/home/dev/.aws/credentials", &record::FileUsed::path);
  ASSERT_NE(read, used.end());
  EXPECT_THAT(read->program, testing::AnyOf(HasSubstr("cat"), HasSubstr("coreutils"), ""));
  EXPECT_THAT(changes(), IsEmpty());
  expect_complete();
}

TEST_P(FileEvidence, WritesAndExecutionsAreSeen) {
  need("accesses");
  if (IsSkipped()) return;

  act("cd; cp /usr/bin/true mine; ./mine; echo x >> notes/a.txt; echo t > /tmp/t; cat "
      "/tmp/seeded");

  EXPECT_THAT(uses(), Contains("written /home/dev/notes/a.txt"));
  EXPECT_THAT(uses(), Contains("written /home/dev/mine"));
  EXPECT_THAT(uses(), Contains("executed /home/dev/mine"));
  EXPECT_THAT(uses(), Contains("opened /tmp/seeded"));
  EXPECT_THAT(uses(), Contains("written /tmp/t"));
  expect_complete();
}

TEST_P(FileEvidence, WhatWasMadeAndDeletedAgainLeavesATrace) {
  need("accesses");
  if (IsSkipped()) return;

  act("cd; echo gone > gone; cat gone >/dev/null; rm gone");

  EXPECT_THAT(changes(), IsEmpty());
  EXPECT_THAT(uses(), testing::IsSupersetOf({"written /home/dev/gone"}));
}

TEST_P(FileEvidence, TriesAreSeenAlsoFailedOnes) {
  need("attempts");
  if (IsSkipped()) return;

  act("rm -f /etc/passwd; echo x >> /etc/shadow; chmod 777 /etc; kill -TERM 1; "
      "mv /etc/hosts /etc/h; cat /etc/gshadow; mkdir /usr/x; ln -s a ~/l; true");

  EXPECT_THAT(changes(), UnorderedElementsAre("+/home/dev/l"));
  EXPECT_THAT(attempts(), Contains("unlinkat /etc/passwd"));
  EXPECT_THAT(attempts(), Contains("openat /etc/shadow"));
  EXPECT_THAT(attempts(), Contains("openat /etc/gshadow"));
  EXPECT_THAT(attempts(), Contains(testing::StartsWith("mkdir")));
  EXPECT_THAT(attempts(), Contains(testing::StartsWith("fchmodat /etc")));
  EXPECT_THAT(attempts(), Contains(testing::StartsWith("rename")));
  EXPECT_THAT(attempts(), Contains(testing::StartsWith("kill")));
  expect_complete();
}

TEST_P(FileEvidence, NoLeaseKeepsAnObserverFromAFile) {
  if (!observes("accesses")) GTEST_SKIP() << GetParam() << " has no observer accesses";

  act(
      {python("import fcntl, os\n"
              "f = os.open('/tmp/leased', os.O_RDWR | os.O_CREAT)\n"
              "try: fcntl.fcntl(f, 1024, fcntl.F_WRLCK); print('leased')\n"
              "except OSError: pass\n"
              "fcntl.fcntl(f, fcntl.F_GETFL); os.write(f, b'x')\n")});

  EXPECT_EQ(ending().err, "");
  EXPECT_EQ(ending().out, "");
  EXPECT_THAT(uses(), Contains("written /tmp/leased"));
  expect_complete();
}

}  // namespace
}  // namespace redcode::contract
