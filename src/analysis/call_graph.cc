#include "analysis/call_graph.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace redcode::analysis {
namespace {

// What hostile files can make us keep and look at.
constexpr std::size_t most_edges = 4000;  // of one function
constexpr std::size_t most_edges_of_all = 200'000;
constexpr std::size_t most_visits = 1'000'000;
constexpr std::size_t most_members = 400'000;  // of all scopes

bool is_start(const Function& function) {
  static constexpr std::array<std::string_view, 8> starts{
      "main", "Main", "WinMain", "DllMain", "init_module", "init", "handler", "lambda_handler"};
  return function.way_in || std::ranges::find(starts, function.name) != starts.end();
}

bool runs_by_itself(std::string_view method) {
  return method.starts_with("__") || method == "constructor";
}

}  // namespace

CallGraph::CallGraph(const std::vector<Outline>& files) {
  for (const Outline& file : files) {
    first_.push_back(static_cast<FunctionId>(functions_.size()));
    for (const Function& function : file.functions) {
      const auto number = static_cast<FunctionId>(functions_.size());
      if (!function.name.empty()) by_name_.emplace(function.name, number);
      if (!function.owner.empty()) by_owner_.emplace(function.owner, number);
      functions_.push_back(&function);
    }
  }
  edges_.resize(functions_.size());
  is_mentioned_.resize(functions_.size());
  reachable_.resize(functions_.size());
  add_edges(files);
  reach_from_the_start(files);
  add_scopes();
  add_files();
}

bool CallGraph::has_room(FunctionId from) {
  const bool room = edges_[from].size() < most_edges && edge_count_ < most_edges_of_all &&
                    ++visits_ < most_visits;
  cut_ = cut_ || !room;
  return room;
}

void CallGraph::add_edge(FunctionId from, FunctionId to) {
  if (from == to) return;
  edges_[from].push_back(to);
  ++edge_count_;
}

void CallGraph::add_edges(const std::vector<Outline>& files) {
  for (std::size_t file = 0; file < files.size(); ++file) {
    for (std::uint32_t number = 1; number < files[file].functions.size(); ++number) {
      const Function& function = files[file].functions[number];
      const FunctionId parent = id(file, function.parent);
      if (!function.name.empty() || !has_room(parent)) continue;
      is_mentioned_[id(file, number)] = true;
      add_edge(parent, id(file, number));
    }
  }
  for (FunctionId from = 0; from < functions_.size(); ++from)
    for (const std::string& name : functions_[from]->mentions) add_named(from, name);
  for (FunctionId from = 0; from < functions_.size(); ++from)
    for (const std::string& name : functions_[from]->mentions) add_class(from, name);
}

void CallGraph::add_named(FunctionId from, const std::string& name) {
  if (name == functions_[from]->name) return;
  const auto [begin, end] = by_name_.equal_range(name);
  for (auto found = begin; found != end && has_room(from); ++found) {
    if (found->second != from) is_mentioned_[found->second] = true;
    add_edge(from, found->second);
  }
}

// Who uses a class runs its constructor, and whatever of it only others call.
void CallGraph::add_class(FunctionId from, const std::string& owner) {
  const auto [begin, end] = by_owner_.equal_range(owner);
  for (auto found = begin; found != end && has_room(from); ++found) {
    const FunctionId method = found->second;
    if (runs_by_itself(functions_[method]->name) || !is_mentioned_[method]) add_edge(from, method);
  }
}

void CallGraph::reach_from_the_start(const std::vector<Outline>& files) {
  std::vector<FunctionId> starts;
  bool has_start = false;
  for (FunctionId function = 0; function < functions_.size(); ++function) {
    if (!is_start(*functions_[function])) continue;
    has_start = true;
    starts.push_back(function);
  }
  for (std::size_t file = 0; file < files.size(); ++file) {
    starts.push_back(first_[file]);
    has_start = has_start || !edges_[first_[file]].empty();
  }
  if (!has_start) {
    for (FunctionId function = 0; function < functions_.size(); ++function) {
      const bool top = std::ranges::find(first_, function) != first_.end();
      if (top || is_mentioned_[function]) continue;
      ++loose_ends_;
      starts.push_back(function);
    }
    if (loose_ends_ == 0)
      for (FunctionId function = 0; function < functions_.size(); ++function)
        starts.push_back(function);
  }
  reach(std::move(starts));
}

void CallGraph::reach(std::vector<FunctionId> next) {
  while (!next.empty()) {
    const FunctionId function = next.back();
    next.pop_back();
    if (reachable_[function]) continue;
    reachable_[function] = true;
    next.insert(next.end(), edges_[function].begin(), edges_[function].end());
  }
}

void CallGraph::add_scopes() {
  scopes_.resize(functions_.size());
  with_.resize(functions_.size());
  std::vector<std::vector<FunctionId>> nameless(functions_.size());
  for (FunctionId function = 0; function < functions_.size(); ++function)
    std::ranges::copy_if(edges_[function], std::back_inserter(nameless[function]),
                         [&](FunctionId inner) { return functions_[inner]->name.empty(); });
  std::size_t members = 0;
  for (FunctionId function = 0; function < functions_.size(); ++function) {
    std::vector<FunctionId>& scope = scopes_[function];
    scope.push_back(function);
    scope.insert(scope.end(), edges_[function].begin(), edges_[function].end());
    for (const FunctionId callee : edges_[function]) {
      const std::size_t left = most_members - std::min(members + scope.size(), most_members);
      const auto& inside = nameless[callee];
      cut_ = cut_ || inside.size() > left;
      scope.insert(scope.end(), inside.begin(),
                   inside.begin() + static_cast<std::ptrdiff_t>(std::min(inside.size(), left)));
    }
    members += scope.size();
    for (const FunctionId member : scope) with_[member].push_back(function);
  }
}

void CallGraph::add_files() {
  const auto file_of = [this](FunctionId function) {
    return static_cast<std::size_t>(std::ranges::upper_bound(first_, function) - first_.begin()) -
           1;
  };
  files_with_.resize(first_.size());
  for (std::size_t file = 0; file < first_.size(); ++file) files_with_[file] = {file};
  if (first_.size() < 2) return;
  for (FunctionId function = 0; function < functions_.size(); ++function) {
    std::vector<std::size_t>& used = files_with_[file_of(function)];
    for (const FunctionId callee : edges_[function])
      if (const std::size_t other = file_of(callee); std::ranges::find(used, other) == used.end())
        used.push_back(other);
  }
}

}  // namespace redcode::analysis
