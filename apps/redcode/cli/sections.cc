#include "cli/sections.h"

#include <algorithm>

namespace redcode::app {
namespace {

struct Section {
  std::string_view heading;
  std::vector<std::string_view> options;
};

const std::vector<Section>& table() {
  static const std::vector<Section> all = {
      {"Arguments", {}},
      {"Which cases",
       {"--suite", "--filter", "--subset", "--limit", "--sample", "--seed", "--repeats", "--corpus",
        "--execute-generated", "--show-code"}},
      {"The agent",
       {"--agent", "--model", "--permission", "--temperature", "--max-tokens", "--safety",
        "--warm-up", "--pressure", "--role"}},
      {"Where its model is",
       {"--api", "--base-url", "--key-env", "--key-header", "--header", "--proxy",
        "--model-timeout", "--model-concurrency", "--latency"}},
      {"What it may cost", {"--estimate", "--budget", "--budget-tokens", "--cache", "--prices"}},
      {"Sandboxes", {"--engine", "--sandboxes", "--accept-probe"}},
      {"The run",
       {"--out", "--concurrency", "--attempts", "--retry", "--deadline", "--log", "--metrics",
        "--json", "--config", "--profile"}},
      {"On many hosts", {"--fleet", "--pool", "--store"}},
      {"Options", {}},
  };
  return all;
}

}  // namespace

std::string_view section_of(std::string_view option) {
  const auto found = std::ranges::find_if(table(), [option](const Section& one) {
    return std::ranges::find(one.options, option) != one.options.end();
  });
  return found == table().end() ? table().back().heading : found->heading;
}

std::vector<std::string_view> all_sections() {
  std::vector<std::string_view> headings;
  for (const Section& one : table()) headings.push_back(one.heading);
  return headings;
}

}  // namespace redcode::app
