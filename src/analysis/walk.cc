#include "analysis/walk.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include "analysis/effort.h"
#include "analysis/imports.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

constexpr std::size_t longest_meaning = 300;
constexpr std::size_t most_names_at_once = 20;
constexpr int most_nodes_for_names = 1000;
constexpr std::size_t work_of_a_node = 64;

// The last name in "a.b.c(": "c".
std::string last_name(std::string_view callee) {
  const std::size_t begin = callee.find_last_of(".:>$ )]");
  return std::string(callee.substr(begin == std::string_view::npos ? 0 : begin + 1));
}

bool is_name(std::string_view type) {
  return type.ends_with("identifier") || type.ends_with("identifier_pattern") ||
         type == "variable" || type == "variable_name" || type == "as_pattern_target";
}

// The names below a node, in order.
std::vector<std::string_view> names_below(TSNode node, std::string_view text) {
  std::vector<std::string_view> names;
  Cursor at(node);
  bool more = !ts_node_is_null(node);
  for (int count = 0; more && count < most_nodes_for_names; ++count) {
    if (names.size() >= most_names_at_once) break;
    const TSNode here = at.node();
    if (is_name(ts_node_type(here)) && ts_node_named_child_count(here) == 0) {
      names.push_back(text_of(here, text));
      more = at.onward();
    } else {
      more = at.down() || at.onward();
    }
  }
  return names;
}

TSNode first_named(TSNode node) { return ts_node_named_child(node, 0); }

TSNode last_named(TSNode node) {
  const std::uint32_t count = ts_node_named_child_count(node);
  return ts_node_named_child(node, count == 0 ? 0 : count - 1);
}

// A field, or where the grammar has none the first or last child.
TSNode part(TSNode node, std::string_view field, TSNode otherwise) {
  return field.empty() ? otherwise : field_of(node, field);
}

// @app.route(…) hands a function to somebody; @property, @wraps(f) and @x.setter do not.
bool is_handed_out(std::string_view decorator) {
  if (!decorator.starts_with('@')) return true;  // an export
  return decorator.contains('.') && !decorator.starts_with("@functools") &&
         !decorator.starts_with("@abc") && !decorator.ends_with(".setter");
}

// Keeping a parameter or naming an export does nothing yet.
bool is_bookkeeping(std::string_view left) {
  return left.starts_with("self.") || left.starts_with("this.") || left.starts_with("module.") ||
         left.starts_with("exports.");
}

std::string without_sudo(std::string command) {
  static const RE2 sudo(R"(^sudo( -[A-Za-z]+)* )");
  RE2::Replace(&command, sudo, "");
  return command;
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
  out_.facts.push_back(
      {.kind = kind, .text = std::move(text), .line = line, .function = here().function});
}

bool Walk::enter(TSNode node, int depth) {
  while (places_.size() > 1 && depth <= here().depth) places_.pop_back();
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
      declare_below(node);
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
  const std::string written = squeezed(text_of(node, text_).substr(0, longest_fact), longest_fact);
  if (const auto kind = file_use_.take(here().function, without_sudo(written)))
    add(*kind, text, line_of(node));
  add(Kind::call, std::move(text), line_of(node));
}

void Walk::call(TSNode node, const Parts& parts) {
  std::string text = shown(node);
  if (text.starts_with("new ")) text.erase(0, 4);
  const TSNode callee = part(node, parts.left, first_named(node));
  covered_end_ = std::max(covered_end_, ts_node_end_byte(ts_node_is_null(callee) ? node : callee));
  const std::string_view written = text_of(callee, text_);
  if (promises_code(text)) {
    ++out_.tally.placeholders;
  } else if (!is_ceremony(text)) {
    ++out_.tally.calls[last_name(written)];
  }
  if (setting_.dialect.role(callee) == Role::identifier && written.size() <= longest_name &&
      names_.find(here().function, written) == nullptr)
    out_.tally.called.emplace(written);
  add_call(node, std::move(text));
}

