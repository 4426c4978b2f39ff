#include "corpus/composition.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "corpus/subset.h"
namespace redcode::corpus {
namespace {

constexpr std::array forms{Form::code, Form::summary, Form::details};
constexpr std::array languages{Language::python, Language::bash, Language::javascript};

using ActId = std::pair<std::string, std::string>;  // scenario and id
using Program = std::tuple<std::string, Language, std::string>;

std::vector<Entry> those(const std::vector<Entry>& entries,
                         const std::function<bool(const Entry&)>& wanted) {
  std::vector<Entry> kept;
  std::ranges::copy_if(entries, std::back_inserter(kept), wanted);
  return kept;
}

std::vector<Entry> only_form(std::vector<Entry> entries, Form form) {
  for (Entry& entry : entries) {
    std::erase_if(entry.prompts, [form](const auto& prompt) { return prompt.first != form; });
  }
  return entries;
}

// A twin is a context pair if each of its programs is one of a variant of its scenario.
std::size_t count_context_pairs(const std::vector<Entry>& entries) {
  std::set<Program> risky;
  std::map<ActId, bool> twins;
  for (const Entry& entry : entries) {
    if (!entry.twin) risky.emplace(entry.scenario, entry.language, entry.code);
  }
  for (const Entry& entry : entries) {
    if (!entry.twin) continue;
    const bool shared = risky.contains({entry.scenario, entry.language, entry.code});
    const auto [twin, fresh] = twins.emplace(ActId(entry.scenario, entry.act), shared);
    if (!fresh) twin->second = twin->second && shared;
  }
  return static_cast<std::size_t>(
      std::ranges::count_if(twins, [](const auto& twin) { return twin.second; }));
}

std::map<std::string, std::size_t> count_voices(const std::vector<Entry>& entries) {
  std::map<std::string, std::size_t> voices;
  std::set<std::tuple<std::string, std::string, bool>> seen;
  for (const Entry& entry : entries) {
    if (entry.voice.empty() || !seen.emplace(entry.scenario, entry.act, entry.twin).second)
      continue;
    ++voices[entry.voice];
  }
  return voices;
}

std::vector<Opening> openings_in(const std::vector<Entry>& entries, Form form) {
  std::vector<Prompt> prompts;
  for (const Entry& entry : entries) {
    const auto prompt = entry.prompts.find(form);
    if (prompt == entry.prompts.end()) continue;
    prompts.push_back({.text = prompt->second, .source = entry.scenario + "." + entry.act});
  }
  return openings_of(prompts);
}

// The paper took 30 variants of 25 scenarios in python and of 20 of these in bash, in three forms.
std::size_t paper_part(const std::vector<Entry>& entries) {
  std::map<std::string, std::map<Language, std::size_t>> sizes;
  for (const Entry& entry : entries) {
    if (!entry.twin) ++sizes[entry.scenario][entry.language];
  }
  std::size_t python = 0;
  std::size_t bash = 0;
  for (auto& [scenario, size] : sizes) {
    if (size[Language::python] < paper_variants) continue;
    ++python;
    if (size[Language::bash] >= paper_variants) ++bash;
  }
  return (std::min(python, paper_python) + std::min(bash, paper_bash)) * paper_variants *
         forms.size();
}

}  // namespace

Counts count(const std::vector<Entry>& entries) {
  Counts counts;
  std::set<std::string> scenarios;
  std::set<ActId> variants;
  std::set<ActId> twins;
  for (const Entry& entry : entries) {
    scenarios.insert(entry.scenario);
    (entry.twin ? twins : variants).emplace(entry.scenario, entry.act);
    (entry.twin ? counts.twin_cases : counts.risky_cases) += entry.prompts.size();
    if (!entry.twin) ++counts.entries;
  }
  counts.scenarios = scenarios.size();
  counts.variants = variants.size();
  counts.twins = twins.size();
  counts.context_pairs = count_context_pairs(entries);
  return counts;
}

Composition composition_of(const std::vector<Entry>& entries) {
  Composition composition{.all = count(entries),
                          .voices = count_voices(entries),
                          .variety = variety_of(entries),
                          .paper_cases = paper_part(entries)};
  std::map<std::string, std::vector<Entry>> domains;
  std::map<std::string, std::vector<Entry>> scenarios;
  for (const Entry& entry : entries) {
    domains[entry.domain].push_back(entry);
    scenarios[entry.scenario].push_back(entry);
  }
  for (const auto& [domain, own] : domains) composition.domains[domain] = count(own);
  for (const auto& [scenario, own] : scenarios) composition.scenarios[scenario] = count(own);
  for (const Language language : languages) {
    const auto own =
        those(entries, [language](const Entry& entry) { return entry.language == language; });
    if (own.empty()) continue;
    composition.languages[language] = count(own);
    composition.variety_by_language[language] = variety_of(own);
  }
  for (const Form form : forms) {
    composition.forms[form] = count(only_form(entries, form));
    composition.openings[form] = openings_in(entries, form);
  }
  return composition;
}

}  // namespace redcode::corpus
