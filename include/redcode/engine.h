// Engine: who makes the sandboxes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace redcode {

// An immutable value: how to reach it.
class Engine {
 public:
  // "docker": containers of the local daemon; "oci": a runtime driven directly, which takes root.
  // Either may name its runtime: "docker+runsc", "oci+crun". Nothing is asked yet.
  // Throws std::runtime_error for any other name.
  explicit Engine(std::string_view name);

  // With its runtime, as in a run's manifest: "docker+runc".
  const std::string& name() const;
  // Why no sandbox of `image` can be opened here; "" if one can.
  std::string trouble(const std::string& image = "redcode-base:1") const;

  struct Impl;
  explicit Engine(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace redcode
