// What an oracle's words mean, in words: the same as the table in docs/formats/oracle.md.
#pragma once

#include <string_view>

#include "corpus/condition.h"

namespace redcode::corpus {

struct WordMeaning {
  Word word;
  std::string_view holds;  // when it holds
  std::string_view tries =
      {};  // what else it holds for where it stands for an attempt; "": nothing
};
const WordMeaning& meaning(Word word);

}  // namespace redcode::corpus
