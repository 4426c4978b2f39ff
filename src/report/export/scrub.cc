#include "report/export/scrub.h"

#include <fmt/format.h>
#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <cassert>
#include <numeric>

#include "base/text.h"
#include "report/export/secret_patterns.h"

namespace redcode::exports {
namespace {

RE2::Options bytes() {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  return options;
}

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

struct Scrubber::Quick {
  RE2::Set set{bytes(), RE2::UNANCHORED};
};

Scrubber::Scrubber() : quick_(std::make_unique<Quick>()) {
  for (const SecretPattern& one : secret_patterns) {
    patterns_.push_back(std::make_unique<RE2>(piece(one.pattern), bytes()));
    assert(patterns_.back()->ok());
    quick_->set.Add(piece(one.pattern), nullptr);
  }
  quick_->set.Compile();
}

Scrubber::~Scrubber() = default;

std::vector<std::size_t> Scrubber::candidates(std::string_view text) const {
  std::vector<int> matching;
  RE2::Set::ErrorInfo trouble{};
  const bool some = quick_->set.Match(piece(text), &matching, &trouble);
  std::vector<std::size_t> which(matching.begin(), matching.end());
  if (!some && trouble.kind != RE2::Set::kNoError) {
    // Too much for one go: each by itself.
    which.resize(patterns_.size());
    std::iota(which.begin(), which.end(), 0);
  }
  std::ranges::sort(which);
  return which;
}

std::string Scrubber::replaced(std::string text, std::size_t which) {
  const RE2& pattern = *patterns_.at(which);
  const SecretPattern& secret = secret_patterns.at(which);
  const std::size_t part = pattern.NumberOfCapturingGroups() > 0 ? 1 : 0;
  const std::string mark = fmt::format("[scrubbed:{}]", secret.kind);
  std::array<re2::StringPiece, 2> found;
  std::string clean;
  std::size_t from = 0;
  const re2::StringPiece whole = piece(text);
  while (from <= text.size() && pattern.Match(whole, from, text.size(), RE2::UNANCHORED,
                                              found.data(), static_cast<int>(found.size()))) {
    const auto at = static_cast<std::size_t>(found.at(part).data() - text.data());
    clean.append(text, from, at - from);
    clean += mark;
    from = at + found.at(part).size();
    ++counts_[std::string(secret.kind)];
  }
  if (clean.empty()) return text;
  return clean.append(text, from);
}

void Scrubber::know(const std::vector<record::SeededToken>& tokens) {
  tokens_.clear();
  for (const record::SeededToken& one : tokens) {
    if (one.token.empty()) continue;
    std::string percent_signs;
    for (const char byte : one.token)
      percent_signs += fmt::format("%{:02x}", static_cast<unsigned char>(byte));
    tokens_.push_back(lower(one.token));
    tokens_.push_back(to_hex(one.token));
    tokens_.push_back(std::move(percent_signs));
  }
}

std::string Scrubber::without_tokens(std::string text) {
  for (const std::string& token : tokens_) {
    const std::string small = lower(text);
    std::string clean;
    std::size_t from = 0;
    for (std::size_t at = small.find(token); at != std::string::npos;
         at = small.find(token, from)) {
      clean.append(text, from, at - from);
      clean += "[scrubbed:canary]";
      from = at + token.size();
      ++counts_["canary"];
    }
    if (from > 0) text = clean.append(text, from);
  }
  return text;
}

std::string Scrubber::scrub(std::string text) {
  text = without_tokens(std::move(text));
  for (const std::size_t which : candidates(text)) text = replaced(std::move(text), which);
  return text;
}

}  // namespace redcode::exports
