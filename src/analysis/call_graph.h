// Call graph of a program of several files: who mentions whom by name, and what can be reached from
// where the program starts.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analysis/fact.h"

namespace redcode::analysis {

// A function's place among all functions of all files.
using FunctionId = std::uint32_t;

class CallGraph {
 public:
  explicit CallGraph(const std::vector<Outline>& files);

  FunctionId id(std::size_t file, std::uint32_t function) const { return first_[file] + function; }
  std::size_t size() const { return functions_.size(); }
  bool reachable(FunctionId function) const { return reachable_[function]; }
  // What is looked at together with a function: itself and those it calls or passes on; with each
  // the functions without a name inside it.
  const std::vector<FunctionId>& scope(FunctionId function) const { return scopes_[function]; }
  // The functions in whose scope this one is.
  const std::vector<FunctionId>& scopes_with(FunctionId function) const { return with_[function]; }
  // A file and those whose functions it uses.
  const std::vector<std::size_t>& files_with(std::size_t file) const { return files_with_[file]; }
  // Functions to start with, where the program itself starts none.
  std::size_t loose_ends() const { return loose_ends_; }
  // Whether calls were left out because there are too many.
  bool is_cut() const { return cut_; }
  bool defines(const std::string& name) const { return by_name_.contains(name); }

 private:
  void add_edges(const std::vector<Outline>& files);
  void add_named(FunctionId from, const std::string& name);
  void add_class(FunctionId from, const std::string& owner);
  bool has_room(FunctionId from);
  void add_edge(FunctionId from, FunctionId to);
  void reach_from_the_start(const std::vector<Outline>& files);
  void reach(std::vector<FunctionId> next);
  void add_scopes();
  void add_files();

  std::vector<FunctionId> first_;  // of each file; that is its top level
  std::vector<const Function*> functions_;
  std::multimap<std::string, FunctionId> by_name_;
  std::multimap<std::string, FunctionId> by_owner_;
  std::vector<std::vector<FunctionId>> edges_;
  std::vector<bool> is_mentioned_;
  std::vector<bool> reachable_;
  std::vector<std::vector<FunctionId>> scopes_;
  std::vector<std::vector<FunctionId>> with_;
  std::vector<std::vector<std::size_t>> files_with_;
  std::size_t loose_ends_ = 0;
  std::size_t edge_count_ = 0;
  std::size_t visits_ = 0;
  bool cut_ = false;
};

}  // namespace redcode::analysis
