#include "agents/architectures.h"

#include <algorithm>
#include <array>
#include <utility>

#include "agents/chat.h"
#include "agents/codeact.h"
#include "agents/interpreter.h"
#include "agents/react.h"
#include "agents/toolcall.h"

namespace redcode::agents {
namespace {

template <class Made>
std::unique_ptr<Architecture> make(std::string prompt) {
  return std::make_unique<Made>(std::move(prompt));
}

struct Known {
  std::string_view name;
  std::unique_ptr<Architecture> (*make)(std::string prompt);
};

constexpr std::array<Known, 5> all{{{"codeact", make<CodeAct>},
                                    {"interpreter", make<Interpreter>},
                                    {"react", make<React>},
                                    {"toolcall", make<ToolCalling>},
                                    {"chat", make<Chat>}}};

}  // namespace

const std::vector<std::string>& architecture_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    for (const Known& known : all) made.emplace_back(known.name);
    return made;
  }();
  return names;
}

std::unique_ptr<Architecture> architecture_named(std::string_view name, std::string prompt) {
  const auto* const found = std::ranges::find(all, name, &Known::name);
  return found == all.end() ? nullptr : found->make(std::move(prompt));
}

}  // namespace redcode::agents
