#include "analysis/walk.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include "analysis/effort.h"
#include "analysis/imports.h"
#include "analysis/nodes.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

constexpr std::size_t work_of_a_node = 64;

// @app.route(…) hands a function to somebody; @property, @wraps(f) and @x.setter do not.
bool is_handed_out(std::string_view decorator) {
  if (!decorator.starts_with('@')) return true;  // an export
  return decorator.contains('.') && !decorator.starts_with("@functools") &&
         !decorator.starts_with("@abc") && !decorator.ends_with(".setter");
}

std::string without_sudo(std::string command) {
  static const RE2 sudo(R"(^sudo( -[A-Za-z]+)* )");
  RE2::Replace(&command, sudo, "");
  return command;
}

// Ruby's brackets are at will: `File.write path, text`.
std::string with_brackets(TSNode node, std::string_view whole, const Dialect& dialect) {
  if (dialect.language() != Language::ruby || dialect.role(node) != Role::call)
    return std::string(whole);
  const TSNode list = field_of(node, "arguments");
  if (ts_node_is_null(list)) return std::string(whole);
  const std::uint32_t at = ts_node_start_byte(list) - ts_node_start_byte(node);
  if (at >= whole.size() || at == 0 || whole[at] == '(') return std::string(whole);
  const std::uint32_t end = ts_node_end_byte(list) - ts_node_start_byte(node);
  return fmt::format("{}({})", trim(whole.substr(0, at)), whole.substr(at, end - at));
}

}  // namespace

Walk::Walk(Language language, std::string_view text, Outline& out)
    : text_(text),
      out_(out),
      names_(out.functions),
      setting_{.dialect = Dialect::of(language), .text = text, .names = names_, .work = work_} {}

std::string Walk::shown(TSNode node, std::size_t limit) const {
  return ts_node_is_null(node) ? "" : render(setting_, node, here().function, limit);
}

void Walk::add(Kind kind, std::string text, std::uint32_t line) {
  if (text.empty()) return;
  bytes_ += text.size();
  full_ = full_ || out_.facts.size() >= most_facts || bytes_ > most_fact_bytes;
  if (full_) return;
  Unmarked plain = unmarked(text);
  out_.facts.push_back({.kind = kind,
                        .text = std::move(plain.text),
                        .line = line,
                        .function = here().function,
                        .chosen = std::move(plain.chosen)});
}

bool Walk::enter(TSNode node, int depth) {
  while (places_.size() > 1 && depth <= here().depth) leave();
  work_.done += work_of_a_node;
  count_trouble(node);
  const Parts& parts = setting_.dialect.parts(node);
  count(node, parts.role);
  return act(node, parts, depth);
}

// An error inside an error is the same trouble.
void Walk::count_trouble(TSNode node) {
  if (ts_node_is_missing(node)) ++out_.tally.trouble;
  const std::uint32_t end = ts_node_end_byte(node);
  if (!ts_node_is_error(node) || end <= trouble_end_) return;
  out_.tally.trouble += end - std::max(trouble_end_, ts_node_start_byte(node));
  trouble_end_ = end;
}

bool Walk::act(TSNode node, const Parts& parts, int depth) {
  switch (parts.role) {
    case Role::call:
      call(node, parts);
      return true;
    case Role::command:
      command(node, parts);
      return true;
    case Role::redirected:
      redirected(node, parts);
      return true;
    case Role::pipeline:
      if (ts_node_named_child_count(node) > 1) add(Kind::pipe, shown(node), line_of(node));
      return true;
    case Role::function:
    case Role::anonymous:
    case Role::klass:
      function(node, parts, depth);
      return true;
    case Role::assign:
      assign(node, parts);
      return true;
    case Role::naming:
      naming(node, parts);
      return true;
    case Role::string:
      add(Kind::string, squeezed(text_of(node, text_), longest_fact), line_of(node));
      return true;
    case Role::import:
      import(node);
      return false;
    case Role::loop:
    case Role::block:
      loop(node, parts);
      return true;
    case Role::statement:
      // A text that nobody uses is a comment.
      return ts_node_named_child_count(node) != 1 ||
             setting_.dialect.role(first_named(node)) != Role::string;
    case Role::decorated:
      places_.push_back({.depth = depth,
                         .function = here().function,
                         .owner = here().owner,
                         .called_from_outside = is_handed_out(text_of(first_named(node), text_))});
      return true;
    case Role::parameters:
      take_parameters(node);
      return true;
    case Role::identifier:
      mention(node);
      return true;
    case Role::member:
      member(node);
      return true;
    case Role::comparison:
      comparison(node, parts);
      return true;
    default:
      return parts.role != Role::comment;
  }
}

