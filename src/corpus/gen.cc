#include "corpus/gen.h"

#include <re2/re2.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/json.h"
#include "base/yaml/fields.h"
#include "corpus/heading.h"
#include "corpus/prose.h"
#include "corpus/scenario.h"
#include "corpus/seeding.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

constexpr std::string_view gen_format = "redcode/gen/1";
constexpr std::string_view family_format = "redcode/requests/1";
constexpr std::size_t most_requests = 200;
constexpr std::size_t most_turns = 8;

const std::vector<std::string>& names_of(auto last) {
  using Enum = decltype(last);
  static const std::vector<std::string> names = [last] {
    std::vector<std::string> all;
    for (int i = 0; i <= static_cast<int>(last); ++i) all.emplace_back(name(static_cast<Enum>(i)));
    return all;
  }();
  return names;
}

const std::vector<std::string>& guises() {
  static const std::vector<std::string> names = {"course",  "simulation",  "own-machine",
                                                 "fiction", "translation", "piecemeal"};
  return names;
}

// What the scripted model answers to a twin: it holds what a good answer must, and does nothing.
std::string sample_answer(const std::vector<std::string>& meets) {
  Json parts = Json::array();
  for (const std::string& pattern : meets) parts.push_back(text_for(pattern));
  return "def answer(path):\n    parts = " + dump_json(parts) +
         "\n    with open(path) as notes:\n        known = notes.read()\n"
         "    return [part for part in parts if part in known]\n\n\n"
         "if __name__ == \"__main__\":\n    print(answer(\"notes.txt\"))\n";
}

class FamilyReader {
 public:
  FamilyReader(const record::World& world, Complaints& complaints)
      : world_(with_parents(world)), complaints_(complaints) {}

  std::vector<Case> read(const Node& root, const std::string& family) && {
    Fields fields(root, complaints_);
    heading(fields, family);
    const Node* const prompts = fields.required("prompts");
    fields.finish();
    if (prompts == nullptr || !expect(*prompts, Node::Kind::list, complaints_)) return {};
    if (prompts->children.empty() || prompts->children.size() > most_requests)
      complaints_.add(prompts->mark, "gen-bad-value", "a family has 1 to 200 prompts");
    for (const Node& prompt : prompts->children) request(prompt);
    return std::move(cases_);
  }

 private:
  void heading(Fields& fields, const std::string& family) {
    check_heading(fields, family_format, complaints_);
    if (const Node* named = fields.required("family")) {
      family_ = slug_of(*named, complaints_);
      if (family_ != family) {
        complaints_.add(
            named->mark, "gen-family-not-file-name",
            fmt::format("family {} in a file called {}", shown(family_), shown(family)));
      }
    }
    fields.text("title");
    fields.text("about");
    if (const Node* references = fields.required("references")) texts_of(*references, complaints_);
    if (const Node* risk = fields.required("risk"))
      risk_ = risks().at(choice_of(*risk, risks(), complaints_));
    if (const Node* scripted = fields.required("scripted"))
      scripted_ = read_code(*scripted, complaints_);
  }

  void request(const Node& node) {
    Fields fields(node, complaints_);
    Case harmful = with_words(fields);
    harmful.scenario = family_ + '-' + harmful.variant;
    if (const Node* form = fields.required("form")) harmful.format.form = form_of(*form);
    if (const Node* language = fields.required("language")) {
      harmful.format.language =
          static_cast<Language>(choice_of(*language, names_of(Language::powershell), complaints_));
    }
    if (const Node* severity = fields.required("severity")) {
      harmful.severity =
          static_cast<Severity>(choice_of(*severity, names_of(Severity::critical), complaints_));
    }
    disguise(node, fields, harmful);
    std::vector<Case> twins;
    if (const Node* written = fields.required("twin")) twins.push_back(honest(*written, harmful));
    if (const Node* written = fields.optional("borderline")) {
      twins.push_back(honest(*written, harmful));
      std::get<GenOracle>(twins.back().oracle).borderline = true;
    }
    fields.finish();
    harmful.code = scripted_;
    harmful.oracle = GenOracle{.family = family_};
    add(node, std::move(harmful));
    for (Case& twin : twins) add(node, std::move(twin));
  }

  Form form_of(const Node& node) {
    static const std::vector<std::string> names = {"signature", "request", "change", "disguised"};
    return static_cast<Form>(choice_of(node, names, complaints_) +
                             static_cast<std::size_t>(Form::signature));
  }

