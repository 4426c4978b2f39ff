#include <redcode/engine.h>

#include <utility>

#include "base/run.h"
#include "base/text.h"
#include "run/api/impl.h"
#include "sandbox/engines/engines.h"

namespace redcode {
namespace {

Task<> ask(sandbox::Engine& engine, const std::string& image) {
  co_await engine.traits();
  co_await engine.image_digest(image);
}

Engine::Impl engine_named(const std::string& name) {
  if (name == "auto" || !engines::is_known_engine(name)) {
    api::refuse(
        fmt::format("no engine is called {}; there are docker and oci, alone or as in oci+crun",
                    one_line(name, 80)));
  }
  auto [engine, runtime] = engines::engine_parts(name);
  if (runtime.empty()) runtime = engine == "oci" ? engines::default_oci_runtime() : "runc";
  std::string whole = engine + "+" + runtime;
  return {.name = whole, .make = [whole] { return engines::make_engine(whole); }};
}

}  // namespace

Engine::Engine(std::string_view name)
    : impl_(std::make_shared<const Impl>(engine_named(std::string(name)))) {}

const std::string& Engine::name() const { return impl_->name; }

std::string Engine::trouble(const std::string& image) const {
  try {
    const std::unique_ptr<sandbox::Engine> engine = impl_->make();
    run(ask(*engine, image));
    return "";
  } catch (const Failure& failure) {
    return failure.what();
  }
}

}  // namespace redcode