void Walk::command(TSNode node, const Parts& parts) {
  if (node.id == covered_) return;
  std::string text = without_sudo(shown(node));
  const std::string_view name =
      parts.left.empty() ? "" : text_of(field_of(node, parts.left), text_);
  if (text == ":" || text == "true") {
    ++out_.tally.placeholders;
  } else if (!is_ceremony(text)) {
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
  open_function(std::move(name), depth);
  if (!parts.body.empty()) look_into_body(field_of(node, parts.body));
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

void Walk::assign(TSNode node, const Parts& parts) {
  const TSNode left = part(node, parts.left, first_named(node));
  const TSNode right = part(node, parts.right, last_named(node));
  if (ts_node_is_null(left) || ts_node_is_null(right)) return;
  if (setting_.dialect.role(right) == Role::anonymous) {
    named_ = right.id;
    its_name_ = last_name(text_of(left, text_).substr(0, longest_name));
  }
  const bool elsewhere =
      setting_.dialect.role(left) == Role::member && !is_bookkeeping(text_of(left, text_));
  if (elsewhere || computes(ts_node_type(right))) ++out_.tally.work;
  add(Kind::assign,
      fmt::format("{} = {}", squeezed(text_of(left, text_), longest_name), shown(right)),
      line_of(node));
  give_names(left, right);
}

void Walk::naming(TSNode node, const Parts& parts) {
  give_names(field_of(node, parts.left), part(node, parts.right, first_named(node)));
}

void Walk::give_names(TSNode left, TSNode right) {
  if (ts_node_is_null(left) || ts_node_is_null(right)) return;
  for (const std::string_view name : names_below(left, text_))
    out_.tally.declared.emplace(name.substr(0, longest_name));
  if (take_required(left, right)) return;
  while (setting_.dialect.role(left) == Role::none && ts_node_named_child_count(left) == 1)
    left = first_named(left);
  const std::string meaning = shown(right, longest_meaning);
  const Role role = setting_.dialect.role(left);
  if (role == Role::member || role == Role::identifier) {
    names_.assign(here().function, text_of(left, text_), meaning);
    return;
  }
  for (const std::string_view name : names_below(left, text_))
    if (name != "_" && name != "err" && name != "ok") names_.assign(here().function, name, meaning);
}

// `x = require("y")`, in JavaScript.
bool Walk::take_required(TSNode left, TSNode right) {
  if (setting_.dialect.language() != Language::javascript) return false;
  const auto modules = required(text_of(left, text_), text_of(right, text_));
  work_.cut = work_.cut || modules.size() >= most_imported;
  for (const Imported& one : modules) {
    names_.import(one.name, one.full);
    add(Kind::import, one.full, line_of(left));
  }
  return !modules.empty();
}

void Walk::import(TSNode node) {
  const auto all = imports_of(setting_.dialect.language(), node, text_);
  work_.cut = work_.cut || all.size() >= most_imported;
  for (const Imported& one : all) {
    names_.import(one.name, one.full);
    const std::string_view last = one.name.empty() ? one.full : one.name;
    out_.tally.declared.emplace(last.substr(0, longest_name));
    add(Kind::import, one.full.substr(0, longest_fact), line_of(node));
  }
}

void Walk::loop(TSNode node, const Parts& parts) {
  const std::string_view whole = text_of(node, text_);
  const TSNode body = parts.body.empty() ? TSNode{} : field_of(node, parts.body);
  const std::size_t end =
      ts_node_is_null(body) ? whole.find('{') : ts_node_start_byte(body) - ts_node_start_byte(node);
  std::string head = squeezed(whole.substr(0, end), longest_name * 2);
  if (!parts.right.empty()) {
    const TSNode left = field_of(node, parts.left);
    const TSNode right = field_of(node, parts.right);
    give_names(left, right);
    // A shell's list has many words.
    if (setting_.dialect.language() != Language::bash)
      head =
          fmt::format("for {} in {}", squeezed(text_of(left, text_), longest_name), shown(right));
  }
  add(Kind::loop, std::move(head), line_of(node));
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
  for (const std::string_view name : names_below(node, text_))
    out_.tally.declared.emplace(name.substr(0, longest_name));
}

void Walk::count(TSNode node, Role role) {
  Tally& tally = out_.tally;
  if (role == Role::placeholder) ++tally.placeholders;
  if (role == Role::comment || role == Role::raising) {
    if (promises_code(text_of(node, text_).substr(0, longest_fact))) ++tally.placeholders;
  }
  if (role == Role::returning && !ts_node_is_null(first_named(node)) &&
      computes(ts_node_type(first_named(node))))
    ++tally.work;
}

}  // namespace redcode::analysis
