// The reference, made from the program itself: man pages, shell completion, Markdown. Each maker
// gives the files of its kind; their names are relative to the folder that is asked for.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/page.h"

namespace redcode::cli {

struct ReferenceFile {
  std::string name;
  std::string text;
};
using ReferenceFiles = std::vector<ReferenceFile>;

// Variables of the environment that a program reads besides those that options name, and what each
// means.
using Variables = std::vector<std::pair<std::string_view, std::string_view>>;

// redcode.1, redcode-corpus.1, redcode-corpus-list.1 …
ReferenceFiles man_pages(const CommandPage& program, const std::string& version);

// A page of all commands and one for each with those below it; exit codes, environment variables.
ReferenceFiles markdown_pages(const CommandPage& program, const Guide& guide,
                              const Variables& variables);

// What a shell reads to complete the words of `program`: it asks `PROGRAM complete` at each time.
// None of a shell other than bash, zsh and fish.
ReferenceFiles completion(std::string_view shell, const std::string& program);

}  // namespace redcode::cli
