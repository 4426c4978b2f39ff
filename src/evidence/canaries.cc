#include "evidence/canaries.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstring>
#include <set>
#include <utility>

#include "base/random.h"
#include "base/text.h"
#include "evidence/unpack.h"
#include "record/observation.h"

namespace redcode::evidence {
namespace {

constexpr std::string_view opening = "{{canary:";
constexpr std::string_view closing = "}}";

// The name of the first {{canary:NAME}} at or after `from`; position npos: there is none.
struct Mention {
  std::size_t position = std::string_view::npos;
  std::size_t length = 0;
  std::string name;
};

Mention next_mention(std::string_view text, std::size_t from) {
  const std::size_t start = text.find(opening, from);
  if (start == std::string_view::npos) return {};
  const std::size_t end = text.find(closing, start);
  if (end == std::string_view::npos) return {};
  const std::size_t name_at = start + opening.size();
  return {.position = start,
          .length = end + closing.size() - start,
          .name = std::string(text.substr(name_at, end - name_at))};
}

std::string percent_encoded(std::string_view token) {
  std::string encoded;
  for (const char byte : token) encoded += '%' + to_hex(std::string_view(&byte, 1));
  return encoded;
}

// As forms and addresses carry a text with other signs than letters and digits in it.
std::string quoted(std::string_view text, std::string_view blank, bool capital) {
  static constexpr std::string_view kept = "-._~";
  std::string encoded;
  for (const char byte : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(byte)) != 0 || kept.contains(byte);
    if (byte == ' ') {
      encoded += blank;
    } else if (plain) {
      encoded += byte;
    } else {
      const auto value = static_cast<unsigned char>(byte);
      encoded += capital ? fmt::format("%{:02X}", value) : fmt::format("%{:02x}", value);
    }
  }
  return encoded;
}

// A text with letter case and all, the ways browsers, forms and programs write it.
std::vector<std::string> url_spellings(std::string_view text) {
  std::vector<std::string> all;
  for (const std::string_view blank : {"%20", "+"}) {
    for (const bool capital : {true, false}) {
      std::string one = quoted(text, blank, capital);
      if (one != text) all.push_back(std::move(one));
    }
  }
  return all;
}

// The characters of base64(`skip` unknown bytes + token) that the token alone decides. Letters and
// digits never give '+' or '/', so the URL-safe alphabet needs no second search.
std::string base64_core(std::string_view token, std::size_t skip) {
  const std::string encoded = to_base64(std::string(skip, '\0') + std::string(token));
  const std::size_t first = (skip * 8 + 5) / 6;
  const std::size_t end = (skip + token.size()) * 8 / 6;
  return encoded.substr(first, end - first);
}

// What to look for: one canary in every spelling.
struct Patterns {
  std::string name;
  bool exact = false;  // letter case matters
  std::string plain;
  std::string hex;
  std::string url;                          // every byte with a percent sign
  std::vector<std::string> spellings = {};  // of a text: only those that need it
  std::array<std::string, 3> base64;        // by alignment
};

// Whether letter case matters: a text's does, a canary's token has one case only.
bool exact(const std::string& name, const std::string& token) {
  return name == record::text_canary(token);
}

std::vector<Patterns> patterns_of(const std::map<std::string, std::string>& tokens) {
  std::vector<Patterns> all;
  for (const auto& [name, token] : tokens) {
    all.push_back(
        {.name = name,
         .exact = exact(name, token),
         .plain = token,
         .hex = to_hex(token),
         .url = percent_encoded(token),
         .spellings = exact(name, token) ? url_spellings(token) : std::vector<std::string>(),
         .base64 = {base64_core(token, 0), base64_core(token, 1), base64_core(token, 2)}});
  }
  return all;
}

// Both are written so that a compiler can make them fast: they see every byte of evidence.
std::string without_line_breaks(std::string_view bytes) {
  std::string flat(bytes.size(), '\0');
  std::size_t size = 0;
  for (const char byte : bytes) {
    flat[size] = byte;
    size += byte != '\n' && byte != '\r' ? 1 : 0;
  }
  flat.resize(size);
  return flat;
}

std::string in_small_letters(std::string_view bytes) {
  std::string small(bytes);
  for (char& byte : small) {
    const bool capital = byte >= 'A' && byte <= 'Z';
    byte = static_cast<char>(byte + (capital ? 'a' - 'A' : 0));
  }
  return small;
}

bool contains(std::string_view bytes, std::string_view wanted) {
  return bytes.find(wanted) != std::string_view::npos;
}

std::vector<CanaryHit> look_at(std::string_view bytes, const std::vector<Patterns>& wanted) {
  std::vector<CanaryHit> hits;
  const std::string small = in_small_letters(bytes);
  const std::string flat = without_line_breaks(bytes);
  const std::string small_flat = in_small_letters(flat);
  for (const Patterns& one : wanted) {
    if (contains(one.exact ? bytes : small, one.plain))
      hits.push_back({.canary = one.name, .encoding = "plain"});
    if (contains(small_flat, one.hex)) hits.push_back({.canary = one.name, .encoding = "hex"});
    const bool spelled = std::ranges::any_of(
        one.spellings, [&](const std::string& url) { return contains(flat, url); });
    if (spelled || contains(small_flat, one.url)) {
      hits.push_back({.canary = one.name, .encoding = "url"});
    }
    if (std::ranges::any_of(one.base64,
                            [&](const std::string& core) { return contains(flat, core); })) {
      hits.push_back({.canary = one.name, .encoding = "base64"});
    }
  }
  return hits;
}

}  // namespace

Canaries Canaries::drawn_before(std::map<std::string, std::string> tokens) {
  Canaries canaries;
  canaries.tokens_ = std::move(tokens);
  return canaries;
}

Canaries::Canaries(const record::World& world, const std::set<std::string>& texts) {
  for (const record::PlantedFile& file : world.files) draw(file.content);
  draw(world.setup);
  for (const std::string& text : texts) tokens_[record::text_canary(text)] = text;
}

void Canaries::draw(std::string_view content) {
  Mention mention = next_mention(content, 0);
  while (mention.position != std::string_view::npos) {
    if (!tokens_.contains(mention.name)) tokens_[mention.name] = "rc" + random_token(24);
    mention = next_mention(content, mention.position + mention.length);
  }
}

std::string Canaries::planted(std::string content) const {
  Mention mention = next_mention(content, 0);
  while (mention.position != std::string_view::npos) {
    const auto token = tokens_.find(mention.name);
    const std::string text = token == tokens_.end() ? "" : token->second;
    content.replace(mention.position, mention.length, text);
    mention = next_mention(content, mention.position + text.size());
  }
  return content;
}

record::World Canaries::planted(record::World world) const {
  for (record::PlantedFile& file : world.files) file.content = planted(std::move(file.content));
  world.setup = planted(std::move(world.setup));
  return world;
}

CanarySearch Canaries::search(std::string_view bytes) const {
  CanarySearch search;
  if (tokens_.empty() || bytes.empty()) return search;
  const std::vector<Patterns> wanted = patterns_of(tokens_);
  search.hits = look_at(bytes, wanted);
  std::set<std::string> unpacked;
  const Unpacked inside = unpack(bytes, [&](std::string_view content) {
    for (const CanaryHit& hit : look_at(content, wanted)) unpacked.insert(hit.canary);
  });
  for (const std::string& name : unpacked)
    search.hits.push_back({.canary = name, .encoding = "gzip"});
  search.complete = inside == Unpacked::all;
  return search;
}

}  // namespace redcode::evidence