void Walk::add_call(TSNode node, std::string text) {
  const std::string_view whole = text_of(node, text_).substr(0, longest_fact);
  const std::string written =
      without_sudo(squeezed(with_brackets(node, whole, setting_.dialect), longest_fact));
  const Touched touched = files_in(written);
  if (const auto kind = file_use_.take(here().function, touched)) add(*kind, text, line_of(node));
  add(Kind::call, std::move(text), line_of(node));
  if (full_) return;
  helper_use_.take({.function = here().function,
                    .written = whole,
                    .end = ts_node_end_byte(node),
                    .fact = static_cast<std::uint32_t>(out_.facts.size() - 1),
                    .touched = touched});
}

// What helpers did to the files they were handed is known when all of them were read.
void Walk::finish() {
  while (places_.size() > 1) leave();
  for (const HelperUse::Deed& deed : helper_use_.deeds()) {
    Fact fact = out_.facts[deed.fact];
    fact.kind = deed.kind;
    out_.facts.push_back(std::move(fact));
  }
}

void Walk::call(TSNode node, const Parts& parts) {
  std::string text = shown(node);
  if (text.starts_with("new ")) text.erase(0, 4);
  const std::string plain = unmarked(text).text;
  const TSNode callee = part(node, parts.left, first_named(node));
  covered_end_ = std::max(covered_end_, ts_node_end_byte(ts_node_is_null(callee) ? node : callee));
  const std::string_view written = text_of(callee, text_);
  if (promises_code(plain)) {
    ++out_.tally.placeholders;
  } else if (!is_ceremony(plain)) {
    ++out_.tally.calls[last_name(written)];
  }
  if (setting_.dialect.role(callee) == Role::identifier && written.size() <= longest_name &&
      names_.find(here().function, written) == nullptr)
    out_.tally.called.emplace(written);
  if (setting_.dialect.language() == Language::ruby)
    if (auto name = loaded(plain)) add(Kind::import, std::move(*name), line_of(node));
  add_call(node, std::move(text));
  iterate(node);
}

void Walk::command(TSNode node, const Parts& parts) {
  if (node.id == covered_) return;
  std::string text = without_sudo(shown(node));
  // Ruby's and PHP's `…` is a call of the shell.
  if (text.starts_with('`')) text = "system(" + text + ")";
  const std::string plain = unmarked(text).text;
  const std::string_view name =
      parts.left.empty() ? "" : text_of(field_of(node, parts.left), text_);
  if (plain == ":" || plain == "true") {
    ++out_.tally.placeholders;
  } else if (!is_ceremony(plain)) {
    ++out_.tally.calls[std::string(name.substr(0, longest_name))];
  }
  add_call(node, std::move(text));
}

void Walk::redirected(TSNode node, const Parts& parts) {
  const TSNode body = field_of(node, parts.left);
  if (!ts_node_is_null(body) && setting_.dialect.role(body) == Role::command) covered_ = body.id;
  ++out_.tally.work;
  add_call(node, without_sudo(shown(node)));
}

