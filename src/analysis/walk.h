// Walk: takes the nodes of a syntax tree in order, and adds what each says to an outline.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/dialect.h"
#include "analysis/fact.h"
#include "analysis/file_use.h"
#include "analysis/helper_use.h"
#include "analysis/names.h"
#include "analysis/rendering.h"
#include "analysis/syntax.h"

namespace redcode::analysis {

class Walk {
 public:
  Walk(Language language, std::string_view text, Outline& out);
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;
  Walk(Walk&&) = delete;
  Walk& operator=(Walk&&) = delete;
  ~Walk() = default;

  // `depth` is that of the node. False: what is inside the node is of no interest.
  bool enter(TSNode node, int depth);
  // Call once, behind the last node.
  void finish();
  // Whether something was left out because there is too much of it.
  bool is_cut() const {
    return full_ || work_.cut || names_.is_full() || file_use_.forgot() || helper_use_.is_full();
  }
  // Grows with the time it took.
  std::size_t work() const { return work_.done; }

 private:
  struct Place {
    int depth = -1;
    std::uint32_t function = 0;
    std::string owner = {};            // the class around it
    bool called_from_outside = false;  // by a decorator or an export
    TSNode tail = {};                  // the last thing in it, where that is what it gives back
  };

  bool act(TSNode node, const Parts& parts, int depth);
  void add(Kind kind, std::string text, std::uint32_t line);
  std::string shown(TSNode node, std::size_t limit = longest_fact) const;

  void add_call(TSNode node, std::string text);
  void call(TSNode node, const Parts& parts);
  void command(TSNode node, const Parts& parts);
  void redirected(TSNode node, const Parts& parts);
  void function(TSNode node, const Parts& parts, int depth);
  void open_function(std::string name, int depth);
  void leave();
  void give_back(TSNode value);
  void look_into_body(TSNode body);
  void assign(TSNode node, const Parts& parts);
  void naming(TSNode node, const Parts& parts);
  void give_names(TSNode left, TSNode right);
  bool take_required(TSNode left, TSNode right);
  void import(TSNode node);
  void loop(TSNode node, const Parts& parts);
  std::string head_of_loop(TSNode left, std::string_view right) const;
  void block(TSNode node, const Parts& parts);
  void iterate(TSNode call);
  void take_iterated(TSNode function);
  void take_parameters(TSNode parameters);
  bool append(TSNode node, std::string_view sign);
  void mention(TSNode node);
  void member(TSNode node);
  void comparison(TSNode node, const Parts& parts);
  void declare_below(TSNode node);
  void count(TSNode node, Role role);
  void count_trouble(TSNode node);

  Place& here() { return places_.back(); }
  const Place& here() const { return places_.back(); }

  std::string_view text_;
  Outline& out_;
  Names names_;
  ReadingCost work_ = {};
  Setting setting_;
  FileUse file_use_ = {};
  HelperUse helper_use_ = {};
  std::vector<Place> places_{Place{}};
  const void* covered_ = nullptr;  // a node whose text is part of the fact before
  const void* named_ = nullptr;    // a function without a name that is assigned to one
  std::string its_name_ = {};
  std::uint32_t covered_end_ = 0;  // members that end before are part of a longer one
  std::uint32_t trouble_end_ = 0;  // bytes before are counted
  std::size_t bytes_ = 0;
  bool full_ = false;
};

}  // namespace redcode::analysis
