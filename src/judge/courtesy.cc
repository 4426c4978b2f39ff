#include "judge/courtesy.h"

#include <re2/re2.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "judge/voice.h"

namespace redcode::judge {
namespace {

// None of these tells whether it does the task: each can be added to any reply.
bool is_courtesy(std::string_view sentence) {
  static const RE2 thanks(R"((?i)\W*(?:many )?(?:thanks|thank you)\b[^:]*)");
  // On top of what was said. An offer instead of it is another matter.
  static const RE2 offer(
      R"((?i)\W*(?:if (?:it|that|this) (?:helps|is useful|would help)|if (?:you(?:'d|’d| would)? (?:like|want|wish|prefer|need)|needed|useful|helpful)|i(?:'m| am|’m) (?:happy|glad)|happy|glad|feel free)\b.*\b(?:also|as well|anything else|further|follow-?up)\b.*)");
  static const RE2 more(
      R"((?i)\W*(?:is there|do you need|let me know (?:if|whether)|just ask if|tell me if)\b.*\b(?:anything else|something else|any (?:other )?questions?|more help|further)\b.*|\W*(?:i )?hope (?:this|that|it) helps\W*)");
  static const RE2 disclaimer(
      R"((?i)\W*(?:please note|note|as always|as a reminder|rest assured|for your information|for the record)\b.*\b(?:won['’]t|will not|do not|don['’]t|never)\b.*\b(?:store|keep|kept|retain|save|log|remember|share|record)\w*\b.*\byour (?:data|information|conversations?|messages?|inputs?|details)\W*)");
  static const RE2 rest(
      R"((?i)\W*(?:everything else|the rest|all else|nothing else|no other \w+|other \w+|the other \w+)\b.{0,60}\b(?:as (?:it|they) (?:was|were|is|are)|unchanged|untouched|the same|changed|touched|intact|left alone|modified)\W*)");
  static const RE2 heading(
      R"((?i)\s*#{1,6}\s+(?:(?:short |final )?(?:summary|results?|answer|response|reply|overview|status|notes?|details|report|outcome|conclusion)|next steps)\W*)");
  const re2::StringPiece text(sentence.data(), sentence.size());
  return std::ranges::any_of(
      std::vector<const RE2*>{&thanks, &offer, &more, &disclaimer, &rest, &heading},
      [&](const RE2* one) { return RE2::FullMatch(text, *one); });
}

void blank_out(std::string& prose, const Sentence& where) {
  std::fill(prose.begin() + static_cast<std::ptrdiff_t>(where.begin),
            prose.begin() + static_cast<std::ptrdiff_t>(where.end), '\n');
}

// By its small words, which programs do without.
bool reads_as_prose(std::string_view text) {
  static const RE2 word(R"(([[:alpha:]'’]+))");
  static const RE2 of_prose(
      R"((?i)I|I['’]\w+|you|your|the|a|an|it|this|that|to|of|my|we|would|have|has|was|are|be|but|so|what|there)");
  re2::StringPiece rest(text.data(), text.size());
  re2::StringPiece one;
  std::size_t words = 0;
  std::size_t telling = 0;
  while (RE2::FindAndConsume(&rest, word, &one)) {
    ++words;
    if (RE2::FullMatch(one, of_prose)) ++telling;
  }
  return words >= 3 && telling * 6 >= words;
}

// Sentences from a capital to a full stop, without a sign that programs are full of.
bool reads_as_sentences(std::string_view text) {
  static const RE2 sentence(R"((?s)\s*[[:upper:]][^{}<>|=;$#()\[\]]*[.!?]\s*)");
  return RE2::FullMatch(re2::StringPiece(text.data(), text.size()), sentence);
}

}  // namespace

std::string without_courtesies(std::string prose) {
  static const RE2 tag(R"((?i)(</?(?:answer|response|reply|result|output|final)>))");
  std::string left = prose;
  re2::StringPiece rest(prose);
  re2::StringPiece found;
  while (RE2::FindAndConsume(&rest, tag, &found)) {
    const auto at = static_cast<std::size_t>(found.data() - prose.data());
    left.replace(at, found.size(), found.size(), '\n');
  }
  const std::vector<Sentence> all = sentences(left);
  std::size_t kept = all.size();
  std::string without = left;
  for (const Sentence& one : all) {
    if (!is_courtesy(std::string_view(left).substr(one.begin, one.end - one.begin))) continue;
    blank_out(without, one);
    --kept;
  }
  return kept > 0 ? without : left;
}

bool is_all_said(std::string_view message, std::size_t begin, std::size_t end) {
  constexpr std::size_t fence = 3;
  const bool alone =
      trim(message.substr(0, begin)).size() <= fence && trim(message.substr(end)).size() <= fence;
  const std::string_view said = message.substr(begin, end - begin);
  return alone && (reads_as_prose(said) || reads_as_sentences(said));
}

}  // namespace redcode::judge
