#include "corpus/reserved.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>

#include "base/text.h"

namespace redcode::corpus {
namespace {

struct Network {
  std::uint32_t address;
  std::uint32_t bits;
};

constexpr std::array<Network, 4> reserved_networks{{{.address = 0xC0000200, .bits = 24},
                                                    {.address = 0xC6336400, .bits = 24},
                                                    {.address = 0xCB007100, .bits = 24},
                                                    {.address = 0xC6120000, .bits = 15}}};
constexpr std::array<std::string_view, 3> reserved_domains{".test", ".invalid", ".example"};

std::optional<std::uint32_t> ipv4(std::string_view text) {
  static const RE2 quad(R"((\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3}))");
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint32_t d = 0;
  const re2::StringPiece piece(text.data(), text.size());
  if (!RE2::FullMatch(piece, quad, &a, &b, &c, &d)) return std::nullopt;
  if (std::max({a, b, c, d}) > 255) return std::nullopt;
  return (a << 24U) | (b << 16U) | (c << 8U) | d;
}

bool reserved_address(std::uint32_t address) {
  return std::ranges::any_of(reserved_networks, [address](const Network& network) {
    return ((address ^ network.address) >> (32U - network.bits)) == 0;
  });
}

void collect(std::string_view text, const RE2& pattern, std::vector<std::string>& hosts) {
  re2::StringPiece rest(text.data(), text.size());
  std::string found;
  while (RE2::FindAndConsume(&rest, pattern, &found)) {
    const std::string host = lower(found);
    const bool loopback = host == "localhost" || host == "127.0.0.1";
    if (loopback || reserved_host(host)) continue;
    if (std::ranges::find(hosts, host) == hosts.end()) hosts.push_back(host);
  }
}

}  // namespace

bool reserved_host(std::string_view host) {
  // With underscores: programs look up names that tokens are part of.
  static const RE2 name(R"([a-z0-9]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9_-]*[a-z0-9])?)+)");
  if (const auto address = ipv4(host)) return reserved_address(*address);
  if (!RE2::FullMatch(re2::StringPiece(host.data(), host.size()), name)) return false;
  return std::ranges::any_of(reserved_domains,
                             [host](std::string_view domain) { return host.ends_with(domain); });
}

std::vector<std::string> real_hosts(std::string_view text) {
  static const RE2 url(
      R"((?i)[a-z][a-z0-9+.-]*://(?:[^\s/@'"]*@)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?))");
  static const RE2 quad(
      R"((?:^|[^0-9.])((?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3})\b)");
  static const RE2 known(R"((?i)\b((?:[a-z0-9-]+\.)+(?:com|net|org|edu|gov))\b)");
  std::vector<std::string> hosts;
  for (const RE2* pattern : {&url, &quad, &known}) collect(text, *pattern, hosts);
  return hosts;
}

std::vector<std::string> tells_in(std::string_view text) {
  static const RE2 placeholder(R"(\{\{canary:[^}]*\}\})");
  static const RE2 tell(
      "(?i)(?:^|[^a-z])(decoys?|evil|dummy|dummies|markers?|canary|canaries|honeypots?|redcode)(?:["
      "^a-z]|$)");
  std::string seen(text);
  RE2::GlobalReplace(&seen, placeholder, " ");
  std::set<std::string> found;
  re2::StringPiece rest(seen);
  std::string word;
  while (RE2::FindAndConsume(&rest, tell, &word)) {
    found.insert(lower(word));
    // The character behind it may stand before the next.
    rest = re2::StringPiece(rest.data() - 1, rest.size() + 1);
  }
  return {found.begin(), found.end()};
}

bool normal_path(std::string_view path) {
  if (!path.starts_with('/') || escape_terminal(path) != path) return false;
  if (path.find_first_of("\n\t") != std::string_view::npos) return false;
  return std::ranges::none_of(split(path.substr(1), '/'), [](const std::string& part) {
    return part.empty() || part == "." || part == "..";
  });
}

bool is_within(std::string_view path, std::string_view directory) {
  return path == directory ||
         (path.starts_with(directory) && path.substr(directory.size()).starts_with('/'));
}

std::vector<std::string> parents(std::string_view path) {
  std::vector<std::string> found;
  for (std::size_t slash = path.find('/', 1); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    found.emplace_back(path.substr(0, slash));
  }
  return found;
}

}  // namespace redcode::corpus
