#include "evidence/file_uses.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"

namespace redcode::evidence {
namespace {

// Where an image keeps what every program start opens.
bool is_commonplace(std::string_view path) {
  static constexpr std::array<std::string_view, 9> places = {
      "/usr/", "/lib/", "/lib32/", "/lib64/", "/libx32/", "/bin/", "/sbin/", "/proc/", "/sys/"};
  return path.starts_with("/etc/ld.so") ||
         std::ranges::any_of(places, [&](std::string_view one) { return path.starts_with(one); });
}

}  // namespace

void FileUses::seed(const std::string& path, Identity identity) {
  if (own_.size() >= most) {
    lose();
    return;
  }
  own_.insert(path);
  seeded_.emplace(identity, path);
}

void FileUses::used(const std::string& path, Identity identity, record::FileUse how,
                    const std::string& program) {
  const bool looked_at = how == record::FileUse::opened || how == record::FileUse::read;
  const auto seeded = seeded_.find(identity);
  const bool known_by_itself = seeded != seeded_.end();
  if (looked_at && !known_by_itself && is_commonplace(path) && !own_.contains(path)) return;
  if (!looked_at && how != record::FileUse::executed && own_.size() < 2 * most) own_.insert(path);
  tell(path, how, program);
  if (known_by_itself && seeded->second != path) tell(seeded->second, how, program);
}

void FileUses::tell(const std::string& path, record::FileUse how, const std::string& program) {
  if (known_.contains({path, how, program})) return;
  if (told_.size() == most) {
    lose();
    return;
  }
  known_.emplace(path, how, program);
  told_.push_back({.path = valid_utf8(path), .how = how, .program = valid_utf8(program)});
}

}  // namespace redcode::evidence
