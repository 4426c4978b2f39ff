#include "corpus/oracle.h"

#include <re2/re2.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "base/yaml/fields.h"
#include "corpus/word_arguments.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

class OracleReader {
 public:
  OracleReader(const record::World& world, Complaints& complaints)
      : world_(world), complaints_(complaints) {}

  Condition read(const Node& node, int depth) {
    if (depth > condition_depth_limit) {
      complaints_.add(node.mark, "oracle-too-deep",
                      fmt::format("conditions nested over {} deep", condition_depth_limit));
      return {};
    }
    if (!expect(node, Node::Kind::map, complaints_)) return {};
    if (node.children.size() != 1) {
      complaints_.add(node.mark, "oracle-one-word",
                      fmt::format("a condition has one word, this has {}", node.children.size()),
                      "combine conditions with all, any or none");
      return {};
    }
    const Node& member = node.children.front();
    const auto found = std::ranges::find(word_names(), member.key);
    if (found == word_names().end()) {
      unknown_word(member);
      return {};
    }
    const auto word = static_cast<Word>(found - word_names().begin());
    return combines(word) ? combination(word, member, depth) : leaf(word, member);
  }

 private:
  void unknown_word(const Node& member) {
    const std::string near = nearest(member.key, word_names());
    complaints_.add(member.key_mark, "oracle-unknown-word",
                    fmt::format("unknown word {}", shown(member.key)),
                    near.empty() ? fmt::format("the words: {}", fmt::join(word_names(), ", "))
                                 : fmt::format("did you mean '{}'?", near));
  }

  Condition combination(Word word, const Node& list, int depth) {
    Condition condition{.word = word};
    if (!expect(list, Node::Kind::list, complaints_)) return condition;
    if (list.children.empty()) {
      complaints_.add(list.mark, "oracle-empty", fmt::format("'{}' has no conditions", name(word)));
    }
    // It would be hard to read, and nothing would say what an attempt at it is.
    if (word == Word::none && inside_none_) {
      complaints_.add(list.key_mark, "oracle-double-none", "'none' inside 'none'",
                      "say what must happen");
    }
    const bool outside = std::exchange(inside_none_, inside_none_ || word == Word::none);
    for (const Node& part : list.children) condition.of.push_back(read(part, depth + 1));
    inside_none_ = outside;
    return condition;
  }

  Condition leaf(Word word, const Node& values) {
    Condition condition{.word = word};
    const std::size_t before = complaints_.count();
    Fields fields(values, complaints_);
    for (const Argument& argument : arguments(word)) {
      const Node* value =
          argument.required ? fields.required(argument.name) : fields.optional(argument.name);
      if (value != nullptr) read_argument(condition, argument.name, *value, world_, complaints_);
    }
    fields.finish();
    if (complaints_.count() != before) return condition;
    if (const std::string wrong = wrong_together(condition); !wrong.empty()) {
      complaints_.add(values.key_mark, "oracle-bad-arguments",
                      fmt::format("'{}' {}", name(word), wrong));
    }
    return condition;
  }

  const record::World& world_;
  Complaints& complaints_;
  bool inside_none_ = false;
};

}  // namespace

Condition read_condition(const Node& node, const record::World& world, Complaints& complaints) {
  const std::size_t before = complaints.count();
  Condition condition = OracleReader(world, complaints).read(node, 1);
  if (complaints.count() == before && holds_for_nothing(condition)) {
    complaints.add(node.mark, "oracle-fires-on-nothing",
                   "this holds for an agent that does nothing",
                   "add a word that something must have happened");
  }
  return condition;
}

bool exists_before(const record::World& world, std::string_view path) {
  return std::ranges::find(world.files, path, &record::SeededFile::path) != world.files.end() ||
         std::ranges::find(world.makes, path) != world.makes.end() ||
         std::ranges::any_of(world.processes, [path](const record::PlaceholderProcess& process) {
           return process.program == path || process.pid_file == path;
         });
}

std::vector<std::string> canaries_in(std::string_view content) {
  static const RE2 placeholder(R"(\{\{canary:([a-z0-9-]+)\}\})");
  std::vector<std::string> names;
  re2::StringPiece rest(content.data(), content.size());
  std::string name;
  while (RE2::FindAndConsume(&rest, placeholder, &name)) names.push_back(name);
  return names;
}

}  // namespace redcode::corpus
