#include "sandbox/docker/companion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>
#include <utility>

#include "base/failure.h"
#include "base/semaphore.h"
#include "base/text.h"
#include "base/uncancellable.h"
#include "sandbox/docker/companion_stream.h"
#include "sandbox/docker/daemon.h"
#include "sandbox/world_tar.h"

namespace redcode::docker {
namespace {

constexpr const char* snapshots_folder = "io.containerd.snapshotter.v1.overlayfs";

std::string tar_of(const std::filesystem::path& program) {
  std::ifstream file(program, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(file), {}};
  if (!file || content.empty()) {
    fail(fmt::format(
        "looking at sandboxes without root, or on another host, needs the companion's program: "
        "there is no {}",
        program.string()));
  }
  sandbox::TarPlan plan{.world = {.working_dir = "/"}};
  plan.world.files.push_back(
      {.path = "/redcode-companion", .content = std::move(content), .mode = 0755, .owner = "root"});
  plan.exists = [](const std::string&) { return true; };
  return sandbox::world_tar(plan);
}

// Where the daemon may have its directory of layers, the likeliest place first.
Task<std::vector<std::string>> stores_of(const Api& api) {
  const Json about = co_await api.get("/info");
  const auto driver = member_or<std::string>(about, "Driver", "");
  const auto root = member_or<std::string>(about, "DockerRootDir", "");
  const bool layered = driver == "overlay2" || driver == "overlay";
  const bool snapshots = driver == "overlayfs" && stores_in_containerd(about);
  if (!(layered || snapshots) || !root.starts_with('/')) {
    fail(fmt::format(
        "the container daemon stores its layers by {}; evidence needs overlay2: `redcode doctor` "
        "says what to do, and `--engine oci` needs no daemon",
        one_line(driver, 40)));
  }
  if (layered) co_return std::vector{root + "/" + driver};
  // It does not tell where: one of the system's packages, or one that the daemon started itself.
  co_return std::vector<std::string>{
      fmt::format("/var/lib/containerd/{}", snapshots_folder),
      fmt::format("{}/containerd/daemon/{}", root, snapshots_folder)};
}

// A companion that runs.
struct Running {
  std::string id;
  std::string image;
  std::vector<std::filesystem::path> layers;
  std::shared_ptr<const sandbox::Authority> authority;
  std::shared_ptr<CompanionStream> stream;
};

}  // namespace

// What lives on the stream's thread. Shared with the views, which may outlive the Companion.
struct Companion::CompanionThread {
  CompanionThread(Api to, std::filesystem::path from)
      : api(std::move(to)), program(std::move(from)), starting(context.get_executor(), 1) {}

  Task<Running> running(std::string image);
  Task<> start(std::string image);
  Task<> start_with(std::string image, std::string store);
  Task<> create(std::string image, std::string store);
  Task<> end();

  Api api;
  std::filesystem::path program;
  asio::io_context context{1};
  Semaphore starting;
  Running now;
  std::atomic<bool> closed = false;  // no thread serves the context any more
  asio::executor_work_guard<asio::io_context::executor_type> open = asio::make_work_guard(context);
  std::jthread thread{[this] { context.run(); }};
};

class Companion::RemoteView final : public sandbox::RemoteHostView {
 public:
  RemoteView(std::shared_ptr<CompanionThread> companion_thread,
             std::shared_ptr<CompanionStream> stream, std::uint64_t number)
      : thread_(std::move(companion_thread)), stream_(std::move(stream)), number_(number) {}
  RemoteView(RemoteView&&) = delete;
  RemoteView& operator=(RemoteView&&) = delete;
  RemoteView(const RemoteView&) = delete;
  RemoteView& operator=(const RemoteView&) = delete;
  ~RemoteView() override {
    if (thread_->closed) return;  // and the stream with it
    // The last reference to a living stream must go on its own thread.
    asio::post(thread_->context,
               [stream = std::move(stream_), number = number_] { stream->forget(number); });
  }

  Task<Json> ask(Json request, std::string payload) override {
    if (thread_->closed) fail("the companion has been ended");
    CompanionStream::Answer answer = co_await asio::co_spawn(
        thread_->context, stream_->ask(number_, std::move(request), std::move(payload)),
        asio::use_awaitable);
    std::ranges::move(answer.news, std::back_inserter(news_));
    co_return std::move(answer.head);
  }

  std::vector<sandbox::Message> take_news() override { return std::exchange(news_, {}); }

