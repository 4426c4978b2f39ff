// Prints what our reader makes of bash commands, for against_bash.py to hold against what bash
// does.
//
// In: scripts, each ended by a NUL. Out, for each script, fields that are each ended by a NUL:
//   C COUNT FIELD…   a command all of whose arguments are static; the text it gets as input is the
//                    last one, if that is a static here-document or here-string
//   N ID             a command that is not static, by its first argument
//   T FILE           a static file that output goes to
//   E WHY            the script cannot be read
//   .                its end
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>

#include "analysis/shell/fields.h"
#include "analysis/shell/reader.h"
#include "analysis/shell/visit.h"

namespace {

namespace shell = redcode::shell;

void print(std::string_view field) {
  std::cout.write(field.data(), static_cast<std::streamsize>(field.size()));
  std::cout.put('\0');
}

bool gives_text(const shell::Redirect& redirect) {
  return redirect.kind == shell::Redirect::Kind::here_document ||
         redirect.kind == shell::Redirect::Kind::here_string;
}

void print_command(const shell::Command& command, const shell::Simple& simple) {
  auto fields = shell::static_fields(simple.words);
  for (const shell::Redirect& redirect : command.redirects) {
    if (redirect.kind == shell::Redirect::Kind::input && !shell::static_text(redirect.target))
      fields.reset();
    if (!fields || !gives_text(redirect) || redirect.descriptor.value_or(0) != 0) continue;
    const bool document = redirect.document != nullptr;
    auto text = shell::static_text(document ? *redirect.document : redirect.target);
    if (text)
      fields->push_back(*text + (document ? "" : "\n"));
    else
      fields.reset();
  }
  if (fields) {
    print("C");
    print(std::to_string(fields->size()));
    for (const std::string& field : *fields) print(field);
  } else {
    print("N");
    print(simple.words.size() > 1 ? shell::static_text(simple.words[1]).value_or("") : "");
  }
}

void print_targets(const shell::Command& command) {
  for (const shell::Redirect& redirect : command.redirects) {
    using Kind = shell::Redirect::Kind;
    const bool output = redirect.kind == Kind::output || redirect.kind == Kind::append ||
                        redirect.kind == Kind::output_all || redirect.kind == Kind::append_all;
    const auto target = shell::static_text(redirect.target);
    if (!output || !target) continue;
    print("T");
    print(*target);
  }
}

void print_script(std::string_view text) {
  const auto script = shell::read_script(text);
  if (!script) {
    print("E");
    print(script.error().message + " in line " + std::to_string(script.error().where.line));
  } else {
    shell::for_each_command(*script, [](const shell::Command& command) {
      if (const auto* simple = std::get_if<shell::Simple>(&command.what);
          simple != nullptr && !simple->words.empty())
        print_command(command, *simple);
      print_targets(command);
    });
  }
  print(".");
}

}  // namespace

int main() {
  std::string text;
  while (std::getline(std::cin, text, '\0')) print_script(text);
  return 0;
}
