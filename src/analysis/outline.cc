#include "analysis/outline.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "analysis/walk.h"

namespace redcode::analysis {
namespace {

// Nothing that anybody wrote is nested deeper.
constexpr int deepest = 2000;
constexpr std::size_t work_between_looks = 40'000;

bool is_control(char letter) {
  return (static_cast<unsigned char>(letter) < ' ' && letter != '\n' && letter != '\t' &&
          letter != '\r' && letter != '\x1b' && letter != '\f') ||
         letter == '\x7f';
}

// An error at each control character would be dear, and hide the code around it.
std::string without_controls(std::string_view text) {
  std::string plain(text);
  std::ranges::replace_if(plain, is_control, ' ');
  return plain;
}

// PHP without its tag is HTML to the grammar. On the first line, so that all others keep their
// numbers.
std::string with_php_tag(Language language, std::string text) {
  if (language != Language::php || text.contains("<?")) return text;
  return "<?php " + text;
}

void read_nodes(TSNode root, const Deadline& deadline, Walk& walk, Outline& out) {
  Cursor at(root);
  bool more = true;
  for (std::size_t next_look = 0; more;) {
    const bool looks = walk.work() >= next_look;
    if (looks && deadline.over()) {
      out.note = "not read to its end in time";
      return;
    }
    if (looks) next_look = walk.work() + work_between_looks;
    const bool inward = walk.enter(at.node(), at.depth());
    if (at.depth() >= deepest) out.note = "nested too deep to be read whole";
    more = (inward && at.depth() < deepest && at.down()) || at.onward();
  }
}

}  // namespace

Outline outline(Language language, std::string_view text, const Deadline& deadline) {
  Outline out;
  out.tally.bytes = text.size();
  const std::string plain = with_php_tag(language, without_controls(text));
  const Tree tree = parse(language, plain, deadline.but_at_most(std::chrono::seconds(1)));
  if (!tree) {
    out.note = "not parsed in time or memory: patterns only";
    return out;
  }
  Walk walk(language, plain, out);
  read_nodes(ts_tree_root_node(tree.get()), deadline, walk, out);
  walk.finish();
  if (walk.is_cut()) out.note = "too long to be read whole";
  return out;
}

}  // namespace redcode::analysis
