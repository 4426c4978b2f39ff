#include "analysis/syntax.h"

#include <malloc.h>

#include <array>
#include <cstdlib>

extern "C" {
const TSLanguage* tree_sitter_python();
const TSLanguage* tree_sitter_bash();
const TSLanguage* tree_sitter_javascript();
const TSLanguage* tree_sitter_c();
const TSLanguage* tree_sitter_go();
const TSLanguage* tree_sitter_powershell();
const TSLanguage* tree_sitter_ruby();
const TSLanguage* tree_sitter_rust();
const TSLanguage* tree_sitter_java();
const TSLanguage* tree_sitter_php();
}

namespace redcode::analysis {
namespace {

constexpr std::size_t most_memory = std::size_t{96} << 20U;

// What tree-sitter holds in this thread. It has one set of allocation functions for the whole
// program, and no other way to ask.
thread_local std::size_t held = 0;

void* counted(void* memory) {
  if (memory == nullptr) std::abort();  // as tree-sitter itself would
  held += malloc_usable_size(memory);
  return memory;
}

void discount(void* memory) {
  const std::size_t size = memory != nullptr ? malloc_usable_size(memory) : 0;
  held -= size < held ? size : held;
}

void* counted_malloc(std::size_t size) { return counted(std::malloc(size)); }
void* counted_calloc(std::size_t count, std::size_t size) {
  return counted(std::calloc(count, size));
}
void* counted_realloc(void* memory, std::size_t size) {
  discount(memory);
  return counted(std::realloc(memory, size));
}
void counted_free(void* memory) {
  discount(memory);
  std::free(memory);
}

void count_memory() {
  static const bool once = [] {
    ts_set_allocator(counted_malloc, counted_calloc, counted_realloc, counted_free);
    return true;
  }();
  static_cast<void>(once);
}

struct DeleteParser {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

const char* read_text(void* payload, std::uint32_t at, TSPoint /*point*/, std::uint32_t* bytes) {
  const std::string_view text = *static_cast<const std::string_view*>(payload);
  *bytes = at < text.size() ? static_cast<std::uint32_t>(text.size() - at) : 0;
  return at < text.size() ? text.data() + at : "";
}

bool is_over(TSParseState* state) {
  return held > most_memory || static_cast<const Deadline*>(state->payload)->over();
}

}  // namespace

const TSLanguage* grammar(Language language) {
  static const std::array<const TSLanguage*, all_languages> grammars{
      tree_sitter_python(), tree_sitter_bash(),       tree_sitter_javascript(), tree_sitter_c(),
      tree_sitter_go(),     tree_sitter_powershell(), tree_sitter_ruby(),       tree_sitter_rust(),
      tree_sitter_java(),   tree_sitter_php()};
  return grammars.at(static_cast<std::size_t>(language));
}

Tree parse(Language language, std::string_view text, const Deadline& deadline) {
  count_memory();
  const std::unique_ptr<TSParser, DeleteParser> parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), grammar(language))) return nullptr;
  Deadline until = deadline;
  const TSInput input{.payload = &text, .read = read_text, .encoding = TSInputEncodingUTF8};
  const TSParseOptions options{.payload = &until, .progress_callback = is_over};
  return Tree(ts_parser_parse_with_options(parser.get(), nullptr, input, options));
}

}  // namespace redcode::analysis
