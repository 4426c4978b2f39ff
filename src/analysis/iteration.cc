#include "analysis/iteration.h"

#include <re2/re2.h>

#include "analysis/nodes.h"
#include "analysis/syntax.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

// Runs it once, with what the thing holds.
bool hands_on(std::string_view method) {
  static const RE2 words(
      R"(^(then|and_then|map_ok|map_or|map_err|thenAccept|thenApply|thenCompose|ifPresent|tap|then_some|inspect|let|also|unwrap_or_else)$)");
  return RE2::FullMatch(piece(method), words);
}

bool is_function(std::string_view type) {
  return type == "arrow_function" || type == "function_expression" || type == "lambda_expression" ||
         type == "closure_expression" || type == "anonymous_function" ||
         type == "method_reference" || type == "identifier" || type == "scoped_identifier" ||
         type == "lambda" || type == "member_expression" || type == "string";
}

// PHP wraps each argument.
TSNode unwrapped(TSNode argument) {
  const std::string_view type = ts_node_type(argument);
  return type == "argument" ? first_named(argument) : argument;
}

TSNode argument_of(TSNode call, std::uint32_t number) {
  const TSNode list = field_of(call, "arguments");
  if (ts_node_is_null(list) || ts_node_named_child_count(list) <= number) return {};
  return unwrapped(ts_node_named_child(list, number));
}

// `array_map(f, list)` and `array_walk(list, f)`.
Iteration of_php_array(TSNode call, std::string_view name) {
  const bool function_first = name == "array_map" || name == "iterator_apply";
  const bool known = function_first || name == "array_walk" || name == "array_filter" ||
                     name == "array_walk_recursive" || name == "array_reduce" || name == "usort";
  if (!known) return {};
  return {.from = argument_of(call, function_first ? 1 : 0),
          .action = argument_of(call, function_first ? 0 : 1),
          .repeats = true};
}

// The function among a call's one or two arguments, which is the last; else null.
TSNode action_of(TSNode call) {
  const TSNode list = field_of(call, "arguments");
  const std::uint32_t count = ts_node_is_null(list) ? 0 : ts_node_named_child_count(list);
  if (count == 0 || count > 2) return {};
  const TSNode action = argument_of(call, count - 1);
  return !ts_node_is_null(action) && is_function(ts_node_type(action)) ? action : TSNode{};
}

}  // namespace

bool repeats(std::string_view method) {
  static const RE2 words(
      R"((?i)^(for_?each\w*|foreach|glob|find|each\w*|map!?|flat_?map|filter(_map)?|select!?|reject!?|find(_all|_map)?|times|cycle|upto|downto|step|inject|reduce|sum|any\??|all\??|some|every|partition|group_by|sort_by|zip|collect|detect|filterMap|concatMap|mapToObj|mapToInt|takeWhile|anyMatch|allMatch|noneMatch|removeIf|try_for_each|par_iter|for_each_concurrent|fold|delete_if|keep_if|map_with_index|with_index|with_object)$)");
  return RE2::FullMatch(piece(method), words);
}

TSNode call_around(TSNode function) {
  TSNode around = ts_node_parent(function);
  for (int step = 0; step < 2 && !ts_node_is_null(around); ++step) {
    const std::string_view type = ts_node_type(around);
    if (type != "arguments" && type != "argument" && type != "argument_list") break;
    around = ts_node_parent(around);
  }
  return around;
}

Iteration iteration_of(Language language, TSNode call, std::string_view text) {
  if (ts_node_is_null(call)) return {};
  TSNode receiver = field_of(call, "object");
  TSNode method = field_of(call, "name");
  if (const TSNode callee = field_of(call, "function"); !ts_node_is_null(callee)) {
    if (language == Language::php) return of_php_array(call, text_of(callee, text));
    receiver = field_of(callee, language == Language::rust ? "value" : "object");
    method = field_of(callee, language == Language::rust ? "field" : "property");
  }
  if (ts_node_is_null(receiver) || ts_node_is_null(method)) return {};
  const std::string_view name = text_of(method, text);
  const bool many = repeats(name);
  if (!many && !hands_on(name)) return {};
  return {.from = receiver, .action = action_of(call), .repeats = many};
}

}  // namespace redcode::analysis
