// Outline: code of any language as a list of facts, each one line of text that rules can match.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/chosen.h"

namespace redcode::analysis {

enum class Kind : std::uint8_t {
  call,     // resolved callee(arguments); in shells a whole command
  string,   // a literal with its quotes
  define,   // a function's or class's name
  import,   // the full name of what is imported
  assign,   // left = right
  pipe,     // a shell's pipeline
  loop,     // the head of a loop: "while True", "for f in os.walk(top)"
  use,      // a member or element that is read: os.environ["HOME"], document.cookie
  test,     // a comparison: socket.gethostname() == "x"; a shell's [[ … ]]
  rewrite,  // a call that writes a file which the same function read before
  remove,   // a call that removes such a file
  yara,     // the name of a byte pattern found
};

inline constexpr std::size_t all_kinds = static_cast<std::size_t>(Kind::yara) + 1;

inline constexpr std::array<std::string_view, all_kinds> kind_names{
    "call", "string", "define", "import",  "assign", "pipe",
    "loop", "use",    "test",   "rewrite", "remove", "yara"};

inline constexpr std::size_t longest_fact = 2000;
inline constexpr std::size_t most_facts = 200'000;
inline constexpr std::size_t most_functions = 20'000;
inline constexpr std::size_t most_fact_bytes = std::size_t{16} << 20U;

struct Fact {
  Kind kind = Kind::call;
  std::string text;  // blanks squeezed
  std::uint32_t line = 0;
  std::uint32_t function = 0;     // its place in Outline::functions
  std::vector<Span> chosen = {};  // names in the text that the author was free to choose
};

struct Function {
  std::string name;                     // "" for the top level and for what has no name
  std::string owner = {};               // the class it is a method of
  std::uint32_t parent = 0;             // the function it stands in
  bool way_in = false;                  // exported, or registered by a decorator
  std::set<std::string> mentions = {};  // names used in it that may be functions
  std::vector<std::string> parameters = {};
  std::string returns = {};  // what it gives back, chosen names marked; "" if nothing is known
};

// What tells how complete a file is.
struct Tally {
  std::size_t work = 0;  // assignments, redirections and results that do something
  std::map<std::string, std::size_t> calls = {};  // by the callee's last name; no mere ceremony
  std::size_t placeholders = 0;  // pass, ..., "not implemented", TODO, empty bodies
  std::size_t trouble = 0;       // bytes the parser could not make sense of
  std::size_t bytes = 0;
  std::set<std::string> called = {};    // bare names that are called
  std::set<std::string> declared = {};  // names that the file itself gives a meaning
};

struct Outline {
  std::vector<Fact> facts = {};
  std::vector<Function> functions = {Function{}};  // the first is the top level
  std::set<std::string> classes = {};
  Tally tally = {};
  std::string note = {};  // what was cut short
};

}  // namespace redcode::analysis
