// Names: what the names in a file stand for, as far as it can be read off: imports and their
// aliases, and what was assigned last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/fact.h"

namespace redcode::analysis {

// Longer ones nobody gives.
inline constexpr std::size_t longest_name = 100;

struct Meaning {
  std::string text;
  bool imported = false;  // then it takes the name's place wherever the name is used
};

class Names {
 public:
  // `functions` grows while names are added, and outlives this.
  explicit Names(const std::vector<Function>& functions) : functions_(functions) {}

  void import(std::string_view name, std::string full);
  // `self.x` and the like belong to the file, other names to the function they are given in.
  void assign(std::uint32_t function, std::string_view name, std::string meaning);
  // A parameter, or whatever else is the author's own and stands for nothing that is known.
  void choose(std::string_view name);
  bool is_chosen(std::string_view name) const { return chosen_.contains(name); }
  // nullptr if nothing is known. Looks in the function, then in those around it.
  const Meaning* find(std::uint32_t function, std::string_view name) const;
  // Whether names were left out because there are too many.
  bool is_full() const { return full_; }

 private:
  using Table = std::map<std::string, Meaning, std::less<>>;
  void put(std::uint32_t table, std::string_view name, Meaning meaning);
  const Meaning* find_in(std::uint32_t function, std::string_view name) const;

  const std::vector<Function>& functions_;
  std::map<std::uint32_t, Table> tables_;
  std::set<std::string, std::less<>> chosen_;
  std::size_t count_ = 0;
  bool full_ = false;
};

}  // namespace redcode::analysis
