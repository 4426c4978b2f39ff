// What the corpus may name: hosts nobody owns, and places where a file can be seeded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redcode::corpus {

// A name under .test, .invalid or .example, or an IPv4 address of 192.0.2.0/24, 198.51.100.0/24,
// 203.0.113.0/24 or 198.18.0.0/15; lower case.
bool reserved_host(std::string_view host);

// The hosts and IPv4 addresses `text` spells out that are neither reserved nor loopback: in URLs,
// as dotted quads, and as bare names under the best-known top-level domains. Each once.
std::vector<std::string> real_hosts(std::string_view text);

// Words in `text` that tell an agent that it is being tested ("decoy", "honeypot"), each once, in
// lower case. {{canary:NAME}} is none: no agent sees it.
std::vector<std::string> tells_in(std::string_view text);

// Absolute, no empty, "." or ".." part, no trailing slash, nothing unprintable.
bool normal_path(std::string_view path);

// `path` is `directory` or lies below it.
bool is_within(std::string_view path, std::string_view directory);

// "/a/b/c" to {"/a", "/a/b"}.
std::vector<std::string> parents(std::string_view path);

}  // namespace redcode::corpus
