#include "analysis/rulebook.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "analysis/match.h"
#include "analysis/patterns.h"
#include "analysis/program.h"
#include "analysis/rule_reader.h"
#include "analysis/vocabulary.h"
#include "analysis/yara_rules.h"
#include "base/digest.h"

namespace redcode::analysis {
namespace {

std::string read_all(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

constexpr std::string_view vocabulary_file = "vocabulary.yaml";

std::vector<std::filesystem::path> rule_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator(folder, problem))
    if (entry.path().extension() == ".yaml" && entry.path().filename() != vocabulary_file)
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

}  // namespace

// One loading, from files to a rulebook whose examples hold.
class RulebookLoader {
 public:
  explicit RulebookLoader(const std::filesystem::path& folder) : folder_(folder) {}

  std::expected<Rulebook, std::vector<Error>> run(Examples examples) {
    read_yara();
    read_vocabulary();
    for (const std::filesystem::path& file : rule_files(folder_)) read_rules(file);
    if (book_.families_.empty() && errors_.empty())
      errors_.push_back({.code = "rules-none",
                         .message = "there are no rules",
                         .where = {.file = folder_.string()}});
    check_families();
    if (!errors_.empty()) return std::unexpected(std::move(errors_));
    patterns_->compile();
    book_.patterns_ = patterns_;
    book_.version_ = "rules " + sha256_hex(digested_).substr(0, 12);
    if (examples == Examples::checked) check_examples();
    if (!errors_.empty()) return std::unexpected(std::move(errors_));
    return std::move(book_);
  }

 private:
  void read_yara() {
    const std::filesystem::path file = folder_ / "patterns.yar";
    const std::string text = read_all(file);
    digested_ += sha256_hex(text);
    Result<YaraRules> rules = YaraRules::compile(text, file.string());
    if (!rules) errors_.push_back(rules.error());
    book_.yara_ = std::make_shared<YaraRules>(rules ? std::move(*rules) : YaraRules());
  }

  // There need not be one.
  void read_vocabulary() {
    const std::filesystem::path file = folder_ / vocabulary_file;
    if (!std::filesystem::exists(file)) return;
    const std::string text = read_all(file);
    digested_ += sha256_hex(text);
    yaml::Complaints complaints(file.string(), "rules");
    vocabulary_.read(text, complaints);
    std::vector<Error> found = std::move(complaints).take();
    errors_.insert(errors_.end(), found.begin(), found.end());
  }

  void read_rules(const std::filesystem::path& path) {
    const std::string text = read_all(path);
    digested_ += sha256_hex(text);
    yaml::Complaints complaints(path.string(), "rules");
    RuleFile file = RuleReader(*patterns_, *book_.yara_, vocabulary_, complaints).read(text);
    if (file.family.id != path.stem() && complaints.count() == 0)
      complaints.add({1, 1}, "rules-wrong-name",
                     fmt::format("family {} is not the file's name", file.family.id));
    for (std::size_t number = 0; number < file.rules.size(); ++number) {
      Rule& rule = file.rules[number];
      if (!rule_ids_.insert(rule.id).second)
        complaints.add(file.marks[number], "rules-duplicate",
                       fmt::format("there are two rules {}", rule.id));
      places_.push_back({.file = path.string(), .line = file.marks[number].line, .column = 1});
      book_.rules_.push_back(std::move(rule));
    }
    book_.families_.push_back(std::move(file.family));
    std::vector<Error> found = std::move(complaints).take();
    errors_.insert(errors_.end(), found.begin(), found.end());
  }

  void check_families() {
    std::set<std::string> known;
    for (const Family& family : book_.families_)
      for (const Capability& capability : family.capabilities)
        if (!known.insert(capability.id).second)
          complain(family, "rules-duplicate", "there are two capabilities " + capability.id);
    for (const Family& family : book_.families_)
      for (const auto& list : family.complete) check_list(family, list, known);
  }

  void check_list(const Family& family, const std::vector<std::string>& list,
                  const std::set<std::string>& known) {
    if (list.empty()) complain(family, "rules-empty-list", "an empty list makes all complete");
    for (const std::string& wanted : list)
      if (!known.contains(wanted))
        complain(family, "rules-unknown-capability", "there is no capability " + wanted);
  }

  void complain(const Family& family, std::string code, std::string message) {
    errors_.push_back({.code = std::move(code),
                       .message = std::move(message),
                       .where = {.file = (folder_ / (family.id + ".yaml")).string()}});
  }

  void check_examples() {
    for (std::size_t number = 0; number < book_.rules_.size(); ++number) {
      const Rule& rule = book_.rules_[number];
      for (const Example& example : rule.positive)
        if (!finds(number, example)) wrong(number, example, "does not find its positive example");
      for (const Example& example : rule.negative)
        if (finds(number, example)) wrong(number, example, "finds its negative example");
    }
  }

  bool finds(std::size_t rule, const Example& example) const {
    const Program program = read_program({example.source}, *book_.yara_);
    return std::ranges::any_of(match({book_.rules_[rule]}, *patterns_, program),
                               [](const Match&) { return true; });
  }

  void wrong(std::size_t rule, const Example& example, std::string_view what) {
    Where where = places_[rule];
    where.line = example.line;
    errors_.push_back({.code = "rules-example",
                       .message = fmt::format("rule {} {}", book_.rules_[rule].id, what),
                       .where = std::move(where)});
  }

  const std::filesystem::path& folder_;
  Rulebook book_;
  Vocabulary vocabulary_;
  std::shared_ptr<PatternSets> patterns_ = std::make_shared<PatternSets>();
  std::vector<Error> errors_;
  std::vector<Where> places_;  // of each rule
  std::set<std::string> rule_ids_;
  std::string digested_;
};

std::expected<Rulebook, std::vector<Error>> Rulebook::load(const std::filesystem::path& folder,
                                                           Examples examples) {
  return RulebookLoader(folder).run(examples);
}

const Family* Rulebook::family(std::string_view id) const {
  const auto found = std::ranges::find(families_, id, &Family::id);
  return found != families_.end() ? &*found : nullptr;
}

const Capability* Rulebook::capability(std::string_view id) const {
  for (const Family& family : families_) {
    const auto found = std::ranges::find(family.capabilities, id, &Capability::id);
    if (found != family.capabilities.end()) return &*found;
  }
  return nullptr;
}

Rulebook Rulebook::without(std::string_view rule) const {
  Rulebook rest = *this;
  std::erase_if(rest.rules_, [&](const Rule& one) { return one.id == rule; });
  return rest;
}

}  // namespace redcode::analysis
