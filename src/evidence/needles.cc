#include "evidence/needles.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "record/observation.h"

namespace redcode::evidence {
namespace {

constexpr std::size_t longest_in_pieces = 64;
constexpr std::size_t shortest_in_pieces = 16;

bool only_hex_digits(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::uint64_t bits(std::size_t from, std::size_t count) {
  const std::uint64_t ones = count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  return ones << from;
}

bool may_come_in_pieces(const Spelling& spelling) {
  const std::size_t size = spelling.needle.size();
  return spelling.view == View::folded && spelling.encoding == "plain" &&
         size >= shortest_in_pieces && size <= longest_in_pieces;
}

// One spelling of a token, or of a text, which is looked for as a whole only.
Needle needle_of(const std::string& canary, const std::string& token, bool text,
                 Spelling spelling) {
  Needle needle{
      .canary = canary, .token = text ? token : lower(token), .spelling = std::move(spelling)};
  needle.in_pieces = !text && may_come_in_pieces(needle.spelling);
  // Lists of digests hold every six digits by chance.
  needle.shortest_piece = only_hex_digits(needle.spelling.needle) ? 8 : Grams::size;
  return needle;
}

// How many bytes of `wanted`, from `offset` on, stand at `at`; none if the byte before agrees too,
// since all of them are counted from there.
std::size_t agreeing(std::string_view wanted, std::size_t offset, std::string_view bytes,
                     std::size_t at) {
  if (offset > 0 && at > 0 && bytes[at - 1] == wanted[offset - 1]) return 0;
  const std::string_view rest = wanted.substr(offset);
  const std::string_view here = bytes.substr(at, rest.size());
  return static_cast<std::size_t>(std::ranges::mismatch(rest, here).in1 - rest.begin());
}

}  // namespace

Needles::Needles(const std::map<std::string, std::string>& tokens) {
  for (const auto& [name, token] : tokens) {
    const bool text = name == record::text_canary(token);
    for (Spelling& spelling : text ? spellings_of_text(token) : spellings_of_token(token)) {
      if (!spelling.needle.empty()) add(needle_of(name, token, text, std::move(spelling)));
    }
  }
}

void Needles::add(Needle needle) {
  const auto id = static_cast<std::uint32_t>(all_.size());
  const auto view = static_cast<std::size_t>(needle.spelling.view);
  const std::string& bytes = needle.spelling.needle;
  if (bytes.size() < Grams::size) {
    short_.at(view).push_back(id);
  } else {
    const std::size_t last = needle.in_pieces ? bytes.size() - Grams::size : 0;
    for (std::size_t offset = 0; offset <= last; ++offset) grams_.at(view).add(bytes, offset, id);
  }
  if (needle.in_pieces) whole_[needle.canary] = bits(0, bytes.size());
  all_.push_back(std::move(needle));
}

bool Needles::empty(View view) const {
  const auto at = static_cast<std::size_t>(view);
  return grams_.at(at).empty() && short_.at(at).empty();
}

std::uint64_t Needles::whole(const std::string& canary) const {
  const auto found = whole_.find(canary);
  return found == whole_.end() ? 0 : found->second;
}

void Needles::find(View view, std::string_view bytes, const Found& found, Pieces& pieces) const {
  const auto at_view = static_cast<std::size_t>(view);
  for (const std::size_t id : short_.at(at_view)) {
    const std::size_t at = bytes.find(all_.at(id).spelling.needle);
    if (at != std::string_view::npos) found(all_.at(id), at);
  }
  grams_.at(at_view).scan(bytes, [&](std::uint32_t id, std::size_t offset, std::size_t at) {
    const Needle& needle = all_.at(id);
    const std::string_view wanted = needle.spelling.needle;
    const std::size_t size = agreeing(wanted, offset, bytes, at);
    if (offset == 0 && size == wanted.size()) found(needle, at);
    if (needle.in_pieces && size >= needle.shortest_piece)
      pieces[needle.canary] |= bits(offset, size);
  });
}

}  // namespace redcode::evidence
