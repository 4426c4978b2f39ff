#include "analysis/rendering.h"

#include <algorithm>
#include <array>
#include <vector>

namespace redcode::analysis {
namespace {

constexpr std::size_t most_rendering_work = 400'000;
constexpr std::size_t work_of_a_step = 8;
constexpr std::size_t most_squeezed = 32;

// Text that is added piece by piece, blanks squeezed and none inside a bracket's ends, up to a
// limit.
class Line {
 public:
  explicit Line(std::size_t limit) : limit_(limit) {}

  void add(std::string_view piece) {
    for (const char letter : piece) {
      if (full()) return;
      const bool blank = letter == ' ' || letter == '\n' || letter == '\t' || letter == '\r';
      if (blank && (text_.empty() || text_.back() == ' ' || text_.back() == '(')) continue;
      if (letter == ')' && text_.ends_with(' ')) text_.pop_back();
      text_ += blank ? ' ' : letter;
    }
  }
  bool full() const { return text_.size() >= limit_; }
  std::string take() && {
    if (!text_.empty() && text_.back() == ' ') text_.pop_back();
    return std::move(text_);
  }

 private:
  std::size_t limit_;
  std::string text_;
};

bool is_empty(std::string_view value) {
  static constexpr std::array<std::string_view, 8> nothing{"[]",   "{}",  "()",  "None",
                                                           "null", "nil", "@()", "@{}"};
  return std::ranges::find(nothing, value) != nothing.end();
}

class Rendering {
 public:
  Rendering(const Setting& setting, TSNode node, std::uint32_t function, std::size_t limit)
      : setting_(setting),
        function_(function),
        end_(ts_node_end_byte(node)),
        done_(ts_node_start_byte(node)),
        at_(node),
        line_(limit) {}

  std::string run() && {
    bool more = true;
    while (more && !line_.full() && spent_ < most_rendering_work) more = step();
    setting_.work.done += spent_;
    if (more && !line_.full()) setting_.work.cut = true;
    if (!more && !line_.full()) copy_to(end_);
    return std::move(line_).take();
  }

 private:
  struct Above {
    Role role = Role::none;
    std::uint32_t begin = 0;
  };

  bool step() {
    spent_ += work_of_a_step;
    const TSNode node = at_.node();
    const Meaning* const known = meaning(node);
    // Of an empty list its name says more.
    if (known != nullptr && !(is_empty(known->text) && is_receiver(node))) {
      copy_to(ts_node_start_byte(node));
      if (!known->imported && !is_receiver(node)) {
        line_.add(text_of(node, setting_.text));
        line_.add("=");
      }
      line_.add(known->text);
      done_ = ts_node_end_byte(node);
      return at_.onward();
    }
    const Role role = setting_.dialect.role(node);
    if (role == Role::comment) {
      copy_to(ts_node_start_byte(node));
      done_ = ts_node_end_byte(node);
      return at_.onward();
    }
    if (at_.down()) {
      path_.resize(static_cast<std::size_t>(at_.depth()));
      path_.push_back({.role = role, .begin = ts_node_start_byte(node)});
      return true;
    }
    copy_to(ts_node_end_byte(node));
    return at_.onward();
  }

  const Meaning* meaning(TSNode node) const {
    const Role role = setting_.dialect.role(node);
    if (role != Role::identifier && role != Role::member) return nullptr;
    static constexpr std::array<std::string_view, 5> labels{"attribute", "name", "key", "property",
                                                            "field"};
    if (std::ranges::find(labels, at_.field()) != labels.end()) return nullptr;
    const std::string_view name = text_of(node, setting_.text);
    if (setting_.dialect.language() == Language::bash && !is_expanded(node)) return nullptr;
    return setting_.names.find(function_, name);
  }

  // A shell's variable is told from a word by what stands before it.
  bool is_expanded(TSNode node) const {
    const std::uint32_t begin = ts_node_start_byte(node);
    return begin > 0 && (setting_.text[begin - 1] == '$' || setting_.text[begin - 1] == '{');
  }

  // The first thing in a call or a member expression, or what `new` makes.
  bool is_receiver(TSNode node) const {
    const Above& above = path_[static_cast<std::size_t>(at_.depth())];
    if (above.role != Role::call && above.role != Role::member) return false;
    return above.begin == ts_node_start_byte(node) || at_.field() == "constructor";
  }

  void copy_to(std::uint32_t end) {
    if (end <= done_) return;
    line_.add(setting_.text.substr(done_, end - done_));
    spent_ += end - done_;
    done_ = end;
  }

  const Setting& setting_;
  std::uint32_t function_;
  std::uint32_t end_;
  std::uint32_t done_;
  std::size_t spent_ = 0;
  Cursor at_;
  Line line_;
  std::vector<Above> path_{Above{}};
};

}  // namespace

std::string render(const Setting& setting, TSNode node, std::uint32_t function, std::size_t limit) {
  return Rendering(setting, node, function, limit).run();
}

std::string squeezed(std::string_view text, std::size_t limit) {
  Line line(limit);
  line.add(text.substr(0, limit * most_squeezed));
  return std::move(line).take();
}

}  // namespace redcode::analysis