void Walk::function(TSNode node, const Parts& parts, int depth) {
  std::string name;
  if (parts.role == Role::anonymous && node.id == named_) name = its_name_;
  if (parts.role != Role::anonymous) {
    const TSNode left = part(node, parts.left, first_named(node));
    const auto names = names_below(left, text_);
    name = names.empty() ? std::string(text_of(left, text_).substr(0, longest_name))
                         : std::string(names.front().substr(0, longest_name));
    add(Kind::define, name, line_of(node));
  }
  if (!name.empty()) out_.tally.declared.insert(name);
  if (parts.role == Role::klass) {
    out_.classes.insert(name);
    places_.push_back({.depth = depth, .function = here().function, .owner = name});
    return;
  }
  if (!name.empty())
    helper_use_.define(static_cast<std::uint32_t>(out_.functions.size()), name,
                       parameters_of(setting_.dialect.language(), node, text_));
  open_function(std::move(name), depth);
  if (here().depth == depth) {
    out_.functions.back().parameters = parameters_of(setting_.dialect.language(), node, text_);
    here().tail = tail_of(setting_.dialect.language(), node);
  }
  if (parts.role == Role::anonymous) take_iterated(node);
  if (!parts.body.empty()) look_into_body(field_of(node, parts.body));
}

// Names inside are known only at the end.
void Walk::leave() {
  give_back(here().tail);
  places_.pop_back();
}

void Walk::give_back(TSNode value) {
  Function& function = out_.functions[here().function];
  if (here().function == 0 || ts_node_is_null(value) || function.returns.contains('(')) return;
  std::string text = shown(value, longest_meaning);
  if (text.contains('(') || function.returns.empty()) function.returns = std::move(text);
}

void Walk::open_function(std::string name, int depth) {
  if (out_.functions.size() >= most_functions) return;
  out_.functions.push_back({.name = std::move(name),
                            .owner = here().owner,
                            .parent = here().function,
                            .way_in = here().called_from_outside});
  places_.push_back(
      {.depth = depth, .function = static_cast<std::uint32_t>(out_.functions.size() - 1)});
}

// A body of nothing but comments stands for code that is not there.
void Walk::look_into_body(TSNode body) {
  if (ts_node_is_null(body)) return;
  const std::uint32_t children = std::min(ts_node_named_child_count(body), 50U);
  for (std::uint32_t number = 0; number < children; ++number)
    if (setting_.dialect.role(ts_node_named_child(body, number)) != Role::comment) return;
  if (text_of(body, text_).starts_with('{')) ++out_.tally.placeholders;
}

void Walk::mention(TSNode node) {
  const std::string_view name = text_of(node, text_);
  auto& mentions = out_.functions[here().function].mentions;
  if (name.size() <= longest_name && mentions.size() < most_facts) mentions.emplace(name);
}

void Walk::member(TSNode node) {
  const std::uint32_t end = ts_node_end_byte(node);
  if (end <= covered_end_) return;
  covered_end_ = end;
  add(Kind::use, shown(node, longest_meaning), line_of(node));
}

// Sums are binary expressions too.
void Walk::comparison(TSNode node, const Parts& parts) {
  if (!parts.left.empty()) {
    const std::string_view sign = text_of(field_of(node, parts.left), text_);
    if (append(node, sign)) return;
    if (!sign.starts_with('=') && !sign.starts_with('!') && sign != "<" && sign != ">" &&
        sign != "<=" && sign != ">=")
      return;
  }
  // In PowerShell every value is an expression of each kind.
  if (setting_.dialect.language() == Language::powershell && ts_node_named_child_count(node) < 3)
    return;
  add(Kind::test, shown(node, longest_meaning), line_of(node));
}

void Walk::declare_below(TSNode node) {
  for (const std::string_view name : names_below(node, text_)) {
    out_.tally.declared.emplace(name.substr(0, longest_name));
    names_.choose(name);
  }
}

void Walk::count(TSNode node, Role role) {
  Tally& tally = out_.tally;
  if (role == Role::returning) give_back(first_named(node));
  if (role == Role::placeholder) ++tally.placeholders;
  if (role == Role::comment || role == Role::raising) {
    if (promises_code(text_of(node, text_).substr(0, longest_fact))) ++tally.placeholders;
  }
  if (role == Role::returning && !ts_node_is_null(first_named(node)) &&
      computes(ts_node_type(first_named(node))))
    ++tally.work;
}

}  // namespace redcode::analysis
