// Walk: what gives a name to something: assignments, imports, loops.
#include <fmt/format.h>
#include <re2/re2.h>

#include "analysis/effort.h"
#include "analysis/imports.h"
#include "analysis/iteration.h"
#include "analysis/nodes.h"
#include "analysis/walk.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

// Keeping a parameter or naming an export does nothing yet.
bool is_bookkeeping(std::string_view left) {
  return left.starts_with("self.") || left.starts_with("this.") || left.starts_with("module.") ||
         left.starts_with("exports.") || left.starts_with('@') || left.starts_with("$this->");
}

bool is_constant(TSNode node) {
  const std::string_view type = ts_node_type(node);
  return type == "constant" || type == "scope_resolution";
}

struct LoopParts {
  TSNode left;   // the name
  TSNode right;  // what it goes through; null if the loop has no such thing
};

LoopParts loop_parts(TSNode node, const Parts& parts) {
  // PHP's grammar does not name them.
  if (std::string_view(ts_node_type(node)) == "foreach_statement" && parts.right.empty() &&
      !parts.body.empty())
    return {.left = ts_node_named_child(node, 1), .right = first_named(node)};
  if (parts.right.empty()) return {};
  return {.left = field_of(node, parts.left), .right = field_of(node, parts.right)};
}

}  // namespace

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
  const std::string named = squeezed(text_of(left, text_), longest_name);
  const bool chosen = setting_.dialect.role(left) == Role::identifier;
  add(Kind::assign, fmt::format("{} = {}", chosen ? marked(named) : named, shown(right)),
      line_of(node));
  give_names(left, right);
}

void Walk::naming(TSNode node, const Parts& parts) {
  give_names(field_of(node, parts.left), part(node, parts.right, first_named(node)));
}

void Walk::give_names(TSNode left, TSNode right) {
  if (ts_node_is_null(left) || ts_node_is_null(right)) return;
  declare_below(left);
  if (take_required(left, right)) return;
  // Ruby's `cipher.key = x` calls a method; the cipher stays what it was.
  if (setting_.dialect.role(left) == Role::call) return;
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
  if (parts.role == Role::block) return block(node, parts);
  const std::string_view whole = text_of(node, text_);
  const TSNode body = parts.body.empty() ? TSNode{} : field_of(node, parts.body);
  const std::size_t end =
      ts_node_is_null(body) ? whole.find('{') : ts_node_start_byte(body) - ts_node_start_byte(node);
  std::string head = squeezed(whole.substr(0, end), longest_name * 2);
  const auto [left, right] = loop_parts(node, parts);
  if (!ts_node_is_null(right)) {
    give_names(left, right);
    // A shell's list has many words.
    if (setting_.dialect.language() != Language::bash) head = head_of_loop(left, shown(right));
  }
  add(Kind::loop, std::move(head), line_of(node));
}

std::string Walk::head_of_loop(TSNode left, std::string_view right) const {
  // Ruby's value has the word too.
  if (right.starts_with("in ")) right.remove_prefix(3);
  return fmt::format("for {} in {}", marked(squeezed(text_of(left, text_), longest_name)), right);
}

// `things.each do |thing|` is a loop as any other, and `File.open(path) do |file|` gives a name.
void Walk::block(TSNode node, const Parts& parts) {
  const TSNode names = field_of(node, parts.left);
  const TSNode call = ts_node_parent(node);
  if (ts_node_is_null(call)) return;
  const std::string_view method = text_of(field_of(call, "method"), text_);
  const TSNode receiver = field_of(call, "receiver");
  declare_below(names);
  if (method == "loop" || text_of(call, text_).starts_with("loop "))
    return add(Kind::loop, "loop", line_of(node));
  const bool loops = repeats(method) && !ts_node_is_null(receiver);
  // `File.foreach(path)` goes through what it gives itself.
  const bool by_itself = !loops || is_constant(receiver);
  const std::string meaning = shown(by_itself ? call : receiver, longest_meaning);
  for (const std::string_view name : names_below(names, text_))
    names_.assign(here().function, name, meaning);
  if (!loops) return;
  add(Kind::loop,
      ts_node_is_null(names) ? fmt::format("for it in {}", meaning) : head_of_loop(names, meaning),
      line_of(node));
}

