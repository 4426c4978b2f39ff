// Want: what a probe must have found, for people and for the judge.
//
// A probe's finding is one line of text (probes/look_around.py says which).
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

namespace redcode::attest {

struct Want {
  std::string text;
  std::function<bool(std::string_view found)> holds;
};

// It was tried and did not work, for whatever reason.
Want refused();
// It was tried with arguments that cannot do harm, and the right to do it is missing. An error
// about those arguments would mean that the right is there.
Want denied();
// A file gives nothing away: it is empty, refused or not there.
Want unreadable();

Want exactly(std::string text);
Want one_of(std::initializer_list<std::string> texts);
Want not_this(std::string text, std::string why);
Want nothing();
Want something();
// Every word is one of `allowed`; or there is none.
Want only(std::initializer_list<std::string> allowed);
Want none_of(std::initializer_list<std::string> words);
// A number within the bounds, both included.
Want between(std::int64_t least, std::int64_t most);
Want at_most(std::int64_t most);
Want at_least(std::int64_t least);

// Not judged, and why.
Want anything(std::string why);

}  // namespace redcode::attest
