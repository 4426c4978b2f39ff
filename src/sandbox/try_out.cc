#include "sandbox/try_out.h"

#include <chrono>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::sandbox {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

}  // namespace

Task<TriedOut> try_out(std::function<std::unique_ptr<Engine>()> make) {
  TriedOut tried;
  try {
    const std::unique_ptr<Engine> engine = make();
    tried.traits = co_await engine->traits();
    for (int i = 0; i < 2; ++i) {
      const auto start = Clock::now();
      const std::unique_ptr<Sandbox> box = co_await engine->open({}, {});
      tried.start_ms = ms_since(start);
      const auto command_start = Clock::now();
      Command command{.argv = {"true"}};
      co_await box->exec(std::move(command));
      tried.command_ms = ms_since(command_start);
      co_await box->stop();
      co_await box->close();
    }
  } catch (const Failure& failure) {
    tried.start_ms = std::nullopt;
    tried.why_not = one_line(failure.what(), 300);
  }
  co_return tried;
}

Json to_json(const std::string& name, const TriedOut& tried) {
  return {{"name", name},
          {"works", tried.start_ms.has_value()},
          {"why_not", tried.why_not},
          {"version", tried.traits.version},
          {"observers", tried.traits.observers},
          {"limits", tried.traits.limits},
          {"start_ms", tried.start_ms.value_or(0)},
          {"command_ms", tried.command_ms}};
}

}  // namespace redcode::sandbox
