#include "analysis/effects/expansion.h"

#include <algorithm>
#include <string_view>

namespace redcode::effects {
namespace {

using shell::Piece;

constexpr std::size_t most_ways = 16;

bool is_wild(std::string_view text) { return text.find_first_of("*?[") != std::string_view::npos; }

std::string escaped(std::string_view text) {
  std::string pattern;
  for (const char c : text) {
    if (std::string_view("*?[]\\()|!+@").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

std::vector<Fragments> crossed(const std::vector<Fragments>& left,
                               const std::vector<Fragments>& right) {
  if (left.size() * right.size() > most_ways) return {{{.text = nothing_known}}};
  std::vector<Fragments> all;
  for (const Fragments& begin : left) {
    for (const Fragments& end : right) {
      all.push_back(begin);
      all.back().insert(all.back().end(), end.begin(), end.end());
    }
  }
  return all;
}

std::vector<Argv> crossed(const std::vector<Argv>& left, const std::vector<Argv>& right) {
  std::vector<Argv> all;
  for (const Argv& begin : left) {
    for (const Argv& end : right) {
      all.push_back(begin);
      all.back().insert(all.back().end(), end.begin(), end.end());
    }
  }
  return all;
}

// The file of $(< file); nullptr if it is not that.
const shell::Word* only_read(const std::vector<shell::List>& lists) {
  if (lists.empty() || lists.front().statements.size() != 1) return nullptr;
  const auto& pipelines = lists.front().statements.front().pipelines;
  if (pipelines.size() != 1 || pipelines.front().commands.size() != 1) return nullptr;
  const shell::Command& only = pipelines.front().commands.front();
  const auto* simple = std::get_if<shell::Simple>(&only.what);
  const bool reads = simple != nullptr && simple->words.empty() && only.redirects.size() == 1 &&
                     only.redirects.front().kind == shell::Redirect::Kind::input;
  return reads ? &only.redirects.front().target : nullptr;
}

// Puts fragments together, splitting and remembering which characters are wild.
class Fields {
 public:
  struct Field {
    std::string text;
    std::string pattern;
    bool wild = false;
  };

  void add(const Fragment& fragment) {
    switch (fragment.kind) {
      case Fragment::Kind::literal:
        put(fragment.text, escaped(fragment.text), false);
        break;
      case Fragment::Kind::pattern:
        put(fragment.text, fragment.text, true);
        break;
      case Fragment::Kind::next:
        end();
        break;
      case Fragment::Kind::splits:
        split(fragment.text);
    }
  }
  std::vector<Field> take() && {
    end();
    return std::move(done_);
  }

 private:
  void put(std::string_view text, std::string_view pattern, bool wild) {
    open_ = true;
    now_.text += text;
    now_.pattern += pattern;
    now_.wild = now_.wild || wild;
  }
  void end() {
    if (open_) done_.push_back(std::move(now_));
    now_ = {};
    open_ = false;
  }
  void split(std::string_view text) {
    for (const char c : text) {
      if (c == ' ' || c == '\t' || c == '\n')
        end();
      else
        put({&c, 1}, {&c, 1}, is_wild({&c, 1}));
    }
  }

  std::vector<Field> done_;
  Field now_;
  bool open_ = false;
};

}  // namespace

std::vector<Fragments> Expansion::ways(const shell::Word& word) {
  std::vector<Fragments> all{{}};
  for (const Piece& one : word.pieces) all = crossed(all, piece(one));
  return all;
}

std::vector<Fragments> Expansion::piece(const Piece& piece) {
  using Kind = Fragment::Kind;
  switch (piece.kind) {
    case Piece::Kind::text:
      return {{{.text = piece.text}}};
    case Piece::Kind::pattern:
      return {{{.kind = Kind::pattern, .text = piece.text}}};
    case Piece::Kind::tilde:
      return {{{.text = home(piece.text)}}};
    case Piece::Kind::parameter:
      return parameter(piece);
    case Piece::Kind::commands:
      return {substituted(piece)};
    case Piece::Kind::process_in:
    case Piece::Kind::process_out:
      return {{{.text = pipe(piece)}}};
    case Piece::Kind::arithmetic:
      for (const shell::Word& word : piece.words) calculated(word);
      return {{{.text = std::string(1, plain_unknown)}}};
  }
  return {{{.text = nothing_known}}};
}

// The path that stands for <(…) or >(…).
std::string Expansion::pipe(const Piece& piece) {
  std::string path = "/dev/fd/p" + std::to_string(++evaluator_.processes_);
  const bool reads = piece.kind == Piece::Kind::process_in;
  const Shell before = evaluator_.shell_;
  // What is written to it is not known yet.
  const Stream unknown{.there = true, .text = {}, .source = Source::unknown, .files = {}};
  const Stream out = evaluator_.list(piece.lists.front(), reads ? Stream{} : unknown);
  evaluator_.shell_ = before;
  if (reads) evaluator_.made_.files[path] = out.text;
  return path;
}

// An expression in a variable may name commands.
void Expansion::calculated(const shell::Word& word) {
  for (const Piece& inner : word.pieces) {
    if (inner.kind != Piece::Kind::parameter) continue;
    for (const std::string& value : values(inner.text))
      if (value.find_first_of("$`") != std::string::npos)
        evaluator_.unknown("arithmetic on " + value);
  }
  ways(word);
}

Fragments Expansion::substituted(const Piece& piece) {
  const Shell before = evaluator_.shell_;
  const std::string evidence = evaluator_.evidence_;
  Stream out = piece.lists.empty()
                   ? Stream{.there = true, .text = "", .source = Source::command, .files = {}}
                   : evaluator_.list(piece.lists.front(), {});
  if (const shell::Word* file = only_read(piece.lists)) {
    const auto paths = evaluator_.texts(*file);
    out.text = paths.size() == 1 ? evaluator_.contents(paths.front()) : std::nullopt;
  }
  evaluator_.shell_ = before;
  evaluator_.evidence_ = evidence;
  std::string text = out.text.value_or(nothing_known);
  while (text.ends_with('\n')) text.pop_back();
  return {{.kind = piece.quoted ? Fragment::Kind::literal : Fragment::Kind::splits,
           .text = std::move(text)}};
}

std::string Expansion::home(const std::string& user) {
  const Shell& shell = evaluator_.shell();
  if (user.empty()) {
    const auto set = shell.variables.find("HOME");
    return set != shell.variables.end() && set->second.size() == 1 ? set->second.front()
                                                                   : evaluator_.ground().home();
  }
  if (user == "+") return shell.working_dir;
  if (user == "-") return shell.previous_dir;
  if (user == "root") return "/root";
  return "/home/" + user;
}

Argv Expansion::fields(const Fragments& fragments) {
  Fields building;
  for (const Fragment& one : fragments) {
    Fragment now = one;
    const bool odd = evaluator_.shell().odd_separators && one.kind == Fragment::Kind::splits &&
                     !one.text.empty();
    if (odd) now.text = nothing_known;
    building.add(now);
  }
  Argv done;
  for (const Fields::Field& field : std::move(building).take()) {
    if (field.wild && is_known(field.text))
      match(done, field.text, field.pattern);
    else
      done.push_back(field.text);
  }
  return done;
}

void Expansion::match(Argv& fields, const std::string& field, const std::string& pattern) {
  const bool relative = !field.starts_with('/');
  const std::string& folder = evaluator_.shell().working_dir;
  if (relative && folder.empty()) return fields.push_back(nothing_known);
  const std::string whole = relative ? escaped(folder) + "/" + pattern : pattern;
  auto found = evaluator_.ground().matches(whole);
  // So many that they are told as what they have in common.
  if (!found) return fields.push_back(field.substr(0, field.find_first_of("*?[")) + nothing_known);
  for (const auto& [path, text] : evaluator_.made().files) {
    if (::redcode::effects::matches_pattern(whole, path) &&
        std::ranges::find(*found, path) == found->end())
      found->push_back(path);
  }
  if (found->empty()) return fields.push_back(field);
  const std::string prefix = folder == "/" ? "/" : folder + "/";
  for (std::string& path : *found)
    fields.push_back(relative && path.starts_with(prefix) ? path.substr(prefix.size()) : path);
}

std::vector<Argv> Evaluator::arguments(const std::vector<shell::Word>& words) {
  std::vector<Argv> all{{}};
  for (const shell::Word& word : words) {
    Expansion expansion(*this);
    const auto ways = expansion.ways(word);
    std::vector<Argv> more;
    if (all.size() * ways.size() > most_ways)
      more.push_back({nothing_known});
    else
      for (const Fragments& way : ways) more.push_back(expansion.fields(way));
    all = crossed(all, more);
  }
  return all;
}

// Neither split nor matched.
std::vector<std::string> Evaluator::texts(const shell::Word& word) {
  std::vector<std::string> all;
  for (const Fragments& way : Expansion(*this).ways(word)) {
    std::string text;
    for (const Fragment& one : way) text += one.kind == Fragment::Kind::next ? " " : one.text;
    all.push_back(std::move(text));
  }
  return all;
}

}  // namespace redcode::effects
