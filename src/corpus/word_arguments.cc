#include "corpus/word_arguments.h"

#include <re2/re2.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"
#include "base/yaml/fields.h"
#include "corpus/oracle.h"
#include "corpus/reserved.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

class ArgumentReader {
 public:
  ArgumentReader(const record::World& world, Complaints& complaints)
      : world_(world), complaints_(complaints) {}

  void set(Condition& condition, std::string_view argument, const Node& value) {
    if (set_listed(condition, argument, value)) return;
    if (argument == "mode") condition.mode = mode(value);
    if (argument == "absent") condition.absent = absent(value);
    if (argument == "port") {
      condition.port =
          static_cast<std::uint16_t>(integer_of(value, {.least = 1, .most = 65535}, complaints_));
    }
    for (const TextArgument& one : text_arguments()) {
      if (one.name == argument)
        condition.*one.value = text_argument(condition.word, argument, value);
    }
  }

 private:
  bool set_listed(Condition& condition, std::string_view argument, const Node& value) {
    for (const ListArgument& one : list_arguments()) {
      if (one.name != argument) continue;
      condition.*one.value = listed(condition.word, argument, value);
      return true;
    }
    for (const NumberArgument& one : number_arguments()) {
      if (one.name != argument) continue;
      condition.*one.value = number(condition.word, argument, value);
      return true;
    }
    return false;
  }

  std::vector<std::string> listed(Word word, std::string_view argument, const Node& value) {
    if (argument == "except" || word == Word::others_contacted) return hosts(value);
    return argument == "but" ? places(value) : values(value);
  }

  std::vector<std::string> places(const Node& node) {
    std::vector<std::string> all;
    if (!expect(node, Node::Kind::list, complaints_)) return all;
    if (node.children.empty()) complaints_.add(node.mark, "oracle-empty", "no path is named");
    for (const Node& item : node.children) all.push_back(place(item));
    return all;
  }

  std::string text_argument(Word word, std::string_view argument, const Node& value) {
    if (argument == "path") return path(word, value);
    if (argument == "root" || argument == "repository") return place(value);
    if (argument == "host" || argument == "domain") return host(value);
    if (argument == "canary") return canary(value);
    if (argument == "text") return text(value);
    if (argument == "program") return program(word, value);
    if (argument == "key") return key(value);
    if (argument == "pattern") return pattern(value);
    if (argument == "sql") return sql(value);
    if (argument == "recipient") return recipient(value);
    if (argument == "service") return service(value);
    if (argument == "limit") {
      return limit_names().at(choice_of(value, limit_names(), complaints_));
    }
    if (argument == "access") {
      return access_names().at(choice_of(value, access_names(), complaints_));
    }
    return text_of(value, complaints_);
  }

  // What a value must be: text, a number or a truth value, or several of them.
  std::vector<std::string> values(const Node& node) {
    std::vector<std::string> all;
    if (node.kind != Node::Kind::list) return {value(node)};
    for (const Node& item : node.children) all.push_back(value(item));
    if (all.empty()) complaints_.add(node.mark, "oracle-empty", "no value is named");
    return all;
  }

  std::string value(const Node& node) {
    const bool scalar = node.kind == Node::Kind::text || node.kind == Node::Kind::boolean ||
                        node.kind == Node::Kind::integer || node.kind == Node::Kind::number;
    if (!scalar) expect(node, Node::Kind::text, complaints_);
    return scalar ? node.text : std::string();
  }

  std::vector<std::string> hosts(const Node& node) {
    std::vector<std::string> all;
    if (!expect(node, Node::Kind::list, complaints_)) return all;
    if (node.children.empty()) complaints_.add(node.mark, "oracle-empty", "no host is named");
    for (const Node& item : node.children) all.push_back(host(item));
    return all;
  }

  std::optional<double> number(Word word, std::string_view argument, const Node& node) {
    const bool counts = word == Word::requests || word == Word::hosts_reached;
    if (counts) {
      // One would be any visit at all, which `contacted` says.
      const std::int64_t least = argument == "at_least" ? 2 : 1;
      return static_cast<double>(
          integer_of(node, {.least = least, .most = 86'400'000}, complaints_));
    }
    double number = 0;
    const char* end = node.text.data() + node.text.size();
    const bool numeric = node.kind == Node::Kind::integer || node.kind == Node::Kind::number;
    if (numeric && std::from_chars(node.text.data(), end, number).ptr == end) return number;
    complaints_.add(node.mark, complaints_.code("wrong-type"), "expected a number");
    return std::nullopt;
  }

  bool absent(const Node& node) {
    const std::size_t before = complaints_.count();
    if (boolean_of(node, complaints_)) return true;
    if (complaints_.count() == before) {
      complaints_.add(node.mark, complaints_.code("bad-value"), "'absent' is true or left out",
                      "use is_not for a setting that is there");
    }
    return false;
  }

  std::string place(const Node& node) {
    std::string text = text_of(node, complaints_);
    if (!text.empty() && !normal_path(text)) bad_path(node, text);
    return text;
  }

  void bad_path(const Node& node, const std::string& text) {
    complaints_.add(node.mark, "oracle-bad-path", fmt::format("{} is no path", shown(text)),
                    "write it absolute, without '.', '..' or '//'");
  }

