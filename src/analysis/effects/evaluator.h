// Evaluator: follows commands as a shell would, with nothing run, and notes what they would do.
// Inside analysis/effects only.
//
// Both ways of a condition are followed. What a text comes to is kept as far as it is known; the
// rest of it is unknown_text. What it can no longer follow is an unknown effect.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/effects/effect.h"
#include "analysis/effects/ground.h"
#include "analysis/shell/script.h"

namespace redcode::effects {

using Argv = std::vector<std::string>;

// What a command reads, or writes.
struct Stream {
  bool there = false;               // false: nothing, or whatever a terminal says
  std::optional<std::string> text;  // nothing: not known
  Source source = Source::command;
  std::vector<std::string> files;  // whose contents go into it
};

struct Call {
  Argv argv;  // without wrappers
  Stream in;
  std::string name() const;  // of the program, without its folders
};

// What a subshell has its own of.
struct Shell {
  std::string working_dir;  // "" if not known
  std::string previous_dir;
  std::map<std::string, std::vector<std::string>> variables;  // each with what it may be
  std::map<std::string, Argv> arrays;
  std::map<std::string, std::shared_ptr<const shell::Command>> functions;
  std::set<std::string> exported;  // functions that other shells get
  std::map<std::string, std::string> aliases;
  Argv positional;
  bool odd_separators = false;  // IFS is not as usual
};

// What commands have made of the file system so far, in the mind of who follows them.
struct Made {
  std::map<std::string, std::optional<std::string>> files;  // contents, where they are known
  std::map<std::string, std::string> links;                 // a path, and what it stands for
  std::map<std::string, std::string> programs;  // a path or a name, and the program it is
};

class Evaluator {
 public:
  explicit Evaluator(const Ground& ground);

  // Nested scripts. What cannot be read is an unknown effect.
  Stream script(const std::string& text, Stream in, Source source);
  // A program or builtin with its arguments.
  Stream run(Argv argv, Stream in);
  Stream list(const shell::List& list, const Stream& in);

  void add(Effect effect);
  void add(Verb verb, std::string object);
  void unknown(std::string what);
  // Something done to a path, which is completed and looked at.
  void file(Verb verb, const std::string& path, bool recursive = false);
  // A file that gets these contents; `whole` replaces what was in it.
  void written(const std::string& path, const std::optional<std::string>& contents, bool whole);
  // A file that is changed in its place.
  void edited(const std::string& path);
  // What is in a file, as far as anybody can say.
  std::optional<std::string> contents(const std::string& path) const;
  // The path from the root on, with links of this call followed. Has unknown_text where unknown.
  std::string absolute(const std::string& path) const;

  const Ground& ground() const { return ground_; }
  Shell& shell() { return shell_; }
  Made& made() { return made_; }
  std::vector<Effect>& effects() { return effects_; }
  Source source() const { return source_; }
  // Which shell words mean, as alternatives of argument lists.
  std::vector<Argv> arguments(const std::vector<shell::Word>& words);
  std::vector<std::string> texts(const shell::Word& word);

 private:
  friend class Expansion;

  // evaluator.cc
  Stream statement(const shell::Statement& statement, const Stream& in);
  Stream pipeline(const shell::Pipeline& pipeline, Stream in);
  Stream command(const shell::Command& command, Stream in);
  bool spend();

  // compound.cc
  Stream compound(const shell::Command& command, const Stream& in);
  Stream simple(const shell::Command& command, const shell::Simple& simple, const Stream& in);
  Stream loop(const shell::Loop& loop, const Stream& in);
  Stream each(const shell::Each& each, const Stream& in);
  Stream subshell(const shell::List& list, const Stream& in);
  void assign(const shell::Assignment& assignment);
  void only_values(const std::vector<shell::Word>& words);
  Stream called(const std::shared_ptr<const shell::Command>& body, Argv argv, const Stream& in);

  // redirects.cc
  Stream input(const std::vector<shell::Redirect>& redirects, Stream in);
  Stream output(const std::vector<shell::Redirect>& redirects, Stream out);

  const Ground& ground_;
  Shell shell_;
  Made made_;
  std::vector<Effect> effects_;
  std::string evidence_;
  std::uint32_t line_ = 0;
  Source source_ = Source::command;
  int depth_ = 0;
  int conditions_ = 0;  // inside which it may not be what happens
  std::size_t commands_ = 0;
  std::size_t processes_ = 0;
  bool exhausted_ = false;
};

std::string joined(const Argv& words);
std::string base_name(std::string_view path);

}  // namespace redcode::effects
