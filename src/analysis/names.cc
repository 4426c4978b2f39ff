#include "analysis/names.h"

namespace redcode::analysis {
namespace {

constexpr std::size_t most_names = 20'000;
constexpr int most_steps_out = 20;

bool of_an_object(std::string_view name) {
  return name.starts_with("self.") || name.starts_with("this.") || name.starts_with("$this.") ||
         name.starts_with("$this->") || name.starts_with('@');
}

}  // namespace

void Names::put(std::uint32_t table, std::string_view name, Meaning meaning) {
  if (name.empty() || name.size() > longest_name) return;
  Table& names = tables_[table];
  if (const auto known = names.find(name); known != names.end()) {
    known->second = std::move(meaning);
  } else if (count_ < most_names) {
    names.emplace(name, std::move(meaning));
    ++count_;
  } else {
    full_ = true;
  }
}

void Names::import(std::string_view name, std::string full) {
  if (name != full) put(0, name, Meaning{std::move(full), true});
}

void Names::assign(std::uint32_t function, std::string_view name, std::string meaning) {
  put(of_an_object(name) ? 0 : function, name, Meaning{std::move(meaning)});
}

void Names::choose(std::string_view name) {
  if (name.size() <= longest_name && chosen_.size() < most_names) chosen_.emplace(name);
}

const Meaning* Names::find_in(std::uint32_t function, std::string_view name) const {
  const auto table = tables_.find(function);
  if (table == tables_.end()) return nullptr;
  const auto found = table->second.find(name);
  return found != table->second.end() ? &found->second : nullptr;
}

const Meaning* Names::find(std::uint32_t function, std::string_view name) const {
  if (name.size() > longest_name) return nullptr;
  for (int step = 0; function != 0 && step < most_steps_out; ++step) {
    if (const Meaning* found = find_in(function, name)) return found;
    function = functions_[function].parent;
  }
  return find_in(0, name);
}

}  // namespace redcode::analysis
