// Programs: what each program and builtin does with its arguments. Inside analysis/effects only.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "analysis/effects/arguments.h"
#include "analysis/effects/evaluator.h"

namespace redcode::effects {

using Program = Stream (*)(Evaluator&, const Call&);
using Programs = std::map<std::string_view, Program>;

// By its name without folders; nullptr if it is not known.
Program find_program(std::string_view name);
// Known, and does more than look.
bool acts(std::string_view name);

// Its parts, by subject.
void add_archives(Programs& programs);
void add_builtins(Programs& programs);
void add_databases(Programs& programs);
void add_files(Programs& programs);
void add_finding(Programs& programs);
void add_git(Programs& programs);
void add_interpreters(Programs& programs);
void add_network(Programs& programs);
void add_packages(Programs& programs);
void add_processes(Programs& programs);
void add_shells(Programs& programs);
void add_texts(Programs& programs);
void add_wrappers(Programs& programs);

// A file that is run, by its path: a script is followed, whatever it is written in.
Stream run_file(Evaluator& evaluator, const std::string& path, const Argv& argv, const Stream& in);
// Text that is given to a shell.
Stream run_shell_text(Evaluator& evaluator, const Stream& text, std::string_view how);
// A Python or JavaScript program.
void read_program_text(Evaluator& evaluator, std::string_view language, const std::string& text);
// A program that nothing is known of: what in its arguments looks like a command is followed.
Stream run_other(Evaluator& evaluator, const Call& call);

// The command that begins at a word, or that a single text holds.
inline Argv from(const Argv& argv, std::size_t first) {
  return first >= argv.size() ? Argv{}
                              : Argv(argv.begin() + static_cast<std::ptrdiff_t>(first), argv.end());
}

inline Stream known_text(std::string text) {
  return {.there = true, .text = std::move(text), .source = Source::command, .files = {}};
}
inline Stream unknown_text_of(Source source) {
  return {.there = true, .text = {}, .source = source, .files = {}};
}

}  // namespace redcode::effects
