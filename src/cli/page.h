// The command line as data: what help, man pages, completion and the reference are made of. It is
// read off the parser itself, so nothing that can be typed is left out of them.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::cli {

// With which codes commands end, and what each says: {"redcode gate": {1: "…"}}. Those of the
// program itself hold for every command that says nothing else.
using Meanings = std::map<int, std::string>;
using ExitCodes = std::map<std::string, Meanings, std::less<>>;

// The options that stand under a heading, in the help of a command that has many.
struct Heading {
  std::string name;
  std::vector<std::string> options;
};

// What a program tells of its command line that the parser does not know.
struct Guide {
  std::vector<Heading> headings;           // in the order they are shown in
  std::vector<std::string> main_commands;  // those a newcomer needs, in the order of that
  std::string first_steps;                 // the last line of the program's help
  ExitCodes exit_codes;
};

// An option, or an argument without a name of its own.
struct OptionPage {
  std::vector<std::string> names;  // "-h", "--help"; of an argument the one word it is called by
  bool argument = false;
  bool required = false;
  bool repeated = false;
  std::string value;                 // what stands for it: "TEXT", "N"; "" of a flag
  std::vector<std::string> choices;  // the only values there are
  std::string range;                 // "1 to 100"
  std::string standard;              // what holds when it is not given
  std::string variable;              // of the environment, that gives it too
  std::string help;
  std::string section;  // the heading it stands under
};

struct CommandPage {
  std::vector<std::string> words;  // "redcode", "corpus", "list"
  std::string help;                // one line
  std::vector<OptionPage> options;
  std::vector<std::string> sections;  // the headings its options stand under, in order
  Meanings exit_codes;
  std::vector<std::string> examples;  // "redcode corpus list --filter twin"
  std::vector<CommandPage> below;     // hidden ones are left out

  std::string name() const;  // "redcode corpus list"
};

// The page of `app`, with those of all commands below it.
CommandPage page_of(const CLI::App& app, const Guide& guide = {});

// Every page from `page` down, itself first.
std::vector<const CommandPage*> all_pages(const CommandPage& page);

// "redcode corpus list [OPTIONS] FOLDER…"
std::string usage(const CommandPage& page);

// "--engine TEXT", "-h, --help", "RUN…"
std::string signature(const OptionPage& option);

// What is to be known of an option besides its help: "default: auto", "1 to 100", "required".
std::vector<std::string> notes(const OptionPage& option);

// The option's help, and its notes in brackets of that kind.
std::string help_with_notes(const OptionPage& option, char open, char close);

}  // namespace redcode::cli
