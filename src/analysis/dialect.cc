#include "analysis/dialect.h"

#include <array>
#include <map>
#include <span>

#include "analysis/syntax.h"

namespace redcode::analysis {
namespace {

struct Entry {
  std::string_view type;
  Parts parts;
};

constexpr auto python = std::to_array<Entry>({
    {"call", {Role::call, "function", "arguments"}},
    {"function_definition", {Role::function, "name", "", "body"}},
    {"lambda", {Role::anonymous, "", "", "body"}},
    {"class_definition", {Role::klass, "name", "", "body"}},
    {"assignment", {Role::assign, "left", "right"}},
    {"augmented_assignment", {Role::assign, "left", "right"}},
    {"named_expression", {Role::assign, "name", "value"}},
    {"as_pattern", {Role::naming, "alias"}},
    {"for_statement", {Role::loop, "left", "right", "body"}},
    {"for_in_clause", {Role::naming, "left", "right"}},
    {"while_statement", {Role::loop, "", "", "body"}},
    {"string", {Role::string}},
    {"import_statement", {Role::import}},
    {"import_from_statement", {Role::import}},
    {"comment", {Role::comment}},
    {"pass_statement", {Role::placeholder}},
    {"ellipsis", {Role::placeholder}},
    {"expression_statement", {Role::statement}},
    {"raise_statement", {Role::raising}},
    {"return_statement", {Role::returning}},
    {"decorated_definition", {Role::decorated}},
    {"parameters", {Role::parameters}},
    {"lambda_parameters", {Role::parameters}},
    {"identifier", {Role::identifier}},
    {"attribute", {Role::member, "object"}},
    {"subscript", {Role::member, "value"}},
    {"comparison_operator", {Role::comparison}},
});

constexpr auto bash = std::to_array<Entry>({
    {"command", {Role::command, "name"}},
    {"declaration_command", {Role::command}},
    {"redirected_statement", {Role::redirected, "body"}},
    {"pipeline", {Role::pipeline}},
    {"function_definition", {Role::function, "name", "", "body"}},
    {"variable_assignment", {Role::assign, "name", "value"}},
    {"for_statement", {Role::loop, "variable", "value", "body"}},
    {"c_style_for_statement", {Role::loop, "", "", "body"}},
    {"while_statement", {Role::loop, "", "", "body"}},
    {"string", {Role::string}},
    {"raw_string", {Role::string}},
    {"ansi_c_string", {Role::string}},
    {"heredoc_body", {Role::string}},
    {"comment", {Role::comment}},
    {"variable_name", {Role::identifier}},
    {"word", {Role::identifier}},
    {"test_command", {Role::comparison}},
});

constexpr auto javascript = std::to_array<Entry>({
    {"call_expression", {Role::call, "function", "arguments"}},
    {"new_expression", {Role::call, "constructor", "arguments"}},
    {"function_declaration", {Role::function, "name", "", "body"}},
    {"generator_function_declaration", {Role::function, "name", "", "body"}},
    {"method_definition", {Role::function, "name", "", "body"}},
    {"arrow_function", {Role::anonymous, "", "", "body"}},
    {"function_expression", {Role::anonymous, "", "", "body"}},
    {"class_declaration", {Role::klass, "name", "", "body"}},
    {"variable_declarator", {Role::assign, "name", "value"}},
    {"assignment_expression", {Role::assign, "left", "right"}},
    {"augmented_assignment_expression", {Role::assign, "left", "right"}},
    {"for_statement", {Role::loop, "", "", "body"}},
    {"for_in_statement", {Role::loop, "left", "right", "body"}},
    {"while_statement", {Role::loop, "", "", "body"}},
    {"do_statement", {Role::loop, "", "", "body"}},
    {"string", {Role::string}},
    {"template_string", {Role::string}},
    {"import_statement", {Role::import, "", "source"}},
    {"comment", {Role::comment}},
    {"throw_statement", {Role::raising}},
    {"return_statement", {Role::returning}},
    {"export_statement", {Role::decorated}},
    {"formal_parameters", {Role::parameters}},
    {"identifier", {Role::identifier}},
    {"shorthand_property_identifier", {Role::identifier}},
    {"property_identifier", {Role::identifier}},
    {"member_expression", {Role::member, "object"}},
    {"subscript_expression", {Role::member, "object"}},
    {"binary_expression", {Role::comparison, "operator"}},
});

constexpr auto c = std::to_array<Entry>({
    {"call_expression", {Role::call, "function", "arguments"}},
    {"function_definition", {Role::function, "declarator", "", "body"}},
    {"init_declarator", {Role::assign, "declarator", "value"}},
    {"assignment_expression", {Role::assign, "left", "right"}},
    {"initializer_pair", {Role::assign, "designator", "value"}},
    {"preproc_def", {Role::naming, "name", "value"}},
    {"preproc_include", {Role::import, "", "path"}},
    {"for_statement", {Role::loop, "", "", "body"}},
    {"while_statement", {Role::loop, "", "", "body"}},
    {"do_statement", {Role::loop, "", "", "body"}},
    {"string_literal", {Role::string}},
    {"comment", {Role::comment}},
    {"return_statement", {Role::returning}},
    {"parameter_list", {Role::parameters}},
    {"identifier", {Role::identifier}},
    {"field_expression", {Role::member, "argument"}},
    {"subscript_expression", {Role::member, "argument"}},
    {"binary_expression", {Role::comparison, "operator"}},
});

constexpr auto go = std::to_array<Entry>({
    {"call_expression", {Role::call, "function", "arguments"}},
    {"composite_literal", {Role::call, "type", "body"}},
    {"function_declaration", {Role::function, "name", "", "body"}},
    {"method_declaration", {Role::function, "name", "", "body"}},
    {"func_literal", {Role::anonymous, "", "", "body"}},
    {"short_var_declaration", {Role::assign, "left", "right"}},
    {"assignment_statement", {Role::assign, "left", "right"}},
    {"const_spec", {Role::assign, "name", "value"}},
    {"var_spec", {Role::assign, "name", "value"}},
    {"range_clause", {Role::naming, "left", "right"}},
    {"import_spec", {Role::import, "name", "path"}},
    {"for_statement", {Role::loop, "", "", "body"}},
    {"interpreted_string_literal", {Role::string}},
    {"raw_string_literal", {Role::string}},
    {"comment", {Role::comment}},
    {"return_statement", {Role::returning}},
    {"parameter_list", {Role::parameters}},
    {"identifier", {Role::identifier}},
    {"package_identifier", {Role::identifier}},
    {"field_identifier", {Role::identifier}},
    {"selector_expression", {Role::member, "operand"}},
    {"index_expression", {Role::member, "operand"}},
    {"binary_expression", {Role::comparison, "operator"}},
});

constexpr auto powershell = std::to_array<Entry>({
    {"command", {Role::command, "command_name"}},
    {"invokation_expression", {Role::call}},
    {"pipeline_chain", {Role::pipeline}},
    {"function_statement", {Role::function}},
    {"assignment_expression", {Role::assign, "", "value"}},
    {"hash_entry", {Role::assign}},
    {"foreach_statement", {Role::loop}},
    {"for_statement", {Role::loop}},
    {"while_statement", {Role::loop}},
    {"do_statement", {Role::loop}},
    {"string_literal", {Role::string}},
    {"comment", {Role::comment}},
    {"throw_statement", {Role::raising}},
    {"parameter_list", {Role::parameters}},
    {"variable", {Role::identifier}},
    {"command_name", {Role::identifier}},
    {"generic_token", {Role::identifier}},
    {"member_access", {Role::member}},
    {"comparison_expression", {Role::comparison}},
});

constexpr auto ruby = std::to_array<Entry>({
    {"call", {Role::call, "method", "arguments"}},
    {"subshell", {Role::command}},
    {"method", {Role::function, "name", "", "body"}},
    {"singleton_method", {Role::function, "name", "", "body"}},
    {"lambda", {Role::anonymous, "", "", "body"}},
    {"do_block", {Role::block, "parameters"}},
    {"block", {Role::block, "parameters"}},
    {"class", {Role::klass, "name", "", "body"}},
    {"module", {Role::klass, "name", "", "body"}},
    {"assignment", {Role::assign, "left", "right"}},
    {"operator_assignment", {Role::assign, "left", "right"}},
    {"for", {Role::loop, "pattern", "value", "body"}},
    {"while", {Role::loop, "", "", "body"}},
    {"until", {Role::loop, "", "", "body"}},
    {"string", {Role::string}},
    {"heredoc_body", {Role::string}},
    {"comment", {Role::comment}},
    {"return", {Role::returning}},
    {"method_parameters", {Role::parameters}},
    {"identifier", {Role::identifier}},
    {"constant", {Role::identifier}},
    {"instance_variable", {Role::identifier}},
    {"global_variable", {Role::identifier}},
    {"element_reference", {Role::member, "object"}},
    {"scope_resolution", {Role::member, "scope"}},
    {"binary", {Role::comparison, "operator"}},
});

constexpr auto rust = std::to_array<Entry>({
    {"call_expression", {Role::call, "function", "arguments"}},
    {"macro_invocation", {Role::call, "macro"}},
    {"function_item", {Role::function, "name", "", "body"}},
    {"closure_expression", {Role::anonymous, "", "", "body"}},
    {"impl_item", {Role::klass, "type", "", "body"}},
    {"trait_item", {Role::klass, "name", "", "body"}},
    {"let_declaration", {Role::assign, "pattern", "value"}},
    {"const_item", {Role::assign, "name", "value"}},
    {"static_item", {Role::assign, "name", "value"}},
    {"assignment_expression", {Role::assign, "left", "right"}},
    {"compound_assignment_expr", {Role::assign, "left", "right"}},
    {"let_condition", {Role::naming, "pattern", "value"}},
    {"for_expression", {Role::loop, "pattern", "value", "body"}},
    {"while_expression", {Role::loop, "", "", "body"}},
    {"loop_expression", {Role::loop, "", "", "body"}},
    {"string_literal", {Role::string}},
    {"raw_string_literal", {Role::string}},
    {"use_declaration", {Role::import, "", "argument"}},
    {"line_comment", {Role::comment}},
    {"block_comment", {Role::comment}},
    {"return_expression", {Role::returning}},
    {"parameters", {Role::parameters}},
    {"closure_parameters", {Role::parameters}},
    {"identifier", {Role::identifier}},
    {"type_identifier", {Role::identifier}},
    {"field_identifier", {Role::identifier}},
    {"field_expression", {Role::member, "value"}},
    {"index_expression", {Role::member}},
    {"attribute_item", {Role::member}},
    {"binary_expression", {Role::comparison, "operator"}},
});

constexpr auto java = std::to_array<Entry>({
    {"method_invocation", {Role::call, "name", "arguments"}},
    {"object_creation_expression", {Role::call, "type", "arguments"}},
    {"method_declaration", {Role::function, "name", "", "body"}},
    {"constructor_declaration", {Role::function, "name", "", "body"}},
    {"lambda_expression", {Role::anonymous, "", "", "body"}},
    {"class_declaration", {Role::klass, "name", "", "body"}},
    {"interface_declaration", {Role::klass, "name", "", "body"}},
    {"enum_declaration", {Role::klass, "name", "", "body"}},
    {"record_declaration", {Role::klass, "name", "", "body"}},
    {"variable_declarator", {Role::assign, "name", "value"}},
    {"resource", {Role::assign, "name", "value"}},
    {"assignment_expression", {Role::assign, "left", "right"}},
    {"enhanced_for_statement", {Role::loop, "name", "value", "body"}},
    {"for_statement", {Role::loop, "", "", "body"}},
    {"while_statement", {Role::loop, "", "", "body"}},
    {"do_statement", {Role::loop, "", "", "body"}},
    {"string_literal", {Role::string}},
    {"import_declaration", {Role::import}},
    {"line_comment", {Role::comment}},
    {"block_comment", {Role::comment}},
    {"throw_statement", {Role::raising}},
    {"return_statement", {Role::returning}},
    {"formal_parameters", {Role::parameters}},
    {"inferred_parameters", {Role::parameters}},
    {"identifier", {Role::identifier}},
    {"type_identifier", {Role::identifier}},
    {"field_access", {Role::member, "object"}},
    {"array_access", {Role::member, "array"}},
    {"annotation", {Role::member, "name"}},
    {"marker_annotation", {Role::member, "name"}},
    {"binary_expression", {Role::comparison, "operator"}},
});

constexpr auto php = std::to_array<Entry>({
    {"function_call_expression", {Role::call, "function", "arguments"}},
    {"member_call_expression", {Role::call, "name", "arguments"}},
    {"nullsafe_member_call_expression", {Role::call, "name", "arguments"}},
    {"scoped_call_expression", {Role::call, "name", "arguments"}},
    {"object_creation_expression", {Role::call}},
    {"include_expression", {Role::call}},
    {"include_once_expression", {Role::call}},
    {"require_expression", {Role::call}},
    {"require_once_expression", {Role::call}},
    {"shell_command_expression", {Role::command}},
    {"function_definition", {Role::function, "name", "", "body"}},
    {"method_declaration", {Role::function, "name", "", "body"}},
    {"anonymous_function", {Role::anonymous, "", "", "body"}},
    {"arrow_function", {Role::anonymous, "", "", "body"}},
    {"class_declaration", {Role::klass, "name", "", "body"}},
    {"assignment_expression", {Role::assign, "left", "right"}},
    {"augmented_assignment_expression", {Role::assign, "left", "right"}},
    {"const_element", {Role::assign}},
    {"foreach_statement", {Role::loop, "", "", "body"}},
    {"for_statement", {Role::loop}},
    {"while_statement", {Role::loop, "", "", "body"}},
    {"do_statement", {Role::loop, "", "", "body"}},
    {"string", {Role::string}},
    {"encapsed_string", {Role::string}},
    {"heredoc", {Role::string}},
    {"nowdoc", {Role::string}},
    {"namespace_use_declaration", {Role::import}},
    {"comment", {Role::comment}},
    {"throw_expression", {Role::raising}},
    {"return_statement", {Role::returning}},
    {"formal_parameters", {Role::parameters}},
    {"name", {Role::identifier}},
    {"variable_name", {Role::identifier}},
    {"member_access_expression", {Role::member, "object"}},
    {"subscript_expression", {Role::member}},
    {"class_constant_access_expression", {Role::member}},
    {"binary_expression", {Role::comparison, "operator"}},
});

std::span<const Entry> entries(Language language) {
  switch (language) {
    case Language::python:
      return python;
    case Language::bash:
      return bash;
    case Language::javascript:
      return javascript;
    case Language::c:
      return c;
    case Language::go:
      return go;
    case Language::powershell:
      return powershell;
    case Language::ruby:
      return ruby;
    case Language::rust:
      return rust;
    case Language::java:
      return java;
    case Language::php:
      return php;
  }
  return {};
}

}  // namespace

Dialect::Dialect(Language language)
    : language_(language), by_symbol_(ts_language_symbol_count(grammar(language)) + 1) {
  std::map<std::string_view, Parts> by_type;
  for (const Entry& entry : entries(language)) by_type[entry.type] = entry.parts;
  for (TSSymbol symbol = 0; symbol + 1U < by_symbol_.size(); ++symbol) {
    if (ts_language_symbol_type(grammar(language), symbol) != TSSymbolTypeRegular) continue;
    const auto found = by_type.find(ts_language_symbol_name(grammar(language), symbol));
    if (found != by_type.end()) by_symbol_[symbol] = found->second;
  }
}

const Dialect& Dialect::of(Language language) {
  static const std::array<Dialect, all_languages> dialects{
      Dialect(Language::python), Dialect(Language::bash), Dialect(Language::javascript),
      Dialect(Language::c),      Dialect(Language::go),   Dialect(Language::powershell),
      Dialect(Language::ruby),   Dialect(Language::rust), Dialect(Language::java),
      Dialect(Language::php)};
  return dialects.at(static_cast<std::size_t>(language));
}

}  // namespace redcode::analysis
