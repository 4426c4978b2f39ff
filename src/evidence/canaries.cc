#include "evidence/canaries.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "evidence/token_shapes.h"

namespace redcode::evidence {
namespace {

constexpr std::string_view opening = "{{canary:";
constexpr std::string_view closing = "}}";
// Of everything a trial leaves behind, so that many bombs cost no more than some.
constexpr std::int64_t most_unpacked_in_all = std::int64_t{2} << 30U;

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

}  // namespace

Canaries Canaries::drawn_before(std::map<std::string, std::string> tokens) {
  Canaries canaries;
  canaries.tokens_ = std::move(tokens);
  canaries.make_ready();
  return canaries;
}

Canaries::Canaries(const record::World& world, const std::set<std::string>& texts) {
  for (const record::SeededFile& file : world.files) draw(file.content);
  draw(world.setup);
  for (const record::Service& service : world.services) {
    for (const record::SeededFile& file : service.files) draw(file.content);
    draw(service.setup);
  }
  for (const std::string& text : texts) tokens_[record::text_canary(text)] = text;
  make_ready();
}

void Canaries::draw(std::string_view content) {
  Mention mention = next_mention(content, 0);
  while (mention.position != std::string_view::npos) {
    if (!tokens_.contains(mention.name)) tokens_[mention.name] = draw_token(mention.name);
    mention = next_mention(content, mention.position + mention.length);
  }
}

std::string Canaries::seeded(std::string content) const {
  Mention mention = next_mention(content, 0);
  while (mention.position != std::string_view::npos) {
    const auto token = tokens_.find(mention.name);
    const std::string text = token == tokens_.end() ? "" : token->second;
    content.replace(mention.position, mention.length, text);
    mention = next_mention(content, mention.position + text.size());
  }
  return content;
}

record::World Canaries::seeded(record::World world) const {
  for (record::SeededFile& file : world.files) file.content = seeded(std::move(file.content));
  world.setup = seeded(std::move(world.setup));
  for (record::Service& service : world.services) {
    for (record::SeededFile& file : service.files) file.content = seeded(std::move(file.content));
    service.setup = seeded(std::move(service.setup));
  }
  return world;
}

std::vector<record::SeededToken> Canaries::seeded_tokens() const {
  std::vector<record::SeededToken> seeded;
  for (const auto& [name, token] : tokens_) {
    if (name != record::text_canary(token)) seeded.push_back({.canary = name, .token = token});
  }
  return seeded;
}

void Canaries::make_ready() {
  needles_ = std::make_shared<const Needles>(tokens_);
  left_ = std::make_shared<UnpackedLeft>(most_unpacked_in_all);
}

CanarySearch Canaries::search(std::string_view bytes) const { return search(MemorySource(bytes)); }

CanarySearch Canaries::search(const Source& source) const {
  return Searcher(*needles_, *left_).search(source);
}

}  // namespace redcode::evidence
