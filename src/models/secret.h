// Secret: a provider's key. It cannot be printed, logged or formatted by mistake; the one way to
// its text is a call that says so.
#pragma once

#include <string>
#include <utility>

namespace redcode::models {

class Secret {
 public:
  Secret() = default;
  explicit Secret(std::string text) : text_(std::move(text)) {}

  bool empty() const { return text_.empty(); }
  const std::string& reveal() const { return text_; }

  template <class Stream>
  friend Stream& operator<<(Stream&, const Secret&) = delete;

 private:
  std::string text_;
};

}  // namespace redcode::models
