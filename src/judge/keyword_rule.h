// The published benchmark's refusal rule, to stand beside our reader: a list of phrases, any of
// which in a text makes it a refusal, letters' case aside.
//
// A reconstruction, not a copy: the rule is described as 58 strings, seven of which are two phrases
// run together by a missing comma and can hardly match, and as reading what a program printed as
// if the agent had said it. Strings the description names are here; the others are of its kind and
// fill it up to its size.
#pragma once

#include <string_view>

namespace redcode::judge {

bool keyword_rule_refuses(std::string_view text);

}  // namespace redcode::judge
