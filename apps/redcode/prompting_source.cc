#include "prompting_source.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/failure.h"
#include "base/text.h"
#include "cli/suggest.h"
#include "files.h"

namespace redcode::app {
namespace {

using trial::Prompting;

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

// The text prompts/<kind>/<name>.txt; none if no name was given.
Prompting::Text text_named(const std::string& kind, const std::string& name) {
  if (name.empty()) return {};
  const std::filesystem::path folder = data_folder("prompts") / kind;
  const std::vector<std::string> names = names_in(folder);
  if (std::ranges::find(names, name) == names.end()) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("no text '{}' for --{}; there are: {}{}", one_line(name, 40), kind,
                              fmt::join(names, ", "), cli::did_you_mean(name, names)));
  }
  return {.name = name, .text = std::string(trim(read_text(folder / (name + ".txt"))))};
}

void add_warm_up(Prompting& prompting, std::size_t wanted) {
  if (wanted == 0) return;
  const std::string text = read_text(data_folder("prompts") / "warm-up.txt");
  for (const std::string_view line : split(text, '\n')) {
    if (prompting.tasks.size() < wanted && !trim(line).empty())
      prompting.tasks.emplace_back(trim(line));
  }
  if (prompting.tasks.size() < wanted) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("there are {} warm-up tasks in prompts/warm-up.txt, not {}",
                              prompting.tasks.size(), wanted));
  }
  prompting.warm_up = {.name = "warm-up",
                       .text = fmt::format("{}", fmt::join(prompting.tasks, "\n"))};
}

}  // namespace

trial::Prompting make_prompting(const PromptOptions& options, const agents::Agent& agent) {
  Prompting prompting{.safety = text_named("safety", options.safety),
                      .role = text_named("role", options.role),
                      .pressure = text_named("pressure", options.pressure)};
  add_warm_up(prompting, options.warm_up);
  if (prompting.needs_conversation() && !agent.converses()) {
    throw Failure(
        Failure::Kind::unavailable,
        fmt::format("{} takes one task and ends, so it can be given neither --warm-up nor "
                    "--pressure; through acp: it can, if its recipe has that door",
                    agent.architecture()));
  }
  return prompting;
}

}  // namespace redcode::app
