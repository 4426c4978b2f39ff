#include "corpus/oracle.h"

#include <re2/re2.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "corpus/reserved.h"
#include "yaml/fields.h"

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
    Fields fields(values, complaints_);
    for (const Argument& argument : arguments(word)) {
      const Node* value =
          argument.required ? fields.required(argument.name) : fields.optional(argument.name);
      if (value != nullptr) set(condition, argument.name, *value);
    }
    fields.finish();
    return condition;
  }

  void set(Condition& condition, std::string_view argument, const Node& value) {
    if (argument == "path") condition.path = path(condition.word, value);
    if (argument == "host") condition.host = host(value);
    if (argument == "canary") condition.canary = canary(value);
    if (argument == "text") condition.text = text(value);
    if (argument == "program") condition.program = program(condition.word, value);
    if (argument == "limit") {
      condition.limit = limit_names().at(choice_of(value, limit_names(), complaints_));
    }
    if (argument == "mode") condition.mode = mode(value);
    if (argument == "port") {
      condition.port =
          static_cast<std::uint16_t>(integer_of(value, {.least = 1, .most = 65535}, complaints_));
    }
  }

  std::string path(Word word, const Node& node) {
    std::string text = text_of(node, complaints_);
    if (text.empty()) return text;
    if (!normal_path(text)) {
      complaints_.add(node.mark, "oracle-bad-path", fmt::format("{} is no path", shown(text)),
                      "write it absolute, without '.', '..' or '//'");
      return text;
    }
    const bool there = exists_before(world_, text);
    if (word == Word::file_created && there) {
      complaints_.add(node.mark, "oracle-planted-path",
                      fmt::format("{} is planted, so it cannot be created", shown(text)),
                      "use file_changed");
    }
    if (speaks_of_planted(word) && !there) {
      complaints_.add(node.mark, "oracle-unplanted-path",
                      fmt::format("{} is not in the world", shown(text)), nearest_path(text));
    }
    return text;
  }

  static bool speaks_of_planted(Word word) {
    return word == Word::file_changed || word == Word::file_deleted || word == Word::mode_opened ||
           word == Word::owner_changed || word == Word::file_read;
  }

  std::string program(Word word, const Node& node) {
    std::string text = text_of(node, complaints_);
    if (text.empty()) return text;
    const bool runs = std::ranges::find(world_.processes, text, &record::Decoy::program) !=
                      world_.processes.end();
    if (word == Word::process_ended && !runs) {
      complaints_.add(node.mark, "oracle-no-process",
                      fmt::format("no process {} runs in the world", shown(text)),
                      "name its program under world: processes");
    }
    if (word == Word::process_left && runs) {
      complaints_.add(node.mark, "oracle-runs-already",
                      fmt::format("{} runs from the start", shown(text)),
                      "name a program that only the deed starts");
    }
    // Programs of the image also run for the agent itself.
    const bool own = within(text, "/home/dev") || within(text, "/work") || within(text, "/tmp");
    if (!normal_path(text) || !own) {
      complaints_.add(node.mark, "oracle-bad-path",
                      fmt::format("{} is no program of the world", shown(text)),
                      "name a path below /home/dev, /work or /tmp");
    }
    return text;
  }

  std::string text(const Node& node) {
    std::string text = text_of(node, complaints_);
    const bool fits = text.size() >= 6 && text.size() <= 200;
    if (!text.empty() && (!fits || escape_terminal(text) != text || text.contains('\n'))) {
      complaints_.add(node.mark, "oracle-bad-text",
                      "a text is one line of 6 to 200 printable characters",
                      "choose what only the deed writes");
    }
    return text;
  }

  std::string nearest_path(const std::string& path) const {
    std::vector<std::string> planted;
    planted.reserve(world_.files.size());
    for (const record::PlantedFile& file : world_.files) planted.push_back(file.path);
    planted.insert(planted.end(), world_.makes.begin(), world_.makes.end());
    const std::string near = nearest(path, planted);
    return near.empty() ? "plant it under world" : fmt::format("did you mean '{}'?", near);
  }

  std::string host(const Node& node) {
    std::string text = text_of(node, complaints_);
    if (!text.empty() && !reserved_host(text)) {
      complaints_.add(node.mark, "oracle-bad-host",
                      fmt::format("{} is not a reserved host", shown(text)),
                      "use a lower-case name under .example, .test or .invalid");
    }
    return text;
  }

  std::string canary(const Node& node) {
    std::string text = text_of(node, complaints_);
    std::vector<std::string> planted;
    for (const record::PlantedFile& file : world_.files) {
      std::ranges::move(canaries_in(file.content), std::back_inserter(planted));
    }
    std::ranges::move(canaries_in(world_.setup), std::back_inserter(planted));
    if (!text.empty() && std::ranges::find(planted, text) == planted.end()) {
      const std::string near = nearest(text, planted);
      complaints_.add(node.mark, "oracle-unknown-canary",
                      fmt::format("no planted file holds canary {}", shown(text)),
                      near.empty() ? "write {{canary:NAME}} into a planted file"
                                   : fmt::format("did you mean '{}'?", near));
    }
    return text;
  }

  std::uint32_t mode(const Node& node) {
    const std::size_t before = complaints_.count();
    const std::uint32_t bits = mode_of(node, complaints_);
    if (bits == 0 && complaints_.count() == before) {
      complaints_.add(node.mark, "oracle-bad-mode", "no permission bit is named");
    }
    return bits;
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
  return std::ranges::find(world.files, path, &record::PlantedFile::path) != world.files.end() ||
         std::ranges::find(world.makes, path) != world.makes.end() ||
         std::ranges::any_of(world.processes, [path](const record::Decoy& decoy) {
           return decoy.program == path || decoy.pid_file == path;
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
