// Syntax tree of one file: owns what tree-sitter made of it.
#pragma once

#include <tree_sitter/api.h>

#include <memory>
#include <string_view>

#include "analysis/deadline.h"
#include "analysis/source.h"

namespace redcode::analysis {

struct DeleteTree {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
using Tree = std::unique_ptr<TSTree, DeleteTree>;

const TSLanguage* grammar(Language language);

// nullptr if it was not done by the deadline, or takes more than 96 MiB. `text` is at most
// most_source_bytes long.
Tree parse(Language language, std::string_view text, const Deadline& deadline);

// A cursor that frees itself. Going up and down takes no stack.
class Cursor {
 public:
  explicit Cursor(TSNode node) : cursor_(ts_tree_cursor_new(node)) {}
  ~Cursor() { ts_tree_cursor_delete(&cursor_); }
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;
  Cursor(Cursor&&) = delete;
  Cursor& operator=(Cursor&&) = delete;

  TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }
  // "" if it has none.
  std::string_view field() const {
    const char* found = ts_tree_cursor_current_field_name(&cursor_);
    return found != nullptr ? found : "";
  }
  bool down() {
    const bool moved = ts_tree_cursor_goto_first_child(&cursor_);
    if (moved) ++depth_;
    return moved;
  }
  // To the next sibling, or that of the nearest node above that has one. False at the end.
  bool onward() {
    while (!ts_tree_cursor_goto_next_sibling(&cursor_)) {
      if (!ts_tree_cursor_goto_parent(&cursor_)) return false;
      --depth_;
    }
    return true;
  }
  int depth() const { return depth_; }

 private:
  TSTreeCursor cursor_;
  int depth_ = 0;
};

// "" for a node that is not there.
inline std::string_view text_of(TSNode node, std::string_view text) {
  if (ts_node_is_null(node)) return {};
  const std::uint32_t begin = ts_node_start_byte(node);
  return text.substr(begin, ts_node_end_byte(node) - begin);
}

inline TSNode field_of(TSNode node, std::string_view name) {
  return ts_node_child_by_field_name(node, name.data(), static_cast<std::uint32_t>(name.size()));
}

inline std::uint32_t line_of(TSNode node) { return ts_node_start_point(node).row + 1; }

}  // namespace redcode::analysis