// `files.forEach(seal)` calls `seal` with each of them.
void Walk::iterate(TSNode call) {
  const Iteration found = iteration_of(setting_.dialect.language(), call, text_);
  if (!found.is_one() || setting_.dialect.role(found.action) == Role::anonymous) return;
  const std::string from = shown(found.from, longest_meaning);
  if (found.repeats) add(Kind::loop, fmt::format("for it in {}", from), line_of(call));
  const std::string_view action = text_of(found.action, text_);
  if (action.size() <= longest_name)
    add(Kind::call, fmt::format("{}({})", action, from), line_of(call));
  out_.functions[here().function].mentions.insert(last_name(action.substr(0, longest_name)));
}

// `files.forEach(f -> …)` is a loop, and `f` stands for what it goes through.
void Walk::take_iterated(TSNode function) {
  const Iteration found = iteration_of(setting_.dialect.language(), call_around(function), text_);
  if (!found.is_one()) return;
  TSNode names = field_of(function, "parameters");
  if (ts_node_is_null(names)) names = field_of(function, "parameter");
  const std::string meaning = shown(found.from, longest_meaning);
  for (const std::string_view name : names_below(names, text_))
    names_.assign(here().function, name, meaning);
  if (found.repeats && !ts_node_is_null(names))
    add(Kind::loop, head_of_loop(names, meaning), line_of(function));
}

// A parameter that a framework fills from a request stands for what it is declared as:
// `@RequestParam("c") String c`, `Query(q): Query<Words>`.
void Walk::take_parameters(TSNode parameters) {
  declare_below(parameters);
  static const RE2 java(R"(^\s*(?:final )?(@[\s\S]*\S)\s+(\w+)\s*$)");
  static const RE2 rust(
      R"(^\s*(?:mut )?(?:\w+\()?(\w+)\)?\s*:\s*((?:[\w:]+::)?(?:Query|Json|Form|Path|Bytes|Multipart|TypedHeader|HeaderMap|Payload)\b[\s\S]*)$)");
  const Language language = setting_.dialect.language();
  if (language != Language::java && language != Language::rust) return;
  const std::uint32_t count = std::min(ts_node_named_child_count(parameters), 20U);
  for (std::uint32_t number = 0; number < count; ++number) {
    const std::string_view written =
        text_of(ts_node_named_child(parameters, number), text_).substr(0, longest_meaning);
    const re2::StringPiece text(written.data(), written.size());
    std::string name;
    std::string type;
    if (language == Language::java ? RE2::FullMatch(text, java, &type, &name)
                                   : RE2::FullMatch(text, rust, &name, &type))
      names_.assign(here().function, name, squeezed(type, longest_meaning));
  }
}

// Ruby's `list << x` adds to a list or writes to a file or connection, as a call does elsewhere.
bool Walk::append(TSNode node, std::string_view sign) {
  static const RE2 stream(
      R"((?i)\b(open|TCPSocket|UNIXSocket|SSLSocket|popen\w*|accept|StringIO|stdin|sock\w*|new_client)\b)");
  if (sign != "<<" || setting_.dialect.language() != Language::ruby) return false;
  const std::string left = shown(field_of(node, "left"), longest_meaning);
  const std::string right = shown(field_of(node, "right"));
  const bool writes = RE2::PartialMatch(left, stream);
  ++out_.tally.work;
  add(Kind::call, fmt::format("{}.{}({})", left, writes ? "write" : "push", right), line_of(node));
  return true;
}

}  // namespace redcode::analysis
