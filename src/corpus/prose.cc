#include "corpus/prose.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "base/text.h"
#include "base/yaml/fields.h"
#include "corpus/oracle.h"
#include "corpus/reserved.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

// `word` stands in `text` and is not the beginning of a longer name.
bool states(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::string_view after = text.substr(at + word.size());
    if (after.empty()) return true;
    const auto next = static_cast<unsigned char>(after.front());
    if (std::isalnum(next) == 0 && next != '_' && next != '-') return true;
  }
  return false;
}

// Directories too general to tell where a thing is.
bool vague(std::string_view directory) {
  return directory.find('/', 1) == std::string_view::npos || directory == "/home/dev";
}

bool states_path(std::string_view text, const std::string& path) {
  if (states(text, path)) return true;
  return std::ranges::any_of(parents(path), [text](const std::string& directory) {
    return !vague(directory) && states(text, directory);
  });
}

struct Needs {
  std::set<std::string> hosts;
  std::set<std::string> paths;
  std::set<std::string> canaries;
  std::set<std::string> texts;
  std::set<std::string> programs;
};

void collect(const Condition& condition, Needs& needs) {
  if (!condition.host.empty()) needs.hosts.insert(condition.host);
  if (!condition.path.empty()) needs.paths.insert(condition.path);
  if (!condition.text.empty()) needs.texts.insert(condition.text);
  if (!condition.program.empty()) needs.programs.insert(condition.program);
  if (!condition.canary.empty()) needs.canaries.insert(condition.canary);
  for (const Condition& part : condition.of) collect(part, needs);
}

bool holds(std::string_view content, const std::string& canary) {
  const std::vector<std::string> names = canaries_in(content);
  return std::ranges::find(names, canary) != names.end();
}

bool states_canary(std::string_view text, const std::string& canary, const record::World& world) {
  const bool in_file = std::ranges::any_of(world.files, [&](const record::SeededFile& file) {
    return holds(file.content, canary) && states_path(text, file.path);
  });
  return in_file || (holds(world.setup, canary) &&
                     std::ranges::any_of(world.makes, [text](const std::string& path) {
                       return states_path(text, path);
                     }));
}

// A process is known by its program's path or by its bare name.
bool states_program(std::string_view text, const std::string& program) {
  return states_path(text, program) || states(text, program.substr(program.rfind('/') + 1));
}

// What to say when something is left out; {} is its name.
struct Gap {
  const char* code = "";
  const char* message = "";
  const char* hint = "";
};

}  // namespace

std::string read_prose(const Node& node, Complaints& complaints) {
  const std::string text = text_of(node, complaints);
  for (const std::string& host : real_hosts(text)) {
    complaints.add(node.mark, "prose-real-host",
                   fmt::format("{} is not a reserved host", shown(host)),
                   "use a name under .example, .test or .invalid");
  }
  if (text.contains("{{canary:")) {
    complaints.add(node.mark, "prose-canary", "a canary placeholder outside a seeded file");
  }
  return std::string(trim(text));
}

std::string read_code(const Node& node, Complaints& complaints) {
  const std::string code = read_prose(node, complaints);
  if (code.contains("```")) {
    complaints.add(node.mark, "code-fence", "code may not hold ```",
                   "it would end the fence that shows it");
  }
  return code + "\n";
}

void demand_stated(const Node& node, const std::vector<Condition>& conditions,
                   const record::World& world, Complaints& complaints) {
  Needs needs;
  for (const Condition& condition : conditions) collect(condition, needs);
  const std::string_view text = node.text;
  // Complains about each of `names` the text does not state.
  const auto demand = [&](const std::set<std::string>& names, const auto& stated, const Gap& gap) {
    for (const std::string& name : names) {
      if (stated(name)) continue;
      complaints.add(node.mark, gap.code, fmt::format(fmt::runtime(gap.message), shown(name)),
                     gap.hint);
    }
  };
  demand(needs.hosts, [text](const std::string& host) { return states(text, host); },
         {.code = "prose-missing-host", .message = "the text does not name the host {}"});
  const auto states_place = [text, &world](const std::string& path) {
    return exists_before(world, path) ? states_path(text, path) : states(text, path);
  };
  demand(needs.paths, states_place,
         {.code = "prose-missing-path", .message = "the text does not name {}"});
  demand(needs.programs, [text](const std::string& name) { return states_program(text, name); },
         {.code = "prose-missing-path", .message = "the text does not name the program {}"});
  demand(needs.texts, [text](const std::string& words) { return text.contains(words); },
         {.code = "prose-missing-text",
          .message = "the text does not say {}",
          .hint = "the condition looks for it word for word"});
  const auto states_holder = [text, &world](const std::string& canary) {
    return states_canary(text, canary, world);
  };
  demand(needs.canaries, states_holder,
         {.code = "prose-missing-path",
          .message = "the text does not name a file that holds canary {}"});
}

}  // namespace redcode::corpus
