// Secret: a provider's key. It cannot be printed, logged or formatted by mistake; the one way to
// its text is a call that says so.
#pragma once

#include <string>
#include <utility>
#include <vector>

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

// What must not be told, and the means to take it out of a message that a server had a hand in.
class Secrets {
 public:
  // An empty one is no secret.
  void add(const Secret& secret);

  // `text` with "[key]" in the place of each secret.
  std::string taken_out_of(std::string text) const;

 private:
  std::vector<Secret> all_;  // the longest first: one may be a part of another
};

}  // namespace redcode::models
