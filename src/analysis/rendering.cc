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
      if (letter == name_begins || letter == name_ends) {
        mark(letter);
      } else {
        add_letter(letter);
      }
    }
  }
  void add_chosen(std::string_view name) {
    mark(name_begins);
    add(name);
    mark(name_ends);
  }
  // A bracket in the place of a blank.
  void open() {
    if (text_.ends_with(' ')) text_.pop_back();
    text_ += '(';
  }
  bool full() const { return text_.size() - marks_ >= limit_; }
  std::string take() && {
    if (!text_.empty() && text_.back() == ' ') text_.pop_back();
    if (inside_) text_ += name_ends;
    return std::move(text_);
  }

 private:
  void add_letter(char letter) {
    const bool blank = letter == ' ' || letter == '\n' || letter == '\t' || letter == '\r';
    if (blank && (text_.empty() || text_.back() == ' ' || text_.back() == '(')) return;
    if (letter == ')' && text_.ends_with(' ')) text_.pop_back();
    text_ += blank ? ' ' : letter;
  }

  // Marks come in pairs and take no room.
  void mark(char letter) {
    const bool begins = letter == name_begins;
    if (begins == inside_) return;
    inside_ = begins;
    text_ += letter;
    ++marks_;
  }

  std::size_t limit_;
  std::size_t marks_ = 0;
  bool inside_ = false;
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
    close_brackets(end_);
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
    close_brackets(ts_node_start_byte(node));
    if (lacks_brackets(node)) {
      copy_to(ts_node_start_byte(node));
      line_.open();
      open_until_.push_back(ts_node_end_byte(node));
    }
    const Meaning* const known = meaning(node);
    // Of an empty list its name says more.
    if (known != nullptr && !(is_empty(known->text) && is_receiver(node))) {
      copy_to(ts_node_start_byte(node));
      if (!known->imported && !is_receiver(node)) {
        line_.add_chosen(text_of(node, setting_.text));
        line_.add("=");
      }
      line_.add(known->text);
      done_ = ts_node_end_byte(node);
      return at_.onward();
    }
    const Role role = setting_.dialect.role(node);
    if (role == Role::comment || (role == Role::block && at_.depth() > 0)) {
      copy_to(ts_node_start_byte(node));
      done_ = ts_node_end_byte(node);
      return at_.onward();
    }
    if (is_chosen(node, role)) {
      copy_to(ts_node_start_byte(node));
      line_.add_chosen(text_of(node, setting_.text));
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

  // Ruby's brackets are at will: `system x` reads as `system(x)`.
  bool lacks_brackets(TSNode node) const {
    return setting_.dialect.language() == Language::ruby && at_.field() == "arguments" &&
           std::string_view(ts_node_type(node)) == "argument_list" &&
           setting_.text[ts_node_start_byte(node)] != '(' &&
           ts_node_end_byte(node) > ts_node_start_byte(node);
  }

  void close_brackets(std::uint32_t begin) {
    while (!open_until_.empty() && open_until_.back() <= begin) {
      copy_to(open_until_.back());
      line_.add(")");
      open_until_.pop_back();
    }
  }

  const Meaning* meaning(TSNode node) const {
    const Role role = setting_.dialect.role(node);
    if (role != Role::identifier && role != Role::member) return nullptr;
    if (is_label()) return nullptr;
    const std::string_view name = text_of(node, setting_.text);
    if (setting_.dialect.language() == Language::bash && !is_expanded(node)) return nullptr;
    return setting_.names.find(function_, name);
  }

  // A name that belongs to something else: a member's, a method's, a keyword argument's.
  bool is_label() const {
    static constexpr std::array<std::string_view, 7> labels{
        "attribute", "name", "key", "property", "field", "method", "macro"};
    return std::ranges::find(labels, at_.field()) != labels.end();
  }

  // A variable's or a parameter's name, or a member that an object gave itself. What is called and
  // what a path begins with are somebody else's, constants the system's.
  bool is_chosen(TSNode node, Role role) const {
    static constexpr std::array<std::string_view, 4> others{"function", "constructor", "path",
                                                            "scope"};
    // `__file__` and its like are the language's.
    if (text_of(node, setting_.text).starts_with("__")) return false;
    if (is_label() || std::ranges::find(others, at_.field()) != others.end()) return false;
    const std::string_view name = text_of(node, setting_.text);
    if (role == Role::member)
      return name.size() <= longest_name && is_own_member(name) && ts_node_child_count(node) > 0;
    if (role != Role::identifier || name.size() > longest_name) return false;
    const std::string_view type = ts_node_type(node);
    if (type != "identifier" && type != "variable_name" && type != "variable") return false;
    if (setting_.names.is_chosen(name)) return true;
    if (setting_.dialect.language() == Language::bash) return is_expanded(node) && is_small(name);
    return is_small(name) && type == "identifier" && !is_receiver(node);
  }

  static bool is_own_member(std::string_view name) {
    const bool own = name.starts_with("self.") || name.starts_with("this.");
    return own && name.find_first_of("([", 0) == std::string_view::npos;
  }

  static bool is_small(std::string_view name) {
    return std::ranges::any_of(name, [](char one) { return one >= 'a' && one <= 'z'; });
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
  std::vector<std::uint32_t> open_until_;  // where brackets that were put in close
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
