#include "analysis/file_use.h"

#include <re2/re2.h>

#include <array>

namespace redcode::analysis {
namespace {

constexpr std::size_t longest_call = 400;
constexpr std::size_t most_paths = 10'000;

// A path is a first argument, calls inside it included if they hold no further ones, or what a path
// object's method is called on, or a shell's word. The last group that took part holds it.
const RE2& reading() {
  static const RE2 pattern(
      R"((?i)^(?:(?:await )?(?:\w+\.)*(?:open|fopen|readfilesync|readfile|createreadstream|readallbytes|readalltext|_open|ioutil\.readfile)\(((?:[^,()]|\([^()]*\))+)(?:\)|,\s*["'][rb+t]+["']|,\s*["'](?:utf|bin|ascii)|,\s*O_RD|,\s*\w)|([\w.]+)\.(?:read_bytes|read_text)\(|(?:\[(?:system\.)?io\.file\]::readall\w+)\(((?:[^,()]|\([^()]*\))+)\)|get-content (?:-\w+ )*?([^\s|)]+)|openssl enc .*-in (\S+)|(?:gpg|age|cat|base64|xxd) .*?("?\$\{?\w+\}?"?)(?:$|\s)))");
  return pattern;
}

const RE2& writing() {
  static const RE2 pattern(
      R"((?i)^(?:(?:await )?(?:\w+\.)*(?:open|fopen)\(((?:[^,()]|\([^()]*\))+),\s*(?:mode\s*=\s*)?["'](?:[wa]b?t?\+?|rb?\+b?)["']|(?:await )?(?:\w+\.)*(?:writefilesync|writefile|createwritestream|create|appendfilesync|appendfile|openfile)\(((?:[^,()]|\([^()]*\))+)[,)]|([\w.]+)\.(?:write_bytes|write_text)\(|(?:\[(?:system\.)?io\.file\]::writeall\w+)\(((?:[^,()]|\([^()]*\))+),|(?:set-content|out-file|add-content) (?:-\w+ )*?([^\s|)]+)|mv (?:-\w+ )*\S+ (\S+)$|.*-out (\S+)|.* ?>\s*(\S+)$))");
  return pattern;
}

const RE2& removing() {
  static const RE2 pattern(
      R"((?i)^(?:(?:await )?(?:\w+\.)*(?:remove|unlink|unlinksync|rmsync|rm|removeall|delete)\(((?:[^,()]|\([^()]*\))+)[,)]|([\w.]+)\.unlink\(|remove-item (?:-(?:literal)?path )?([^\s|)]+)|(?:rm|shred|srm|wipe) (?:-\w+ )*(?:-- )?(\S+)$))");
  return pattern;
}

// Most calls have nothing to do with files, and this is quickly seen.
bool may_use_files(std::string_view call) {
  static const RE2 words(
      R"((?i)open|read|write|creat|append|content|out-file|openssl|gpg|age |cat |base64|xxd|mv |-out |>|remove|unlink|rm|delete|shred|wipe)");
  return RE2::PartialMatch(re2::StringPiece(call.data(), call.size()), words);
}

// The one group that took part, "" if the pattern is not there.
std::string path_in(const RE2& pattern, std::string_view call) {
  constexpr int most_groups = 10;
  std::array<re2::StringPiece, most_groups> groups;
  const int count = pattern.NumberOfCapturingGroups() + 1;
  if (!pattern.Match(re2::StringPiece(call.data(), call.size()), 0, call.size(), RE2::UNANCHORED,
                     groups.data(), count))
    return "";
  for (int group = 1; group < count; ++group)
    if (!groups.at(static_cast<std::size_t>(group)).empty())
      return std::string(groups.at(static_cast<std::size_t>(group)));
  return "";
}

// `p.write_bytes(f(p.read_bytes()))`, and the like: read in the very call that writes.
bool reads_within(std::string_view call, const std::string& path) {
  static const RE2 read(
      R"((?i)(?:([\w.]+)\.read_(?:bytes|text)|\b(?:open|readfilesync|readfile|readall\w+)\(((?:[^,()]|\([^()]*\))+))[,()])");
  re2::StringPiece left(call.data(), call.size());
  if (call.find('(') != std::string_view::npos) left.remove_prefix(call.find('(') + 1);
  std::string object;
  std::string argument;
  while (RE2::FindAndConsume(&left, read, &object, &argument))
    if (object == path || argument == path) return true;
  return false;
}

}  // namespace

void FileUse::remember(std::uint32_t function, const std::string& path) {
  const auto [place, is_new] = read_.emplace(function, path);
  if (!is_new) return;
  in_order_.push_back(place);
  if (in_order_.size() <= most_paths) return;
  read_.erase(in_order_.front());
  in_order_.pop_front();
  forgot_ = true;
}

std::optional<Kind> FileUse::take(std::uint32_t function, std::string_view call) {
  call = call.substr(0, longest_call);
  if (!may_use_files(call)) return std::nullopt;
  const std::string written = path_in(writing(), call);
  const std::string removed = path_in(removing(), call);
  const std::string read = path_in(reading(), call);
  const bool both = call.contains("r+") || call.contains("rb+");
  if (!read.empty() && (read != written || both)) remember(function, read);
  if (!written.empty() && (was_read(function, written) || reads_within(call, written)))
    return Kind::rewrite;
  if (!removed.empty() && was_read(function, removed)) return Kind::remove;
  return std::nullopt;
}

}  // namespace redcode::analysis