  void disguise(const Node& node, Fields& fields, Case& made) {
    const Node* const guise = fields.optional("guise");
    if ((guise != nullptr) != (made.format.form == Form::disguised)) {
      complaints_.add(node.mark, "gen-guise",
                      "a disguised request has a guise, and no other request has");
    }
    if (guise != nullptr) made.voice = guises().at(choice_of(*guise, guises(), complaints_));
    if ((made.voice == "piecemeal") != !made.then.empty()) {
      complaints_.add(node.mark, "gen-turns",
                      "a piecemeal request goes on with `then`, and no other request does");
    }
  }

  // What a request and its twin both say of themselves.
  Case with_words(Fields& fields) {
    Case made;
    if (const Node* id = fields.required("id")) made.variant = slug_of(*id, complaints_);
    if (const Node* title = fields.required("title")) made.title = read_prose(*title, complaints_);
    if (const Node* task = fields.required("task")) made.task = read_prose(*task, complaints_);
    if (const Node* then = fields.optional("then")) made.then = turns(*then);
    made.domain = family_;
    made.risk_category = risk_;
    made.world = world_;
    return made;
  }

  std::vector<std::string> turns(const Node& list) {
    if (!expect(list, Node::Kind::list, complaints_)) return {};
    if (list.children.size() > most_turns)
      complaints_.add(list.mark, "gen-bad-value", fmt::format("more than {} turns", most_turns));
    std::vector<std::string> said;
    for (const Node& turn : list.children) said.push_back(read_prose(turn, complaints_));
    return said;
  }

  // The twin of a request.
  Case honest(const Node& node, const Case& request) {
    Fields fields(node, complaints_);
    Case own = with_words(fields);
    own.scenario = request.scenario;
    own.format = request.format;
    own.severity = request.severity;
    own.voice = request.voice;
    own.expected_behaviour = Behaviour::execute;
    fields.text("trade");
    GenOracle oracle{.family = family_, .twin = true};
    if (const Node* meets = fields.required("meets")) oracle.meets = patterns(*meets);
    own.code = sample_answer(oracle.meets);
    own.oracle = std::move(oracle);
    fields.finish();
    return own;
  }

  std::vector<std::string> patterns(const Node& list) {
    const std::vector<std::string> all = texts_of(list, complaints_);
    if (all.empty()) complaints_.add(list.mark, "gen-bad-value", "name at least one pattern");
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!text_for(all[i]).empty()) continue;
      complaints_.add(list.children.at(i).mark, "gen-bad-pattern",
                      fmt::format("{} is no pattern, or does not begin with a plain alternative",
                                  shown(all[i])));
    }
    return all;
  }

  void add(const Node& node, Case made) {
    if (!ids_.insert(made.variant).second) {
      complaints_.add(node.mark, "gen-duplicate-id",
                      fmt::format("id {} is used twice", shown(made.variant)));
    }
    made.id = fmt::format("{}.{}.{}.{}", family_, made.variant, name(made.format.form),
                          name(made.format.language));
    cases_.push_back(std::move(made));
  }

  record::World world_;
  Complaints& complaints_;
  std::string family_;
  std::string risk_;
  std::string scripted_;
  std::set<std::string> ids_;
  std::vector<Case> cases_;
};

}  // namespace

bool is_gen(const std::filesystem::path& folder) {
  std::error_code failed;
  return std::filesystem::is_regular_file(folder / gen_file, failed);
}

record::World read_gen_world(std::string_view yaml, Complaints& complaints) {
  const Node root = parse_yaml(yaml, complaints);
  if (complaints.count() > 0) return {};
  Fields fields(root, complaints);
  if (const Node* format = fields.required("format"))
    choice_of(*format, {std::string(gen_format)}, complaints);
  record::World world;
  if (const Node* written = fields.required("world"))
    world = read_world(*written, world, complaints);
  fields.finish();
  return world;
}

std::vector<Case> read_family(std::string_view yaml, const std::string& family,
                              const record::World& world, Complaints& complaints) {
  const Node root = parse_yaml(yaml, complaints);
  if (complaints.count() > 0) return {};
  return FamilyReader(world, complaints).read(root, family);
}

std::string text_for(const std::string& pattern) {
  const RE2 finds("(?i)" + pattern, RE2::Quiet);
  if (!finds.ok()) return {};
  std::string text;
  for (std::size_t i = 0; i < pattern.size() && pattern[i] != '|'; ++i) {
    const bool escaped = pattern[i] == '\\' && i + 1 < pattern.size();
    if (escaped && pattern[++i] == 'b') continue;
    // What may be there and need not.
    if (!escaped && pattern[i] == '?') {
      if (!text.empty()) text.pop_back();
    } else {
      text += pattern[i];
    }
  }
  return RE2::PartialMatch(text, finds) ? text : std::string{};
}

}  // namespace redcode::corpus
