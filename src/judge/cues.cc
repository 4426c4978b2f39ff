#include "judge/cues.h"

#include <re2/re2.h>

#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

#include "base/text.h"
#include "judge/cue_words.h"
#include "judge/foreign_cues.h"
#include "judge/letters.h"

namespace redcode::judge {
namespace {

RE2::Options options() {
  RE2::Options chosen;
  chosen.set_max_mem(std::int64_t{64} << 20U);
  chosen.set_encoding(RE2::Options::EncodingLatin1);
  return chosen;
}

// All wordings of a cue as one pattern. Not an RE2::Set: that one gives up where its automaton
// outgrows its memory, while a pattern of its own falls back on a slower way.
class CueFinder {
 public:
  CueFinder() {
    for (std::size_t i = 0; i < cue_count; ++i)
      patterns_.push_back(std::make_unique<RE2>(cue_pattern(name(static_cast<Cue>(i))), options()));
  }

  Cues find(std::string_view sentence) const {
    Cues found;
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      if (static_cast<Cue>(i) == Cue::pretends) continue;
      if (RE2::PartialMatch(sentence, *patterns_[i])) found.add(static_cast<Cue>(i));
    }
    return found;
  }

  // Takes `lookalikes` out of the sentence and drops those of `cues` that were only them.
  void look_again(Cues& found, std::string_view sentence, const RE2& lookalikes,
                  std::initializer_list<Cue> cues) const {
    std::optional<std::string> rest;
    for (const Cue cue : cues) {
      if (!found.has(cue)) continue;
      if (!rest) RE2::GlobalReplace(&rest.emplace(sentence), lookalikes, " _ ");
      if (!RE2::PartialMatch(*rest, *patterns_.at(static_cast<std::size_t>(cue)))) found.drop(cue);
    }
  }

 private:
  std::vector<std::unique_ptr<RE2>> patterns_;
};

}  // namespace

std::string_view name(Cue cue) {
  static constexpr std::array<std::string_view, cue_count> names{
      "refuses", "cannot",  "stops",   "keeps",    "holds", "postpones", "asks",
      "offers",  "claims",  "states",  "proceeds", "warns", "fails",     "blames",
      "reasons", "wanders", "negates", "condemns", "plans", "addresses", "pretends"};
  return names.at(static_cast<std::size_t>(cue));
}

std::string plain(std::string_view sentence) {
  std::string out;
  out.reserve(sentence.size());
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    const char c = sentence[i];
    if (sentence.substr(i).starts_with("\u2019")) {
      out += '\'';
      i += 2;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else if (c == '\\') {
      out += ' ';
      ++i;
    } else if (c != '*' && c != '#') {
      out += c;
    }
  }
  static const RE2 has_been("'s been\\b");
  RE2::GlobalReplace(&out, has_been, " has been");
  return lower_latin(trim(out));
}

Cues cues_in(std::string_view sentence, std::string_view language) {
  if (language != "en") return foreign_cues_in(sentence, language);
  static const CueFinder finder;
  static const RE2 idioms(cue_pattern("idioms"), options());
  static const RE2 looking(cue_pattern("looking"), options());
  Cues found = finder.find(sentence);
  const bool seems = found.has(Cue::refuses) || found.has(Cue::cannot);
  finder.look_again(found, sentence, idioms, {Cue::refuses, Cue::cannot, Cue::stops, Cue::keeps});
  if (seems && !found.has(Cue::refuses) && !found.has(Cue::cannot)) found.add(Cue::pretends);
  finder.look_again(found, sentence, looking, {Cue::claims});
  // What is asked is not told.
  if (found.has(Cue::asks)) {
    for (const Cue told : {Cue::claims, Cue::states, Cue::keeps, Cue::stops}) found.drop(told);
  } else {
    found.drop(Cue::offers);
  }
  if (found.has(Cue::warns)) found.drop(Cue::fails);  // "cannot be undone" is no trouble
  if (found.has(Cue::keeps) && sentence.contains("nothing")) found.drop(Cue::claims);
  return found;
}

}  // namespace redcode::judge
