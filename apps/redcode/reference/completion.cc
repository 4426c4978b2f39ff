#include "reference/reference.h"

// The scripts hold no word of redcode's own. They give the words up to the cursor to
// `redcode complete`, which answers a candidate a line, a tab, and what it means; where it knows
// nothing, the shell offers files. So they are never out of date.

namespace redcode::app {

// bash breaks words at : and = too and replaces only the last piece; scripted:obeys is one word to
// redcode, so the line is split anew and what stands before the last break is cut off again.
ReferenceFiles bash_completion() {
  return {{.name = "redcode", .text = R"(# Completion of redcode for bash.
_redcode() {
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
complete -o default -F _redcode redcode
)"}};
}

ReferenceFiles zsh_completion() {
  return {{.name = "_redcode", .text = R"(#compdef redcode
# Completion of redcode for zsh.
_redcode() {
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
  (( $#whole )) && _describe redcode whole && nothing=0
  (( $#open )) && _describe redcode open -S '' && nothing=0
  return nothing
}
if [[ $funcstack[1] == _redcode ]]; then
  _redcode "$@"
else
  compdef _redcode redcode
fi
)"}};
}

ReferenceFiles fish_completion() {
  return {{.name = "redcode.fish", .text = R"(# Completion of redcode for fish.
function __redcode_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1] complete -- $words[2..-1] 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c redcode -f -a '(__redcode_complete)'
)"}};
}

}  // namespace redcode::app
