// From a word as it stands there to its pieces.
#include <algorithm>
#include <string_view>

#include "analysis/shell/parser.h"

namespace redcode::shell {
namespace {

// Unquoted wildcards in it: then what stands unquoted in it is matched against files.
bool is_pattern(const Units& units) {
  bool bracket = false;
  for (const Unit& unit : units) {
    if (unit.piece >= 0) continue;
    if (std::string_view("*?(").find(unit.character) != std::string_view::npos) return true;
    if (unit.character == '[') bracket = true;
    if (unit.character == ']' && bracket) return true;
  }
  return false;
}

// The end of `name=` or `name+=` at the beginning; 0 if there is none.
std::size_t after_name(const Units& units) {
  std::size_t at = 0;
  while (at < units.size() && units[at].piece < 0 && is_name_part(units[at].character)) ++at;
  if (at == 0 || !is_name_start(units[0].character)) return 0;
  if (at < units.size() && units[at].character == '+') ++at;
  return at < units.size() && units[at].character == '=' ? at + 1 : 0;
}

bool ends_tilde(const Unit& unit, bool value) {
  return unit.piece < 0 && (unit.character == '/' || (value && unit.character == ':'));
}

// The length of ~name at `at`; 0 if something quoted or expanded is in it.
std::size_t tilde_length(const Units& units, std::size_t at, bool value) {
  if (at >= units.size() || units[at].character != '~') return 0;
  std::size_t end = at + 1;
  for (; end < units.size() && !ends_tilde(units[end], value); ++end) {
    if (units[end].piece >= 0) return 0;
  }
  return end - at;
}

class Finisher {
 public:
  Finisher(const RawWord& raw, const Units& units, Tildes tildes)
      : raw_(raw), units_(units), tildes_(tildes), pattern_(is_pattern(units)) {
    value_from_ = tildes == Tildes::value ? 0 : after_name(units);
  }

  Word word() && {
    for (std::size_t at = 0; at < units_.size();) {
      const std::size_t tilde = may_be_home(at) ? tilde_length(units_, at, in_value(at)) : 0;
      if (tilde > 0) {
        add_tilde(at, tilde);
        at += tilde;
        continue;
      }
      const Unit& unit = units_[at++];
      if (unit.piece >= 0)
        add(raw_.pieces[static_cast<std::size_t>(unit.piece)]);
      else
        add(unit.character);
    }
    return std::move(word_);
  }

 private:
  bool in_value(std::size_t at) const {
    return tildes_ == Tildes::value || (value_from_ > 0 && at >= value_from_);
  }
  bool may_be_home(std::size_t at) const {
    if (tildes_ == Tildes::none || units_[at].character != '~') return false;
    if (at == 0 || (value_from_ > 0 && at == value_from_)) return true;
    return in_value(at) && units_[at - 1].piece < 0 && units_[at - 1].character == ':';
  }
  void add_tilde(std::size_t at, std::size_t length) {
    Piece home{.kind = Piece::Kind::tilde};
    for (std::size_t i = at + 1; i < at + length; ++i) home.text += units_[i].character;
    word_.pieces.push_back(std::move(home));
  }
  void add(const Piece& piece) {
    if (piece.kind == Piece::Kind::text && !word_.pieces.empty() &&
        word_.pieces.back().kind == Piece::Kind::text && word_.pieces.back().quoted)
      word_.pieces.back().text += piece.text;
    else
      word_.pieces.push_back(piece);
  }
  void add(char unquoted) {
    const auto kind = pattern_ ? Piece::Kind::pattern : Piece::Kind::text;
    if (word_.pieces.empty() || word_.pieces.back().kind != kind || word_.pieces.back().quoted)
      word_.pieces.push_back({.kind = kind});
    word_.pieces.back().text += unquoted;
  }

  const RawWord& raw_;
  const Units& units_;
  Tildes tildes_;
  bool pattern_;
  std::size_t value_from_ = 0;
  Word word_;
};

}  // namespace

// One after another they are one piece.
void RawWord::add_quoted(char one) {
  const bool more = !units.empty() && units.back().piece >= 0 &&
                    pieces.back().kind == Piece::Kind::text && pieces.back().quoted;
  if (!more) add(Piece{.quoted = true});
  pieces.back().text += one;
}

Word finish(const RawWord& raw, const Units& units, Tildes tildes) {
  return Finisher(raw, units, tildes).word();
}

}  // namespace redcode::shell
