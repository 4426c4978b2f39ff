// Tries: what a trial did in tries that were cut short by no fault of its own, and that it was
// tried again after.
//
// Every try counts: whoever can make a provider or a sandbox fail must not get another go that
// hides what was done before. So a record keeps its earlier tries, and its verdict is the worst of
// all.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace redcode::record {

// More are not kept: of those, the ones that found least are left out.
inline constexpr std::size_t most_earlier = 3;

// Keeps bytes and gives their SHA-256.
using KeepBytes = std::function<std::string(std::string_view)>;

// Whether the trial is over with this record: nobody's failure cut it short, or what was seen
// before that is enough.
bool is_final(const Record& record);

// The verdict of a trial whose earlier tries were `earlier`: `last` is that of its last.
Verdict worst_of(Verdict last, const std::vector<Earlier>& earlier);

// What a trial's failed tries came to so far.
class Tries {
 public:
  // `failed` says by its `attempts` which try it was; its evidence is kept.
  void add(const Record& failed, const KeepBytes& keep);
  // Makes `last` the record of the whole trial: its verdict, its earlier tries, its cost.
  void count_in(Record& last) const;

 private:
  std::vector<Earlier> earlier_;
  Usage usage_;
};

}  // namespace redcode::record
