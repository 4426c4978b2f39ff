#include <array>

#include "cli/reference.h"

// The scripts hold no word of the program's own. They give the words up to the cursor to
// `PROGRAM complete`, which answers a candidate a line, a tab, and what it means; where it knows
// nothing, the shell offers files. So they are never out of date.

namespace redcode::cli {
namespace {

struct Script {
  std::string_view shell;
  std::string_view file;
  std::string_view text;
};

constexpr std::array scripts{
    // bash breaks words at : and = too and replaces only the last piece; scripted:obeys is one word
    // to the program, so the line is split anew and what stands before the last break is cut off
    // again.
    Script{"bash", "PROGRAM", R"(# Completion of PROGRAM for bash.
_PROGRAM() {
  local -a words
  local word
  read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
  [[ ${COMP_LINE:COMP_POINT-1:1} == [[:space:]] ]] && words+=("")
  local current=${words[-1]}
  local before=${current%"${current##*[:=]}"}
  COMPREPLY=()
  while IFS= read -r word; do
    word=${word%%$'\t'*}
    COMPREPLY+=("${word#"$before"}")
  done < <("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null)
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[.:=/] ]]; then compopt -o nospace; fi
}
complete -o default -F _PROGRAM PROGRAM
)"},
    Script{"zsh", "_PROGRAM", R"(#compdef PROGRAM
# Completion of PROGRAM for zsh.
_PROGRAM() {
  local line nothing=1
  local -a whole open
  for line in "${(@f)$("$words[1]" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] || continue
    local word=${line%%$'\t'*} meaning=${line#*$'\t'}
    if [[ $word == *[.:=/] ]]; then
      open+=("${word//:/\\:}:$meaning")
    else
      whole+=("${word//:/\\:}:$meaning")
    fi
  done
  if (( $#whole + $#open == 0 )); then
    _files
    return
  fi
  (( $#whole )) && _describe PROGRAM whole && nothing=0
  (( $#open )) && _describe PROGRAM open -S '' && nothing=0
  return nothing
}
if [[ $funcstack[1] == _PROGRAM ]]; then
  _PROGRAM "$@"
else
  compdef _PROGRAM PROGRAM
fi
)"},
    Script{"fish", "PROGRAM.fish", R"(# Completion of PROGRAM for fish.
function __PROGRAM_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1] complete -- $words[2..-1] 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c PROGRAM -f -a '(__PROGRAM_complete)'
)"},
};

std::string with_name(std::string_view text, const std::string& program) {
  static constexpr std::string_view stands_for_it = "PROGRAM";
  std::string made(text);
  for (std::size_t at = made.find(stands_for_it); at != std::string::npos;
       at = made.find(stands_for_it, at + program.size())) {
    made.replace(at, stands_for_it.size(), program);
  }
  return made;
}

}  // namespace

ReferenceFiles completion(std::string_view shell, const std::string& program) {
  for (const Script& one : scripts) {
    if (one.shell != shell) continue;
    return {{.name = with_name(one.file, program), .text = with_name(one.text, program)}};
  }
  return {};
}

}  // namespace redcode::cli
