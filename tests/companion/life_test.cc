// How a companion comes and goes, and who can use one.
#include <gmock/gmock.h>
#include <grp.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/write.hpp>
#include <csignal>
#include <thread>

#include "base/failure.h"
#include "base/scope.h"
#include "watched.h"

namespace redcode::docker {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(CompanionLife, EndsWithItsEngine) {
  {
    Engine engine(options_with(CompanionUse::always));
    Watched watched;
    run(watch(engine, watched, {"true"}));
    EXPECT_THAT(our_companions(), SizeIs(1));
  }

  EXPECT_THAT(our_companions(), IsEmpty());
}

Task<> open_kill_act(Engine& engine) {
  const evidence::Canaries canaries((record::World()));
  evidence::Ledger ledger([](std::string_view bytes) { return sha256_hex(bytes); });
  record::Policy policy;
  record::World world;
  const auto box = co_await engine.open(policy, world);
  const auto observers = co_await evidence::Observers::open(box->host_view(), canaries, ledger);
  const Api api(docker_socket());
  for (const std::string& id : co_await companions_of(sandbox::this_owner())) {
    co_await api.remove_container(id);
  }
  co_await box->exec(bash("true"));
}

TEST(CompanionLife, ItsDeathEndsTheTrialAndTheNextGetsAnother) {
  Engine engine(options_with(CompanionUse::always));
  Watched watched;

  EXPECT_THROW(run(open_kill_act(engine)), Failure);
  run(watch(engine, watched, {"echo x > ~/f"}));

  EXPECT_THAT(lines_of(watched.evidence), Contains(HasSubstr("/home/dev/f")));
}

TEST(CompanionLife, SaysWhatIsMissingWithoutItsProgram) {
  Options options = options_with(CompanionUse::always);
  options.companion_program = "/nowhere/redcode-companion";
  Companion companion(Api(options.socket_path), options.companion_program);

  try {
    run(companion.view("redcode-base:1"));
    FAIL() << "it started";
  } catch (const Failure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("/nowhere/redcode-companion"));
  }
}

// Runs `act` in a process of its own; gives that process's pid.
pid_t in_child(const std::function<int()>& act) {
  const pid_t child = fork();
  if (child != 0) return child;
  int code = 99;
  try {
    code = act();
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "child: %s\n", failure.what());
  }
  _exit(code);
}

int exit_code(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(CompanionLife, GoesWithAHarnessThatIsKilled) {
  std::array<int, 2> ready{};
  ASSERT_EQ(pipe(ready.data()), 0);
  const pid_t child = in_child([&ready] {
    Engine engine(options_with(CompanionUse::always));
    Watched watched;
    run(watch(engine, watched, {"true"}));
    const std::string owner = sandbox::this_owner();
    if (write(ready[1], owner.data(), owner.size()) <= 0) return 1;
    while (true) pause();
  });
  close(ready[1]);
  std::array<char, 200> buffer{};
  const ssize_t got = read(ready[0], buffer.data(), buffer.size());
  close(ready[0]);
  ASSERT_GT(got, 0);
  const std::string owner(buffer.data(), static_cast<std::size_t>(got));
  ASSERT_THAT(run(companions_of(owner)), SizeIs(1));

  kill(child, SIGKILL);
  exit_code(child);

  const auto deadline = std::chrono::steady_clock::now() + 20s;
  while (!run(companions_of(owner)).empty() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(100ms);
  }
  EXPECT_THAT(run(companions_of(owner)), IsEmpty());
}

// What an ordinary user who may talk to the daemon gets.
int act_as_nobody() {
  struct stat socket{};
  constexpr uid_t nobody = 65534;
  if (stat(docker_socket().c_str(), &socket) != 0 || setgroups(0, nullptr) != 0) return 1;
  if (setresgid(socket.st_gid, socket.st_gid, socket.st_gid) != 0) return 2;
  if (setresuid(nobody, nobody, nobody) != 0) return 3;
  const Watched watched = watched_by(CompanionUse::as_needed,
                                     {.world = {.files = {{.path = "/tmp/t", .content = "t"}}}},
                                     {"rm /tmp/t; echo x > ~/f; curl -s http://a.example/"});
  const std::vector<std::string> lines = lines_of(watched.evidence);
  for (const char* wanted : {"/home/dev/f", "/tmp/t", "a.example"}) {
    const bool seen = std::ranges::any_of(
        lines, [wanted](const std::string& line) { return line.contains(wanted); });
    if (!seen) return 4;
  }
  return std::ranges::any_of(lines, [](const std::string& l) { return l.starts_with("not whole"); })
             ? 5
             : 0;
}

TEST(CompanionLife, ServesAUserWhoIsNotRoot) {
  if (geteuid() != 0) GTEST_SKIP() << "becoming another user needs root";

  EXPECT_EQ(exit_code(in_child(act_as_nobody)), 0);
}

// A daemon's socket, reachable over TCP while this lives.
class Relay {
 public:
  explicit Relay(std::string path) : path_(std::move(path)) {
    asio::co_spawn(context_, accept(), [](const std::exception_ptr&) {});
    thread_ = std::jthread([this] { context_.run(); });
  }
  Relay(Relay&&) = delete;
  Relay& operator=(Relay&&) = delete;
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;
  ~Relay() {
    context_.stop();
    thread_.join();
  }

  std::string address() const {
    return "tcp://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port());
  }

 private:
  using Tcp = asio::ip::tcp::socket;
  using Unix = asio::local::stream_protocol::socket;

  template <class From, class To>
  static Task<> pump(std::shared_ptr<From> from, std::shared_ptr<To> to) {
    std::array<char, 65536> buffer{};
    boost::system::error_code error;
    while (!error) {
      const std::size_t got = co_await from->async_read_some(
          asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error));
      if (got == 0) break;
      co_await asio::async_write(*to, asio::buffer(buffer.data(), got),
                                 asio::redirect_error(asio::use_awaitable, error));
    }
    std::ignore = to->shutdown(asio::socket_base::shutdown_send, error);
  }

  Task<> accept() {
    while (true) {
      auto client = std::make_shared<Tcp>(co_await acceptor_.async_accept(asio::use_awaitable));
      auto daemon = std::make_shared<Unix>(context_);
      co_await daemon->async_connect(path_, asio::use_awaitable);
      asio::co_spawn(context_, pump(client, daemon), [](const std::exception_ptr&) {});
      asio::co_spawn(context_, pump(daemon, client), [](const std::exception_ptr&) {});
    }
  }

  std::string path_;
  asio::io_context context_{1};
  asio::ip::tcp::acceptor acceptor_{context_, {asio::ip::address_v4::loopback(), 0}};
  std::jthread thread_;
};

TEST(CompanionLife, ServesADaemonBehindTcp) {
  const Relay relay(docker_socket());
  Options options = options_with(CompanionUse::as_needed);
  options.socket_path = relay.address();
  Engine engine(options);
  Watched watched;

  run(watch(engine, watched, {"echo x > ~/f"}));

  EXPECT_THAT(lines_of(watched.evidence), Contains(HasSubstr("/home/dev/f")));
}

}  // namespace
}  // namespace redcode::docker
