#include "models/secret.h"

#include <algorithm>
#include <string_view>

namespace redcode::models {

namespace {

void take_out(const std::string& secret, std::string& text) {
  static constexpr std::string_view mask = "[key]";
  // Behind each mask, because a short secret may be a part of it.
  for (std::size_t at = text.find(secret); at != std::string::npos;
       at = text.find(secret, at + mask.size())) {
    text.replace(at, secret.size(), mask);
  }
}

}  // namespace

void Secrets::add(const Secret& secret) {
  if (secret.empty()) return;
  all_.push_back(secret);
  std::ranges::sort(all_, std::ranges::greater(),
                    [](const Secret& one) { return one.reveal().size(); });
}

std::string Secrets::taken_out_of(std::string text) const {
  for (const Secret& secret : all_) take_out(secret.reveal(), text);
  return text;
}

}  // namespace redcode::models
