#include "run/steer/socket.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <fstream>

#include "base/failure.h"
#include "base/fd.h"
#include "base/off_thread.h"
#include "base/run.h"
#include "base/temp_dir.h"
#include "base/with_background.h"

namespace redcode::steer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Noted final : public Controls {
 public:
  Status status() const override {
    return {.planned = 7, .concurrency = at_a_time, .order = order};
  }
  void pause() override { order = "pause"; }
  void go_on() override { order = "go"; }
  void set_concurrency(std::size_t trials) override { at_a_time = trials; }
  void cancel() override { order = "stop"; }

  std::string order = "go";
  std::size_t at_a_time = 4;
};

Task<std::vector<std::string>> ask_all(std::filesystem::path run,
                                       std::vector<std::string> requests) {
  std::vector<std::string> answers;
  for (const std::string& request : requests) {
    const Result<Status> answer = co_await ask(run, request);
    answers.push_back(answer ? answer->order : answer.error().code);
  }
  co_return answers;
}

// What asking gives while `controls` is served for `run_folder`.
Task<std::vector<std::string>> served(std::filesystem::path run_folder, Controls& controls,
                                      std::vector<std::string> requests) {
  ControlSocket socket(co_await asio::this_coro::executor, run_folder);
  const auto serving = [&](Scope& scope) { scope.spawn(socket.serve(controls)); };
  co_return co_await with_background(std::function<void(Scope&)>(serving),
                                     ask_all(run_folder, std::move(requests)));
}

// Says `words` on a connection of its own, as `user` if that is not -1; what came back.
std::string say(const std::filesystem::path& path, const std::string& words, int user) {
  // The bare system call changes this thread alone.
  if (user >= 0) syscall(SYS_setresuid, user, user, user);
  const Fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  path.string().copy(static_cast<char*>(address.sun_path), sizeof(address.sun_path) - 1);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what the system call takes
  if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
    return "not connected";
  send(fd.get(), words.data(), words.size(), MSG_NOSIGNAL);  // it may have hung up, and said why
  std::string answer(1000, '\0');
  const ssize_t got = recv(fd.get(), answer.data(), answer.size(), 0);
  answer.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return answer;
}

Task<std::string> said(std::filesystem::path run_folder, Controls& controls, std::string words,
                       int user) {
  ControlSocket socket(co_await asio::this_coro::executor, run_folder);
  const std::filesystem::path path = socket_path(run_folder);
  // Permissions out of the way, so that it is the peer that is looked at.
  if (user >= 0) chmod(path.c_str(), 0666);
  const auto serving = [&](Scope& scope) { scope.spawn(socket.serve(controls)); };
  const auto saying = [&] { return say(path, words, user); };
  co_return co_await with_background(std::function<void(Scope&)>(serving),
                                     off_thread(std::function<std::string()>(saying)));
}

TEST(ControlSocket, DoesWhatItIsAskedAndTellsWhatThenIs) {
  const TempDir run_folder("steer");
  Noted controls;

  const auto answers =
      run(served(run_folder.path(), controls,
                 {R"({"do":"status"})", R"({"do":"pause"})", R"({"do":"continue"})",
                  R"({"do":"concurrency","to":9})", R"({"do":"cancel"})"}));

  EXPECT_THAT(answers, ElementsAre("go", "pause", "go", "go", "stop"));
  EXPECT_EQ(controls.at_a_time, 9U);
}

TEST(ControlSocket, RefusesWhatMakesNoSense) {
  const TempDir run_folder("steer");
  Noted controls;

  const auto answers =
      run(served(run_folder.path(), controls,
                 {"{", "[]", R"({"do":"dance"})", R"({"do":"concurrency","to":0})",
                  R"({"do":"concurrency","to":-5})", R"({"do":"concurrency","to":100001})"}));

  EXPECT_THAT(answers, testing::Each("control-refused"));
  EXPECT_EQ(controls.status().concurrency, 4U);
}

TEST(ControlSocket, HangsUpOnALineWithoutAnEnd) {
  const TempDir run_folder("steer");
  Noted controls;

  EXPECT_EQ(run(said(run_folder.path(), controls, std::string(65 << 10U, 'x'), -1)), "");
}

TEST(ControlSocket, AnswersNoOtherUser) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can be somebody else";
  const TempDir run_folder("steer");
  chmod(run_folder.path().c_str(), 0755);
  Noted controls;

  const std::string told = run(said(run_folder.path(), controls, "{\"do\":\"cancel\"}\n", 65534));

  EXPECT_THAT(told, HasSubstr("another user's"));
  EXPECT_EQ(controls.order, "go");
}

TEST(ControlSocket, IsForItsUserAloneAndGoneAfterwards) {
  const TempDir run_folder("steer");
  const std::filesystem::path path = run_folder.path() / "control.sock";
  asio::io_context context;
  struct stat told{};

  {
    const ControlSocket socket(context.get_executor(), run_folder.path());
    ASSERT_EQ(lstat(path.c_str(), &told), 0);
  }

  EXPECT_EQ(told.st_mode & 0777U, 0600U);
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_THAT(run(ask_all(run_folder.path(), {R"({"do":"status"})"})),
              ElementsAre("run-not-running"));
}

TEST(ControlSocket, TakesThePlaceOfAKilledOnes) {
  const TempDir run_folder("steer");
  const Fd left(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  (run_folder.path() / "control.sock")
      .string()
      .copy(static_cast<char*>(address.sun_path), sizeof(address.sun_path) - 1);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what the system call takes
  ASSERT_EQ(::bind(left.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  Noted controls;

  EXPECT_THAT(run(ask_all(run_folder.path(), {R"({"do":"status"})"})),
              ElementsAre("run-not-running"));
  EXPECT_THAT(run(served(run_folder.path(), controls, {R"({"do":"status"})"})), ElementsAre("go"));
}

TEST(ControlSocket, LeavesAFileOfThatNameAlone) {
  const TempDir run_folder("steer");
  std::ofstream(run_folder.path() / "control.sock") << "mine";
  asio::io_context context;

  EXPECT_THROW(ControlSocket(context.get_executor(), run_folder.path()), Failure);
  EXPECT_TRUE(std::filesystem::exists(run_folder.path() / "control.sock"));
}

TEST(ControlSocket, HasAShortNameForALongFolder) {
  const TempDir home("steer");
  const std::filesystem::path run_folder = home.path() / std::string(120, 'r');
  std::filesystem::create_directory(run_folder);
  std::filesystem::create_directory_symlink(run_folder, home.path() / "link");
  Noted controls;

  EXPECT_LE(socket_path(run_folder).string().size(), 107U);
  EXPECT_EQ(socket_path(run_folder), socket_path(home.path() / "link"));
  EXPECT_THAT(run(served(run_folder, controls, {R"({"do":"pause"})"})), ElementsAre("pause"));
  EXPECT_FALSE(std::filesystem::exists(socket_path(run_folder)));
}

}  // namespace
}  // namespace redcode::steer
