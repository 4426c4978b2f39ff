// A sandbox beside another, where the servers of a world run: what the two share, which is
// loopback, and what they do not.
#include <signal.h>

#include <boost/asio/this_coro.hpp>

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

// Answers each connection with its address, until its sandbox is closed.
constexpr const char* server = R"(
import socket, sys
listener = socket.create_server((sys.argv[1], 8080))
print('up', flush=True)
while True:
    visitor, who = listener.accept()
    visitor.sendall(f'hello {who[0]}\n'.encode())
    visitor.close()
)";

const std::string call = R"(
import socket, sys
for name in sys.argv[1:]:
    try:
        with socket.create_connection((name, 8080), 3) as there:
            print(name, there.makefile().readline().split()[0])
    except OSError as error:
        print(name, type(error).__name__)
)";

class Beside : public Contract {
 protected:
  void SetUp() override {
    Contract::SetUp();
    if (IsSkipped()) return;
    world.services = {{.id = "web", .kind = "http", .names = {"web.test", "www.web.test"}}};
    its_policy.user = "1001:1001";
    its_policy.read_only_paths = {};
    its_world.working_dir = "/srv";
    its_world.files = {{.path = "/srv/books", .content = "the server's books"}};
    const std::string said = failure_of(open_both());
    // Not every set-up of gVisor has sockets of the host's.
    if (said.contains("networks of their own")) GTEST_SKIP() << said;
    EXPECT_EQ(said, "no failure");
  }
  void TearDown() override { drive(close_both()); }

  Task<> open_both() {
    box = co_await open();
    beside = co_await engine().open_beside(*box, its_policy, its_world);
  }
  Task<> close_both() {
    if (process) co_await process->end();
    process.reset();
    if (beside) co_await beside->close();
    beside.reset();
    if (box) co_await box->close();
    box.reset();
  }
  Task<> start_server(std::string address) {
    sandbox::Command command{.argv = {"python3", "-c", server, std::move(address)},
                             .working_dir = "/"};
    process = co_await beside->start(std::move(command));
    const auto piece = co_await process->read();
    EXPECT_EQ(piece ? piece->bytes : "", "up\n");
  }
  static std::string output(sandbox::Sandbox& where, sandbox::Command command) {
    command.working_dir = "/";
    const sandbox::Ending ending = drive(where.exec(std::move(command)));
    return ending.out + ending.err;
  }
  std::string called(const std::vector<std::string>& names) {
    sandbox::Command command{.argv = {"python3", "-c", call}};
    command.argv.insert(command.argv.end(), names.begin(), names.end());
    return output(*box, std::move(command));
  }

  record::Policy its_policy{.command_timeout = 30s};
  record::World its_world;
  std::unique_ptr<sandbox::Sandbox> box;
  std::unique_ptr<sandbox::Sandbox> beside;
  std::unique_ptr<sandbox::Process> process;
};
INSTANTIATE_TEST_SUITE_P(, Beside, testing::ValuesIn(engine_names()), name_of);

TEST_P(Beside, AServerIsReachedByItsNames) {
  drive(start_server("127.0.1.1"));

  EXPECT_EQ(called({"web.test", "www.web.test"}), "web.test hello\nwww.web.test hello\n");
}

TEST_P(Beside, AServerListensAtItsAddressOnly) {
  drive(start_server("127.0.1.1"));

  EXPECT_EQ(called({"127.0.0.1", "127.0.1.2"}),
            "127.0.0.1 ConnectionRefusedError\n127.0.1.2 ConnectionRefusedError\n");
}

TEST_P(Beside, NothingElseIsReachedFromIt) {
  const std::string interfaces = output(*beside, python("import os, socket\n"
                                                        "print(sorted(n for _, n in "
                                                        "socket.if_nameindex()))\n"));

  EXPECT_THAT(interfaces, HasSubstr("'lo'"));
  EXPECT_THAT(interfaces, Not(HasSubstr("eth")));
  EXPECT_THAT(output(*beside, python("import socket\n"
                                     "s = socket.socket()\n"
                                     "s.settimeout(2)\n"
                                     "try: s.connect(('192.0.2.1', 80)); print('reached')\n"
                                     "except OSError as e: print('not reached', e)\n")),
              HasSubstr("not reached"));
}

