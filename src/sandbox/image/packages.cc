#include "sandbox/image/packages.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"

namespace redcode::image {
namespace {

constexpr std::size_t longest_line = 1000;
constexpr std::size_t most_packages = 20'000;

using Fields = std::map<std::string, std::string, std::less<>>;

// The next line of `text`, which loses it.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// Adds a line's field if it is one of those that are told apart here.
void note_field(Fields& fields, std::string_view line) {
  for (const std::string_view name : {"Package", "Version", "Architecture", "Status", "SHA256"}) {
    if (!line.starts_with(name) || !line.substr(name.size()).starts_with(": ")) continue;
    fields.insert_or_assign(std::string(name), std::string(trim(line.substr(name.size() + 2))));
  }
}

// Calls `take` with each paragraph of dpkg's or apt's "Name: value" texts.
void each_paragraph(std::string_view text, const std::function<void(Fields)>& take) {
  Fields fields;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (!line.empty()) {
      note_field(fields, line);
    } else if (!fields.empty()) {
      take(std::exchange(fields, {}));
    }
  }
  if (!fields.empty()) take(std::move(fields));
}

std::string field(const Fields& fields, std::string_view name) {
  const auto found = fields.find(name);
  return found == fields.end() ? "" : found->second;
}

Package package_of(const Fields& fields) {
  return {.name = field(fields, "Package"),
          .version = field(fields, "Version"),
          .architecture = field(fields, "Architecture")};
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::optional<Package> package_from(std::string_view line) {
  if (line.size() > longest_line) return std::nullopt;
  std::vector<std::string> words = split(line, ' ');
  std::erase(words, "");
  if (words.size() != 4 || (words[3] != "-" && !is_sha256(words[3]))) return std::nullopt;
  if (escape_terminal(line) != line) return std::nullopt;
  return Package{.name = words[0],
                 .version = words[1],
                 .architecture = words[2],
                 .sha256 = words[3] == "-" ? "" : words[3]};
}

// Of one architecture; an image can have a package for two.
std::string key_of(const Package& package) {
  return package.architecture == "all" ? package.name : package.name + ":" + package.architecture;
}

std::string difference(const std::string& name, const Package* wanted, const Package* have) {
  if (have == nullptr) return fmt::format("{}: missing, not {}", name, wanted->version);
  if (wanted == nullptr) return fmt::format("{}: {}, not listed", name, have->version);
  if (wanted->version != have->version)
    return fmt::format("{}: {} instead of {}", name, have->version, wanted->version);
  const bool both_known = !wanted->sha256.empty() && !have->sha256.empty();
  if (both_known && wanted->sha256 != have->sha256)
    return fmt::format("{}: {}, but another file of that version", name, have->version);
  return {};
}

}  // namespace

Packages installed_packages(std::string_view status) {
  Packages packages;
  each_paragraph(status, [&packages](const Fields& fields) {
    if (field(fields, "Status").ends_with(" installed")) packages.push_back(package_of(fields));
  });
  std::ranges::sort(packages);
  return packages;
}

void add_digests(Packages& packages, std::string_view index) {
  std::map<Package, Package*> without;  // in the order of what it is without a digest
  for (Package& package : packages)
    if (package.sha256.empty()) without.emplace(package, &package);
  each_paragraph(index, [&without](const Fields& fields) {
    const auto found = without.find(package_of(fields));
    const std::string digest = field(fields, "SHA256");
    if (found != without.end() && is_sha256(digest)) found->second->sha256 = digest;
  });
}

std::string packages_text(const Packages& packages) {
  std::string text;
  for (const Package& package : packages) {
    text += fmt::format("{} {} {} {}\n", package.name, package.version, package.architecture,
                        package.sha256.empty() ? "-" : package.sha256);
  }
  return text;
}

Result<Packages> packages_from(std::string_view text) {
  Packages packages;
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = take_line(text);
    line = trim(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    std::optional<Package> package = package_from(line);
    if (!package || packages.size() == most_packages) {
      return std::unexpected(
          Error{.code = "packages",
                .message = fmt::format("line {} is no \"name version architecture sha256\": {}",
                                       number, one_line(line, 80))});
    }
    packages.push_back(*std::move(package));
  }
  std::ranges::sort(packages);
  return packages;
}

std::vector<std::string> differences(const Packages& wanted, const Packages& have) {
  std::map<std::string, std::pair<const Package*, const Package*>> both;
  for (const Package& package : wanted) both[key_of(package)].first = &package;
  for (const Package& package : have) both[key_of(package)].second = &package;
  std::vector<std::string> lines;
  for (const auto& [name, pair] : both) {
    std::string line = difference(name, pair.first, pair.second);
    if (!line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace redcode::image
