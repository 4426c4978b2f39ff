#include "analysis/nodes.h"

#include <re2/re2.h>

#include "analysis/names.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

constexpr std::size_t most_names_at_once = 20;
constexpr int most_nodes_for_names = 1000;
constexpr std::size_t longest_parameters = 2000;

bool is_name(std::string_view type) {
  return type.ends_with("identifier") || type.ends_with("identifier_pattern") ||
         type.ends_with("variable") || type == "variable_name" || type == "constant" ||
         type == "as_pattern_target";
}

// PHP's `$x` is a name with a name inside.
bool holds_no_more(TSNode node) {
  return ts_node_named_child_count(node) == 0 ||
         std::string_view(ts_node_type(node)) == "variable_name";
}

// C and Java write the type first, PHP marks its names, all others begin with the name.
std::string parameter_name(Language language, std::string_view written) {
  static const RE2 first(R"(^[&*.]*(?:mut |ref |const )?([A-Za-z_]\w*))");
  static const RE2 last(R"(([A-Za-z_]\w*)\s*(?:\[\s*\w*\s*\]\s*)*$)");
  static const RE2 dollar(R"((\$\w+))");
  written = trim(written.substr(0, written.find('=')));
  const bool type_first = language == Language::c || language == Language::java;
  const RE2& pattern = language == Language::php ? dollar : type_first ? last : first;
  std::string name;
  RE2::PartialMatch(re2::StringPiece(written.data(), written.size()), pattern, &name);
  return name.size() <= longest_name ? name : "";
}

}  // namespace

std::vector<std::string_view> names_below(TSNode node, std::string_view text) {
  std::vector<std::string_view> names;
  Cursor at(node);
  bool more = !ts_node_is_null(node);
  for (int count = 0; more && count < most_nodes_for_names; ++count) {
    if (names.size() >= most_names_at_once) break;
    const TSNode here = at.node();
    if (is_name(ts_node_type(here)) && holds_no_more(here)) {
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

TSNode part(TSNode node, std::string_view field, TSNode otherwise) {
  return field.empty() ? otherwise : field_of(node, field);
}

std::string last_name(std::string_view callee) {
  const std::size_t begin = callee.find_last_of(".:>$ )]");
  return std::string(callee.substr(begin == std::string_view::npos ? 0 : begin + 1));
}

std::vector<std::string_view> listed_in(std::string_view list) {
  std::vector<std::string_view> entries;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < list.size() && entries.size() < most_names_at_once; ++at) {
    const char letter = list[at];
    if (std::string_view("([{").contains(letter)) ++depth;
    const bool closes = std::string_view(")]}").contains(letter);
    if (closes && --depth < 0) {
      entries.push_back(trim(list.substr(begin, at - begin)));
      return entries;
    }
    if (letter != ',' || depth > 0) continue;
    entries.push_back(trim(list.substr(begin, at - begin)));
    begin = at + 1;
  }
  if (entries.size() < most_names_at_once) entries.push_back(trim(list.substr(begin)));
  return entries;
}

std::vector<std::string> parameters_of(Language language, TSNode function, std::string_view text) {
  TSNode list = field_of(function, "parameters");
  // C's stand in what declares the name.
  if (ts_node_is_null(list)) list = field_of(function, "declarator");
  if (ts_node_is_null(list)) list = field_of(function, "parameter");
  std::string_view written = text_of(list, text).substr(0, longest_parameters);
  if (const std::size_t open = written.find_first_of("(|"); open != std::string_view::npos)
    written.remove_prefix(open + 1);
  std::vector<std::string> names;
  for (const std::string_view entry : listed_in(written)) {
    std::string name = parameter_name(language, entry);
    if (name != "self" && name != "cls" && !name.empty()) names.push_back(std::move(name));
  }
  return names;
}

TSNode tail_of(Language language, TSNode function) {
  const TSNode body = field_of(function, "body");
  if (ts_node_is_null(body)) return {};
  const std::string_view type = ts_node_type(body);
  const bool is_block = type.ends_with("block") || type.ends_with("statement");
  if (!is_block) return body;
  if (language != Language::ruby && language != Language::rust) return {};
  const TSNode last = last_named(body);
  if (ts_node_is_null(last)) return {};
  const std::string_view last_type = ts_node_type(last);
  // Rust's are ended by a semicolon, which makes them give nothing back.
  const bool gives = !last_type.ends_with("_statement") && !last_type.ends_with("_declaration") &&
                     !last_type.ends_with("_item");
  return language == Language::ruby || gives ? last : TSNode{};
}

}  // namespace redcode::analysis