TEST_P(Beside, NeitherSeesTheOthersFiles) {
  output(*box,
         bash("echo mine > /home/dev/notes; echo mine > /tmp/notes; echo m > /dev/shm/notes"));
  output(*beside, bash("echo theirs > /tmp/theirs; echo theirs > /dev/shm/theirs"));

  EXPECT_THAT(output(*beside, bash("ls /home/dev /tmp /dev/shm")), Not(HasSubstr("notes")));
  EXPECT_THAT(output(*box, bash("ls /srv /tmp /dev/shm")), Not(HasSubstr("theirs")));
  EXPECT_THAT(output(*box, bash("cat /srv/books")), HasSubstr("No such file"));
  EXPECT_EQ(
      output(*beside, python("import os\n"
                             "print(open('/srv/books').read(), os.stat('/srv/books').st_uid)")),
      "the server's books 1001\n");
}

TEST_P(Beside, NeitherSeesOrEndsTheOthersProcesses) {
  drive(start_server("127.0.1.1"));
  const std::string look = "cat /proc/[0-9]*/cmdline | tr '\\0' ' '";

  EXPECT_THAT(output(*box, bash(look)), Not(HasSubstr("create_server")));
  output(*box, bash("kill -9 -1"));
  drive(box->end_all());

  EXPECT_EQ(called({"web.test"}), "web.test hello\n");
  EXPECT_THAT(output(*beside, bash(look)), Not(HasSubstr("socket.create_connection")));
}

TEST_P(Beside, ItsUserIsItsOwnAndHasNoRights) {
  EXPECT_EQ(output(*beside, bash("id -u; id -g")), "1001\n1001\n");
  EXPECT_EQ(output(*box, bash("id -u; id -g")), "1000\n1000\n");
  EXPECT_THAT(output(*beside, bash("grep -E '^Cap(Eff|Bnd|Prm)' /proc/self/status")),
              Not(testing::ContainsRegex("[1-9a-f]$")));
}

// They are one for all, so none may be a way from one to the other.
TEST_P(Beside, ShareNoMemoryOrQueues) {
  output(*box, bash("ipcmk -M 4242 -Q"));

  EXPECT_THAT(output(*beside, bash("cat /proc/sysvipc/shm /proc/sysvipc/msg")),
              Not(HasSubstr("4242")));
}

TEST_P(Beside, ItIsLimitedOnItsOwn) {
  const std::string hog = "import os\nx = []\nwhile True: x.append(bytearray(1 << 22))\n";
  if (has_own_kernel()) GTEST_SKIP() << "out of memory ends the whole sandbox";

  output(*box, python(hog));

  EXPECT_EQ(output(*beside, bash("echo alive")), "alive\n");
}

TEST_P(Beside, BothAreRemoved) {
  drive(start_server("127.0.1.1"));
  const std::string ids[] = {box->id(), beside->id()};

  drive(close_both());

  for (const std::string& id : ids) {
    for (int i = 0; i < 20 && !traces_of(id).empty(); ++i) drive(pause_for(100ms));
    EXPECT_THAT(traces_of(id), IsEmpty());
  }
}

TEST_P(Beside, OneThatNobodyClosedIsRemovedAllTheSame) {
  drive(start_server("127.0.1.1"));
  const std::string id = beside->id();

  process.reset();
  beside.reset();

  for (int i = 0; i < 200 && !traces_of(id).empty(); ++i) drive(pause_for(100ms));
  EXPECT_THAT(traces_of(id), IsEmpty());
  EXPECT_EQ(output(*box, bash("echo alive")), "alive\n");
}

TEST_P(Beside, OfOneThatIsGoneThereIsNone) {
  drive(close_both());
  box = drive(open());
  if (box->host_view().init > 0 && !box->host_view().remote) kill(box->host_view().init, SIGKILL);
  drive(pause_for(500ms));

  EXPECT_NE(failure_of(engine().open_beside(*box, its_policy, its_world)), "no failure");
}

}  // namespace
}  // namespace redcode::contract
