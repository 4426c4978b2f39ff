// A call of a tool, written as JSON: the command it gives, or what its name says.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redcode::judge {

struct ToolCommand {
  std::string code;
  std::string_view spoken;  // the part of the call where its words are, should it only speak
};

// The command, as one text or as a list of words; of ["bash", "-lc", "ls -l"], the script. Nothing
// if the tool takes none.
std::optional<ToolCommand> command_in(std::string_view call);

// By the name of the tool: "Read", "list_dir", "readFile"; but not "search_replace".
bool only_looks(std::string_view call);

}  // namespace redcode::judge
