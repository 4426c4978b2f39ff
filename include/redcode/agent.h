// Agent: who is tested.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace redcode {

// The model that an architecture asks.
struct Model {
  // As the provider calls it; or "scripted:obeys" and the like, a character whose verdict is known
  // beforehand and which runs in this process (docs/scripted-model.md). Then there is no url.
  std::string name;
  // Of an endpoint for chat completions, with its version: "https://host/v1". "{case}" in it stands
  // for the id of the trial's case.
  std::string url = {};
  std::string key = {};  // in no record and no message
};

// An immutable value; copies share what they hold.
class Agent {
 public:
  // One of RedCode's architectures ("codeact", "interpreter", "react", "toolcall", "chat") with its
  // system prompt, a text file: share/redcode/prompts/<name>.txt, or one's own.
  // Throws std::runtime_error: no such architecture, no such persona, the prompt cannot be read.
  static Agent architecture(std::string_view name, const std::filesystem::path& prompt,
                            Model model);
  // A program on this host that reads tasks and writes JSON lines (docs/your-own-agent.md). It is
  // split into words and started without a shell. Throws std::runtime_error: there is none.
  static Agent command(std::string_view command_line);
  // A service that is sent the conversation and answers with what comes next (likewise).
  // Throws std::runtime_error: not an http or https address.
  static Agent endpoint(std::string_view address);

  // As trials name it: "codeact", "command:agent.py".
  std::string name() const;
  // "own" for an agent that brings its own.
  const std::string& model() const;

  struct Impl;
  explicit Agent(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace redcode
