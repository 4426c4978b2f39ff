#include "analysis/helper_use.h"

#include <algorithm>
#include <set>

#include "analysis/nodes.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

constexpr std::size_t most_calls = 100'000;
constexpr std::size_t longest_helper_call = 400;
constexpr int most_rounds = 4;  // a helper's helper's helper

constexpr std::uint8_t reads = 1;
constexpr std::uint8_t writes = 2;
constexpr std::uint8_t removes = 4;

}  // namespace

// One thing that a call does to one file.
struct HelperUse::Step {
  std::string path;
  std::uint8_t uses = 0;
  bool by_helper = false;
};

void HelperUse::define(std::uint32_t function, std::string name,
                       std::vector<std::string> parameters) {
  if (parameters.empty() || helpers_.size() >= most_functions) return;
  Uses uses(parameters.size());
  helpers_[function] = {.parameters = std::move(parameters), .uses = std::move(uses)};
  by_name_.emplace(std::move(name), function);
}

void HelperUse::take(Call call) {
  full_ = full_ || calls_.size() >= most_calls;
  if (full_) return;
  call.written = call.written.substr(0, longest_helper_call);
  calls_.push_back(std::move(call));
}

const HelperUse::Helper* HelperUse::named(std::string_view written) const {
  const std::string_view callee = trim(written.substr(0, written.find('(')));
  if (callee.size() == written.size()) return nullptr;
  const auto found = by_name_.find(last_name(callee));
  if (found == by_name_.end()) return nullptr;
  return &helpers_.at(found->second);
}

std::vector<HelperUse::Step> HelperUse::steps_of(const Call& call) const {
  std::vector<Step> steps;
  for (const std::string& path : call.touched.read) steps.push_back({.path = path, .uses = reads});
  if (!call.touched.written.empty())
    steps.push_back({.path = call.touched.written, .uses = writes});
  if (!call.touched.removed.empty())
    steps.push_back({.path = call.touched.removed, .uses = removes});
  const Helper* const helper = named(call.written);
  if (helper == nullptr) return steps;
  const std::vector<std::string_view> arguments =
      listed_in(call.written.substr(call.written.find('(') + 1));
  const std::size_t count = std::min(arguments.size(), helper->uses.size());
  for (std::size_t place = 0; place < count; ++place)
    if (helper->uses[place] != 0)
      steps.push_back(
          {.path = bare_path(arguments[place]), .uses = helper->uses[place], .by_helper = true});
  return steps;
}

// What a function does to files that its parameters name, it does as a helper.
bool HelperUse::learn(const Call& call) {
  const auto found = helpers_.find(call.function);
  if (found == helpers_.end()) return false;
  bool more = false;
  for (const Step& step : steps_of(call)) {
    const auto& parameters = found->second.parameters;
    const auto place = std::ranges::find(parameters, step.path,
                                         [](const std::string& name) { return bare_path(name); });
    if (place == parameters.end()) continue;
    std::uint8_t& uses = found->second.uses[static_cast<std::size_t>(place - parameters.begin())];
    more = more || (uses | step.uses) != uses;
    uses |= step.uses;
  }
  return more;
}

void HelperUse::learn_all() {
  bool more = true;
  for (int round = 0; more && round < most_rounds; ++round) {
    more = false;
    for (const Call& call : calls_) more = learn(call) || more;
  }
}

void HelperUse::follow(const Call& call, const Step& step, Read& read, std::vector<Deed>& found) {
  // A helper that reads and writes is itself seen to do so.
  if ((step.uses & reads) != 0) {
    read.emplace(std::pair(call.function, step.path), step.by_helper);
    return;
  }
  const auto known = read.find({call.function, step.path});
  if (known == read.end() || !(known->second || step.by_helper)) return;
  if ((step.uses & writes) != 0) found.push_back({.kind = Kind::rewrite, .fact = call.fact});
  if ((step.uses & removes) != 0) found.push_back({.kind = Kind::remove, .fact = call.fact});
}

std::vector<HelperUse::Deed> HelperUse::deeds() {
  if (helpers_.empty()) return {};
  std::ranges::sort(calls_, {}, [](const Call& call) { return std::pair(call.end, call.fact); });
  learn_all();
  Read read;
  std::vector<Deed> found;
  for (const Call& call : calls_)
    for (const Step& step : steps_of(call)) follow(call, step, read, found);
  return found;
}

}  // namespace redcode::analysis