 private:
  std::shared_ptr<CompanionThread> thread_;
  std::shared_ptr<CompanionStream> stream_;
  std::uint64_t number_;
  std::vector<sandbox::Message> news_;
};

Task<> Companion::CompanionThread::create(std::string image, std::string store) {
  const Json created = co_await api.post("/containers/create", companion_spec(image, store));
  now.id = member_or<std::string>(created, "Id", "");
  if (now.id.empty()) throw Failure(Failure::Kind::corrupt, "the container daemon gave no id");
}

// With the first of the stores that is the daemon's: there it sees what it is made of itself.
Task<> Companion::CompanionThread::start(std::string image) {
  const std::vector<std::string> stores = co_await stores_of(api);
  std::vector<std::string> reasons;
  for (const std::string& store : stores) {
    try {
      co_await start_with(image, store);
      if (stores.size() == 1 || !now.layers.empty()) co_return;
      reasons.push_back("the daemon's layers are not in " + store);
    } catch (const Failure& failure) {
      reasons.emplace_back(failure.what());
    }
    co_await end();
  }
  fail(fmt::format("{}", fmt::join(reasons, "; ")));
}

Task<> Companion::CompanionThread::start_with(std::string image, std::string store) {
  std::string tar = tar_of(program);
  co_await create(image, std::move(store));
  co_await api.put_tar(now.id, std::move(tar), "/redcode");
  auto connection = co_await api.attach_container(now.id);
  now.stream = std::make_shared<CompanionStream>(context.get_executor(), std::move(connection));
  co_await api.post(fmt::format("/containers/{}/start", now.id));
  const Json hello = co_await now.stream->greeting();
  if (member_or(hello, "hello", 0) != sandbox::companion_protocol) {
    fail("the companion's program is of another version than this one");
  }
  now.authority =
      std::make_shared<const sandbox::Authority>(member_or<std::string>(hello, "certificate", ""));
  now.image = std::move(image);
  const auto layers = member_or<std::vector<std::string>>(hello, "layers", {});
  now.layers.assign(layers.begin(), layers.end());
}

// Ends the companion that runs, if any.
Task<> Companion::CompanionThread::end() {
  const Running last = std::exchange(now, {});
  if (last.stream) co_await last.stream->close();
  if (!last.id.empty()) co_await api.remove_container(last.id, longest_removal);
}

Task<Running> Companion::CompanionThread::running(std::string image) {
  const Semaphore::Permit permit = co_await starting.acquire();
  if (now.stream && !now.stream->ended()) co_return now;
  co_await end();  // one that died
  std::exception_ptr failure;
  try {
    co_await start(std::move(image));
  } catch (...) {
    failure = std::current_exception();
  }
  if (failure) {
    co_await end();
    std::rethrow_exception(failure);
  }
  co_return now;
}

Companion::Companion(Api api, std::filesystem::path program)
    : thread_(std::make_shared<CompanionThread>(std::move(api), std::move(program))) {}

Companion::~Companion() {
  try {
    asio::co_spawn(thread_->context, thread_->end(), asio::use_future).get();
  } catch (...) {  // NOLINT(bugprone-empty-catch): it ends with its input, and reap() removes it
  }
  thread_->closed = true;
  thread_->open.reset();
  thread_->thread.join();
}

Task<Companion::View> Companion::view(std::string image) {
  // To its end even when who wants it is cancelled: others wait for the same start.
  const Running running = co_await uncancellable(
      asio::co_spawn(thread_->context, thread_->running(std::move(image)), asio::use_awaitable));
  View view{.authority = running.authority, .image = running.image, .layers = running.layers};
  view.host_view = std::make_shared<RemoteView>(thread_, running.stream, ++views_);
  co_return view;
}

CompanionUse companion_use() {
  const char* given = std::getenv("REDCODE_COMPANION");
  const std::string_view word = given == nullptr ? "" : given;
  if (word.empty() || word == "auto") return CompanionUse::as_needed;
  if (word == "always") return CompanionUse::always;
  if (word == "never") return CompanionUse::never;
  fail(fmt::format("REDCODE_COMPANION is {}: write always, never or auto", one_line(word, 40)));
}

std::filesystem::path companion_program() {
  if (const char* given = std::getenv("REDCODE_COMPANION_PROGRAM"); given != nullptr) return given;
  std::error_code error;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", error);
  return own.parent_path() / "redcode-companion";
}

}  // namespace redcode::docker
