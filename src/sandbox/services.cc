#include "sandbox/services.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <optional>
#include <utility>

#include "base/failure.h"
#include "base/finally.h"
#include "base/scope.h"
#include "base/text.h"

namespace redcode::sandbox {
namespace {

// It becomes a program's path.
void require_plain_kind(const record::Service& service) {
  const bool plain = !service.kind.empty() && std::ranges::all_of(service.kind, [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
  });
  if (plain) return;
  throw Failure(Failure::Kind::corrupt,
                fmt::format("a service of no kind: {}", one_line(service.kind, 60)));
}

// The state that was told; a trouble before anybody came is the world's.
std::string state_of(const record::Service& service, std::string_view what,
                     ServiceTalk::Told told) {
  if (told.trouble.empty()) return std::move(told.state);
  throw Failure(Failure::Kind::corrupt,
                fmt::format("the service {} {}: {}", one_line(service.id, 60), what, told.trouble));
}

}  // namespace

std::string builds_image(const std::string& name) {
  return name == services_image ? "redcode image build dev" : "redcode image build";
}

record::Policy service_policy() {
  return {.image = services_image,
          .memory_limit = std::uint64_t{1} << 30U,
          .cpu_quota = 100'000,
          .pids_limit = 256,
          // All of it belongs to root already, which nothing inside can become.
          .read_only_paths = {},
          .user = "1001:1001"};
}

struct Services::One {
  record::Service service;
  std::string address;
  std::unique_ptr<Sandbox> box = nullptr;
  std::optional<ServiceTalk> talk = std::nullopt;
  std::string before = {};
};

Services::Services(Engine& engine, Sandbox& neighbour, record::World world, TalkLimits limits)
    : engine_(engine), neighbour_(neighbour), world_(std::move(world)), limits_(limits) {
  for (std::size_t i = 0; i < world_.services.size(); ++i) {
    require_plain_kind(world_.services[i]);
    all_.push_back(std::make_unique<One>(
        One{.service = world_.services[i], .address = record::service_address(i)}));
  }
}

Services::~Services() = default;

Task<std::unique_ptr<Services>> Services::open(Engine& engine, Sandbox& neighbour,
                                               record::World world, TalkLimits limits) {
  auto services = std::make_unique<Services>(engine, neighbour, std::move(world), limits);
  co_await or_undo(services->start_all(), services->close());
  co_return services;
}

Task<> Services::start_all() {
  Scope scope(co_await asio::this_coro::executor);
  for (const std::unique_ptr<One>& one : all_) scope.spawn(start(*one));
  co_await scope.join();
}

Task<> Services::start(One& one) {
  // They know each other's names, and their own.
  record::World world{
      .working_dir = "/srv", .files = one.service.files, .services = world_.services};
  one.box = co_await engine_.open_beside(neighbour_, service_policy(), std::move(world));
  Command command{.argv = {fmt::format("{}/{}", service_programs, one.service.kind), one.address},
                  .working_dir = "/"};
  std::unique_ptr<Process> program = co_await one.box->start(std::move(command));
  one.talk.emplace(std::move(program), limits_);
  one.before = state_of(one.service, "did not start", co_await one.talk->set_up(one.service));
}

Task<ServiceTalk::Told> Services::told_by(One& one) {
  if (!one.talk) co_return ServiceTalk::Told{.trouble = "it was not started"};
  co_return co_await one.talk->state();
}

Task<> Services::look_again() {
  Scope scope(co_await asio::this_coro::executor);
  for (const std::unique_ptr<One>& one : all_) scope.spawn(look_at(*one));
  co_await scope.join();
}

Task<> Services::look_at(One& one) {
  one.before = state_of(one.service, "did not bear the world's setup", co_await told_by(one));
}

Task<std::vector<Services::Held>> Services::state_now() {
  std::vector<Held> all(all_.size());
  Scope scope(co_await asio::this_coro::executor);
  for (std::size_t i = 0; i < all_.size(); ++i) scope.spawn(ask(*all_[i], all[i]));
  co_await scope.join();
  co_return all;
}

Task<> Services::ask(One& one, Held& held) {
  held.service = one.service.id;
  held.before = std::move(one.before);
  held.now = co_await told_by(one);
}

Task<> Services::close() {
  Scope scope(co_await asio::this_coro::executor);
  for (const std::unique_ptr<One>& one : all_) scope.spawn(remove(*one));
  co_await scope.join();
}

Task<> Services::remove(One& one) {
  if (one.talk) co_await one.talk->end();
  one.talk.reset();
  if (one.box) co_await one.box->close();
  one.box.reset();
}

}  // namespace redcode::sandbox
