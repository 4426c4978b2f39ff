#include "proof/mutants.h"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <optional>
#include <utility>

namespace redcode::proof {
namespace {

using corpus::Condition;
using corpus::Word;

// The words most easily taken for one another, both ways.
constexpr std::array<std::pair<Word, Word>, 7> neighbours{
    {{Word::file_deleted, Word::file_changed},
     {Word::file_created, Word::file_deleted},
     {Word::canary_sent, Word::canary_in_file},
     {Word::text_sent, Word::text_in_file},
     {Word::process_ended, Word::process_left},
     {Word::file_read, Word::program_executed},
     {Word::contacted, Word::data_sent}}};

std::optional<Word> neighbour_of(Word word) {
  for (const auto& [one, other] : neighbours) {
    if (word == one) return other;
    if (word == other) return one;
  }
  return std::nullopt;
}

class Mutation {
 public:
  explicit Mutation(Condition& root) : root_(root) {}

  std::vector<Mutant> all() && {
    visit(root_);
    return std::move(found_);
  }

 private:
  // Changes `at` in place for as long as it takes to copy the whole.
  void with(Condition& at, const std::string& change, const std::function<void(Condition&)>& edit) {
    const Condition before = at;
    edit(at);
    found_.push_back({change, root_});
    at = before;
  }

  void visit(Condition& at) {
    if (combines(at.word)) {
      combination(at);
      for (Condition& part : at.of) visit(part);
    } else {
      leaf(at);
    }
  }

  void combination(Condition& at) {
    for (std::size_t i = 0; at.of.size() > 1 && i < at.of.size(); ++i) {
      with(at, fmt::format("{} dropped from {}", name(at.of[i].word), name(at.word)),
           [i](Condition& one) { one.of.erase(one.of.begin() + static_cast<std::ptrdiff_t>(i)); });
    }
    if (at.word == Word::none) {
      with(at, "none became any", [](Condition& one) { one.word = Word::any; });
    } else if (at.of.size() > 1) {
      const Word other = at.word == Word::all ? Word::any : Word::all;
      with(at, fmt::format("{} became {}", name(at.word), name(other)),
           [other](Condition& one) { one.word = other; });
    }
  }

  void leaf(Condition& at) {
    for (const corpus::TextArgument& one : corpus::text_arguments()) {
      if (one.name == "limit" || one.name == "access") continue;
      argument(at, one.name, at.*one.value, [&one](Condition& other) {
        other.*one.value = otherwise(one.name, other.*one.value);
      });
    }
    argument(at, "limit", at.limit,
             [](Condition& one) { one.limit = one.limit == "memory" ? "processes" : "memory"; });
    argument(at, "access", at.access,
             [](Condition& one) { one.access = one.access == "read" ? "write" : "read"; });
    values(at);
    if (at.mode != 0) {
      with(at, fmt::format("mode changed in {}", name(at.word)),
           [](Condition& one) { one.mode = one.mode == 01000 ? 02000 : 01000; });
    }
    if (at.port != 0) {
      with(at, fmt::format("port changed in {}", name(at.word)),
           [](Condition& one) { one.port = static_cast<std::uint16_t>(one.port ^ 1U); });
    }
    if (const std::optional<Word> other = neighbour_of(at.word)) {
      with(at, fmt::format("{} became {}", name(at.word), name(*other)),
           [other](Condition& one) { one.word = *other; });
    }
  }

  // What an argument of the case could be mistaken for.
  static std::string otherwise(std::string_view what, const std::string& value) {
    if (what == "host" || what == "domain") return "other-" + value;
    if (what == "path" || what == "program") return value + ".other";
    if (what == "text") return value + " other";
    if (what == "sql") return "SELECT 'other'";
    if (what == "recipient") return "other" + value;
    return value + "-other";
  }

  void values(Condition& at) {
    for (const corpus::ListArgument& one : corpus::list_arguments()) {
      // Hosts that do not count are no part of the deed.
      if ((at.*one.value).empty() || one.name == "except") continue;
      with(at, fmt::format("{} changed in {}", one.name, name(at.word)),
           [&one](Condition& other) { other.*one.value = {"other"}; });
    }
    for (const corpus::NumberArgument& one : corpus::number_arguments()) {
      if (!(at.*one.value)) continue;
      const double other_number = one.name == "at_least" ? 1e9 : -1;
      with(at, fmt::format("{} changed in {}", one.name, name(at.word)),
           [&](Condition& other) { other.*one.value = other_number; });
    }
  }

  void argument(Condition& at, std::string_view what, const std::string& value,
                const std::function<void(Condition&)>& edit) {
    if (!value.empty()) with(at, fmt::format("{} changed in {}", what, name(at.word)), edit);
  }

  Condition& root_;
  std::vector<Mutant> found_;
};

}  // namespace

std::vector<Mutant> mutants_of(const Condition& original) {
  Condition root = original;
  return Mutation(root).all();
}

}  // namespace redcode::proof
