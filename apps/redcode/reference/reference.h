// The reference, made from the program itself: man pages, shell completion, Markdown. Each maker
// gives the files of its kind; their names are relative to the folder that is asked for.
#pragma once

#include <string>
#include <vector>

#include "cli/page.h"

namespace redcode::app {

struct ReferenceFile {
  std::string name;
  std::string text;
};
using ReferenceFiles = std::vector<ReferenceFile>;

// redcode.1, redcode-corpus.1, redcode-corpus-list.1 …
ReferenceFiles man_pages(const CommandPage& program);

// A page of all commands and one for each with those below it; oracle words, metrics, exit codes,
// environment variables, formats.
ReferenceFiles markdown_pages(const CommandPage& program);

// What a shell reads to complete redcode's words: it asks `redcode complete` at each time.
ReferenceFiles bash_completion();
ReferenceFiles zsh_completion();
ReferenceFiles fish_completion();

}  // namespace redcode::app