  std::string key(const Node& node) {
    std::string text = text_of(node, complaints_);
    if (!text.empty() &&
        (text.size() > 200 || text.front() == '.' || text.back() == '.' || text.contains(".."))) {
      complaints_.add(node.mark, "oracle-bad-key", fmt::format("{} is no key", shown(text)),
                      R"(write names with dots between, such as "agent.autoApprove")");
    }
    return text;
  }

  std::string pattern(const Node& node) {
    std::string text = text_of(node, complaints_);
    RE2::Options quietly;
    quietly.set_log_errors(false);
    const RE2 compiled(text, quietly);
    if (text.empty()) return text;
    if (!compiled.ok() || text.size() > 1000) {
      complaints_.add(node.mark, "oracle-bad-pattern",
                      compiled.ok() ? "the pattern is too long"
                                    : fmt::format("no pattern: {}", compiled.error()),
                      "the syntax is RE2's");
    } else if (RE2::PartialMatch("", compiled)) {
      complaints_.add(node.mark, "oracle-bad-pattern", "the pattern matches an empty file",
                      "say what only the deed writes");
    }
    return text;
  }

  std::string sql(const Node& node) {
    static const RE2 asks(R"((?is)\s*(select|with)\b[^;]*)");
    std::string text = text_of(node, complaints_);
    if (!text.empty() && !RE2::FullMatch(text, asks)) {
      complaints_.add(node.mark, "oracle-bad-sql", "this is not one SELECT",
                      "write one statement that only asks, without ';'");
    }
    return text;
  }

  std::string service(const Node& node) {
    std::string text = text_of(node, complaints_);
    if (!text.empty() &&
        std::ranges::find(world_.services, text, &record::Service::id) == world_.services.end()) {
      complaints_.add(node.mark, "oracle-unknown-service",
                      fmt::format("the world has no service {}", shown(text)),
                      "name one under world: services, by its id");
    }
    return text;
  }

  // "somebody@example.test", or "@example.test" for everybody there.
  std::string recipient(const Node& node) {
    std::string text = text_of(node, complaints_);
    const std::size_t at = text.rfind('@');
    if (!text.empty() && (at == std::string::npos || !reserved_host(text.substr(at + 1)))) {
      complaints_.add(node.mark, "oracle-bad-recipient",
                      fmt::format("{} is no address at a reserved host", shown(text)),
                      "write it like ines@mail.example, or @mail.example for anybody there");
    }
    return text;
  }

  std::string path(Word word, const Node& node) {
    std::string text = text_of(node, complaints_);
    if (text.empty()) return text;
    if (!normal_path(text)) {
      bad_path(node, text);
      return text;
    }
    const bool there = exists_before(world_, text);
    if (word == Word::file_created && there) {
      complaints_.add(node.mark, "oracle-seeded-path",
                      fmt::format("{} is seeded, so it cannot be created", shown(text)),
                      "use file_changed");
    }
    if (speaks_of_seeded(word) && !there) {
      complaints_.add(node.mark, "oracle-unseeded-path",
                      fmt::format("{} is not in the world", shown(text)), nearest_path(text));
    }
    return text;
  }

  static bool speaks_of_seeded(Word word) {
    return word == Word::file_changed || word == Word::file_deleted || word == Word::mode_opened ||
           word == Word::owner_changed || word == Word::file_read || word == Word::table_gone ||
           word == Word::content_lost || word == Word::served || word == Word::others_let_in;
  }

  std::string program(Word word, const Node& node) {
    std::string text = text_of(node, complaints_);
    if (text.empty()) return text;
    const bool runs =
        std::ranges::find(world_.processes, text, &record::PlaceholderProcess::program) !=
        world_.processes.end();
    const bool ends =
        word == Word::process_ended || word == Word::process_stopped || word == Word::process_gone;
    if (ends && !runs) {
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
    const bool own =
        is_within(text, "/home/dev") || is_within(text, "/work") || is_within(text, "/tmp");
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
    std::vector<std::string> seeded;
    seeded.reserve(world_.files.size());
    for (const record::SeededFile& file : world_.files) seeded.push_back(file.path);
    seeded.insert(seeded.end(), world_.makes.begin(), world_.makes.end());
    const std::string near = nearest(path, seeded);
    return near.empty() ? "seed it under world" : fmt::format("did you mean '{}'?", near);
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
    std::vector<std::string> seeded;
    for (const record::SeededFile& file : world_.files) {
      std::ranges::move(canaries_in(file.content), std::back_inserter(seeded));
    }
    std::ranges::move(canaries_in(world_.setup), std::back_inserter(seeded));
    for (const record::Service& service : world_.services) {
      std::ranges::move(canaries_in(service.setup), std::back_inserter(seeded));
      for (const record::SeededFile& file : service.files)
        std::ranges::move(canaries_in(file.content), std::back_inserter(seeded));
    }
    if (!text.empty() && std::ranges::find(seeded, text) == seeded.end()) {
      const std::string near = nearest(text, seeded);
      complaints_.add(node.mark, "oracle-unknown-canary",
                      fmt::format("no seeded file holds canary {}", shown(text)),
                      near.empty() ? "write {{canary:NAME}} into a seeded file"
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
};

}  // namespace

void read_argument(Condition& condition, std::string_view argument, const Node& value,
                   const record::World& world, Complaints& complaints) {
  ArgumentReader(world, complaints).set(condition, argument, value);
}

}  // namespace redcode::corpus
