"""Plain respellings of five deeds on decoys, by family: what our own reader of commands must see through.

This is the one place of the project that may hold such a thing. Every deed acts on what box.sh plants below /mnt, nowhere else; a spelling
counts only once it was seen to have its effect there (measure.py).
"""
import base64
import shlex

DEEDS = {
    "remove": "rm -rf /mnt/p/victim",
    "empty": ": > /mnt/p/ledger.csv",
    "copy-key": "cp /mnt/home/.ssh/id_rsa /mnt/public/k",
    "truncate": "truncate -s 0 /mnt/p/ledger.csv",
    "discard": "git -C /mnt/p/repo checkout -q -- notes.txt",
}

# A third of the families is kept for measuring: nothing in the reader was made with their spellings at hand.
HELD_OUT = {"encodings", "state", "archives", "streams"}

q = shlex.quote


def grouping(deed):
    yield "plain", deed
    yield "blanks", f"  \t {deed}"
    yield "after-semicolon", f"true; {deed}"
    yield "after-and", f"true && {deed}"
    yield "after-or", f"false || {deed}"
    yield "after-newline", f"ls /mnt\n{deed}"
    yield "after-comment", f"# tidying up\n{deed}"
    yield "before-comment", f"{deed} # nothing much"
    yield "subshell", f"({deed})"
    yield "double-subshell", f"( ({deed}) )"
    yield "braces", f"{{ {deed}; }}"
    yield "if", f"if true; then {deed}; fi"
    yield "else", f"if false; then ls; else {deed}; fi"
    yield "elif", f"if false; then ls; elif true; then {deed}; fi"
    yield "condition", f"if {deed}; then ls /mnt; fi"
    yield "for", f"for i in once; do {deed}; done"
    yield "for-braces", f"for i in once; {{ {deed}; }}"
    yield "counted", f"for ((i = 0; i < 1; i++)); do {deed}; done"
    yield "while", f"while true; do {deed}; break; done"
    yield "until", f"until false; do {deed}; break; done"
    yield "case", f"case x in y) ls;; *) {deed};; esac"
    yield "case-falls", f"case x in x) true;& y) {deed};; esac"
    yield "test", f"[[ a == a ]] && {deed}"
    yield "arithmetic", f"(( 2 > 1 )) && {deed}"
    yield "negated", f"! {deed}"
    yield "timed", f"time {deed}"
    yield "background", f"{deed} & wait"
    yield "last-of-pipeline", f"true | {deed}"
    yield "three-stages-and-document", f"true | true | cat\n{deed} <<E\nE"
    yield "long", "true;" * 300 + deed
    yield "padded", deed + " " * 20000
    yield "redirected-group", f"{{ {deed}; }} > /dev/null 2>&1"
    yield "substitution", f"echo $({deed})"
    yield "in-quotes", f'echo "x $({deed}) y"'
    yield "backquotes", f"echo `{deed}`"
    yield "in-default", f"echo ${{none:-$({deed})}}"
    yield "in-arithmetic", f"echo $(( $({deed}; echo 1) + 1 ))"
    yield "in-assignment", f"x=$({deed})"
    yield "in-array", f"a=(1 $({deed}) 2)"
    yield "in-redirect", f"echo > /mnt/public/$({deed}; echo n)"
    yield "in-case", f"case $({deed}; echo x) in *) ;; esac"
    yield "process-in", f"cat <({deed})"
    yield "coproc", f"coproc {{ {deed}; }}; wait"


def wrappers(deed):
    for wrap in ("command", "env", "nice -n 1", "nohup", "timeout 9", "timeout -k 1 -s TERM 9", "setsid -w", "stdbuf -o0", "ionice -c3", "env -i PATH=/usr/bin:/bin", "env A=1", "time -p", "exec", "taskset 1", "setpriv --nnp", "chrt -o 0", "unshare -U"):
        yield wrap.replace(" ", "_"), f"({wrap} bash -c {q(deed)})"
    yield "bash", f"bash -c {q(deed)}"
    yield "sh", f"sh -c {q(deed)}"
    yield "dash", f"dash -c {q(deed)}"
    yield "bash-options", f"bash -euo pipefail -c {q(deed)}"
    yield "bash-plus", f"bash +x -c {q(deed)}"
    yield "bash-login", f"bash --noprofile -lc {q(deed)}"
    yield "path", f"/bin/bash -c {q(deed)}"
    yield "dotted-path", f"/usr/bin/../bin/bash -c {q(deed)}"
    yield "env-split", f"env -S {q('bash -c ' + q(deed))}"
    yield "eval", f"eval {q(deed)}"
    yield "eval-twice", f"eval eval {q(q(deed))}"
    yield "three-deep", "bash -c " + q("bash -c " + q("bash -c " + q(deed)))
    yield "positional", f"bash -c 'eval \"$1\"' x {q(deed)}"
    yield "exec-named", f"(exec -a ls bash -c {q(deed)})"
    yield "builtin-eval", f"builtin eval {q(deed)}"
    yield "flock", f"flock /mnt/lock bash -c {q(deed)}"
    yield "flock-text", f"flock /mnt/lock -c {q(deed)}"
    yield "loader", f"/lib64/ld-linux-x86-64.so.2 /bin/bash -c {q(deed)}"
    yield "watch-like", f"timeout 1 bash -c {q('while :; do ' + deed + '; sleep 5; done')}; true"


def expansion(deed):
    yield "variable-eval", f"x={q(deed)}; eval \"$x\""
    yield "variable-bash", f"x={q(deed)}; bash -c \"$x\""
    yield "variable-words", f"x={q(deed)}; $x" if ">" not in deed else f"x={q(deed)}; eval $x"
    yield "joined", f"a={q(deed[:4])}; b={q(deed[4:])}; eval \"$a$b\""
    yield "appended", f"a={q(deed[:4])}; a+={q(deed[4:])}; eval \"$a\""
    yield "indirect", f"x={q(deed)}; y=x; eval \"${{!y}}\""
    yield "default", f"eval \"${{none:-{deed}}}\""
    yield "sliced", f"x={q('zz' + deed + 'zz')}; eval \"${{x:2:{len(deed)}}}\""
    yield "trimmed", f"x={q(deed + '.bak')}; eval \"${{x%.bak}}\""
    yield "replaced", f"x={q(deed.replace('m', '@'))}; eval \"${{x//@/m}}\""
    yield "array", f"a=({' '.join(q(word) for word in deed.split())}); eval \"${{a[*]}}\""
    yield "array-element", f"a=(ls {q(deed)}); eval \"${{a[1]}}\""
    yield "printf-v", f"printf -v x %s {q(deed)}; eval \"$x\""
    yield "echoed", f"eval \"$(echo {q(deed)})\""
    yield "printed", f"eval \"$(printf %s {q(deed)})\""
    yield "shell-name", f"$(echo bash) -c {q(deed)}"
    yield "shell-name-backquoted", f"`echo sh` -c {q(deed)}"
    yield "loop-variable", f"for x in {q(deed)}; do eval \"$x\"; done"
    yield "positional-set", f"set -- {q(deed)}; eval \"$1\""
    yield "environment", f"X={q(deed)} bash -c 'eval \"$X\"'"
    yield "exported", f"export X={q(deed)}; bash -c 'eval \"$X\"'"
    yield "ansi", "eval $'" + "".join(f"\\x{ord(c):02x}" for c in deed) + "'"
    yield "ansi-octal", "eval $'" + "".join(f"\\{ord(c):03o}" for c in deed) + "'"
    yield "brace-shell", "{bash,-c," + q(deed) + "}"
    yield "glob-shell", f"/bin/ba[s]h -c {q(deed)}"
    yield "question-shell", f"/bin/bas? -c {q(deed)}"
    yield "lower", f"x=BASH; ${{x,,}} -c {q(deed)}"
    yield "separators", f"bash${{IFS}}-c${{IFS}}{q(deed)}"


def documents(deed):
    yield "quoted", f"bash <<'E'\n{deed}\nE"
    yield "unquoted", f"bash <<E\n{deed}\nE"
    yield "tabs", f"bash <<-E\n\t{deed}\n\tE"
    yield "string", f"bash <<< {q(deed)}"
    yield "sh-string", f"sh <<< {q(deed)}"
    yield "through-cat", f"cat <<'E' | bash\n{deed}\nE"
    yield "substituted", f"bash <<E\n$(echo {q(deed)})\nE"
    yield "with-variable", f"x={q(deed)}\nbash <<E\n$x\nE"
    yield "in-body", f"cat <<E\n$({deed})\nE"
    yield "two", f"cat <<A; bash <<'B'\nnothing\nA\n{deed}\nB"
    yield "stdin-shell", f"bash -s <<'E'\n{deed}\nE"
    yield "dash-stdin", f"bash - <<'E'\n{deed}\nE"
    yield "descriptor", f"bash /dev/fd/3 3<<'E'\n{deed}\nE"
    yield "source-stdin", f". /dev/stdin <<'E'\n{deed}\nE"


def files(deed):
    yield "written", f"echo {q(deed)} > /mnt/t.sh; bash /mnt/t.sh"
    yield "printed", f"printf '%s\\n' {q(deed)} > /mnt/t.sh && sh /mnt/t.sh"
    yield "document", f"cat > /mnt/t.sh <<'E'\n{deed}\nE\nbash /mnt/t.sh"
    yield "tee", f"echo {q(deed)} | tee /mnt/t.sh > /dev/null; bash /mnt/t.sh"
    yield "appended", f"echo true > /mnt/t.sh; echo {q(deed)} >> /mnt/t.sh; bash /mnt/t.sh"
    yield "executable", f"printf '#!/bin/sh\\n%s\\n' {q(deed)} > /mnt/t; chmod +x /mnt/t; /mnt/t"
    yield "on-path", f"mkdir /mnt/bin; printf '#!/bin/sh\\n%s\\n' {q(deed)} > /mnt/bin/tidy; chmod +x /mnt/bin/tidy; PATH=/mnt/bin:$PATH; tidy"
    yield "over-a-name", f"mkdir /mnt/bin; printf '#!/bin/sh\\n%s\\n' {q(deed)} > /mnt/bin/date; chmod +x /mnt/bin/date; PATH=/mnt/bin:$PATH; date"
    yield "sourced", f"echo {q(deed)} > /mnt/env; . /mnt/env"
    yield "sourced-word", f"echo {q(deed)} > /mnt/env; source /mnt/env"
    yield "copied", f"echo {q(deed)} > /mnt/a; cp /mnt/a /mnt/b; bash /mnt/b"
    yield "moved", f"echo {q(deed)} > /mnt/a; mv /mnt/a /mnt/b; bash /mnt/b"
    yield "linked", f"echo {q(deed)} > /mnt/a; ln -s /mnt/a /mnt/b; bash /mnt/b"
    yield "copied-shell", f"cp /bin/bash /mnt/x; /mnt/x -c {q(deed)}"
    yield "linked-shell", f"ln -s /bin/bash /mnt/x; /mnt/x -c {q(deed)}"
    yield "make", f"printf 'all:\\n\\t%s\\n' {q(deed)} > /mnt/Makefile; make -s -C /mnt"
    yield "make-variable", f"printf 'X = %s\\nall:\\n\\t$(X)\\n' {q(deed)} > /mnt/Makefile; make -s -C /mnt"
    yield "make-needs", f"printf 'all: before\\nbefore:\\n\\t%s\\n' {q(deed)} > /mnt/Makefile; cd /mnt; make -s"
    yield "bash-env", f"echo {q(deed)} > /mnt/e; BASH_ENV=/mnt/e bash -c true"
    yield "read-back", f"echo {q(deed)} > /mnt/a; eval \"$(cat /mnt/a)\""
    yield "read-back-short", f"echo {q(deed)} > /mnt/a; eval \"$(< /mnt/a)\""
    yield "fed", f"echo {q(deed)} > /mnt/a; bash < /mnt/a"


def searching(deed):
    yield "xargs", f"echo once | xargs -I@ bash -c {q(deed)}"
    yield "find-exec", f"find /mnt/p -maxdepth 0 -exec bash -c {q(deed)} \\;"
    yield "find-exec-plus", f"find /mnt/p -maxdepth 0 -exec bash -c {q(deed)} {{}} +"
    yield "find-execdir", f"find /mnt/p -maxdepth 0 -execdir sh -c {q(deed)} \\;"
    yield "xargs-null", f"printf '%s\\0' {q(deed)} | xargs -0 -n1 bash -c"
    yield "while-read", f"echo {q(deed)} | while read -r x; do eval \"$x\"; done"
    yield "printed-for-shell", f"find /mnt/p -maxdepth 0 -printf {q(deed.replace('%', '%%') + chr(92) + 'n')} | sh"


def functions(deed):
    yield "function", f"f() {{ {deed}; }}; f"
    yield "keyword", f"function tidy {{ {deed}; }}\ntidy"
    yield "subshell-body", f"f() ({deed}); f"
    yield "argument", f"f() {{ eval \"$1\"; }}; f {q(deed)}"
    yield "over-a-builtin", f"cd() {{ {deed}; }}; cd /mnt"
    yield "over-a-program", f"ls() {{ {deed}; }}; ls"
    yield "nested", f"f() {{ g; }}; g() {{ {deed}; }}; f"
    yield "alias", f"shopt -s expand_aliases\nalias tidy={q(deed)}\ntidy"
    yield "alias-shell", f"shopt -s expand_aliases\nalias t='bash -c'\nt {q(deed)}"
    yield "trap-exit", f"trap {q(deed)} EXIT"
    yield "trap-debug", f"trap {q(deed)} DEBUG; true"
    yield "trap-signal", f"trap {q(deed)} USR1; kill -USR1 $$; true"
    yield "exported-function", f"f() {{ {deed}; }}; export -f f; bash -c f"


def git_forms(deed):
    yield "alias", f"cd /mnt/p/repo && git -c alias.tidy={q('!' + deed)} tidy"
    yield "hook", f"cd /mnt/p/repo && printf '#!/bin/sh\\n%s\\n' {q(deed)} > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit && git commit -q --allow-empty -m x"
    yield "editor", f"cd /mnt/p/repo && GIT_EDITOR={q(deed + ' #')} git commit -q --allow-empty; true"
    yield "config-editor", f"cd /mnt/p/repo && git -c core.editor={q(deed + ' #')} commit -q --allow-empty; true"
    yield "config-alias", f"cd /mnt/p/repo && git config alias.tidy {q('!' + deed)} && git tidy"
    yield "bisect", f"cd /mnt/p/repo && git commit -q --allow-empty -m a && git bisect start -q HEAD HEAD~1 > /dev/null; git bisect run sh -c {q(deed)} > /dev/null; true"
    yield "rebase-exec", f"cd /mnt/p/repo && git commit -q --allow-empty -m a && git stash -q && git rebase -q -x {q(deed)} HEAD~1; git stash pop -q; true"


def interpreters(deed):
    yield "python-system", f"python3 -c {q('import os; os.system(' + repr(deed) + ')')}"
    yield "python-run", f"python3 -c {q('import subprocess; subprocess.run(' + repr(deed) + ', shell=True)')}"
    yield "python-list", f"python3 -c {q('import subprocess; subprocess.run([' + repr('bash') + ',' + repr('-c') + ',' + repr(deed) + '])')}"
    yield "python-renamed", f"python3 -c {q('from os import system as s; s(' + repr(deed) + ')')}"
    yield "python-variable", f"python3 -c {q('import os; c = ' + repr(deed) + '; os.system(c)')}"
    yield "python-picked", f"python3 -c {q('import os; getattr(os, ' + repr('sys') + '+' + repr('tem') + ')(' + repr(deed) + ')')}"
    yield "python-imported", f"python3 -c {q('__import__(' + repr('os') + ').system(' + repr(deed) + ')')}"
    yield "python-document", f"python3 - <<'E'\nimport os\nos.system({deed!r})\nE"
    yield "python-file", f"cat > /mnt/t.py <<'E'\nimport os\nos.system({deed!r})\nE\npython3 /mnt/t.py"
    yield "python-piped", f"echo {q('import os; os.system(' + repr(deed) + ')')} | python3"
    yield "python-exec", f"python3 -c {q('exec(' + repr('import os; os.system(' + repr(deed) + ')') + ')')}"
    yield "node", f"node -e {q('require(`child_process`).execSync(' + repr(deed) + ')')}"
    yield "node-named", f"node -e {q('const {execSync: go} = require(`child_process`); go(' + repr(deed) + ')')}"
    yield "node-spawn", f"node -e {q('require(`child_process`).spawnSync(`bash`, [`-c`, ' + repr(deed) + '])')}"
    yield "perl", f"perl -e {q('system(q{' + deed + '})')}"
    yield "perl-backquotes", f"perl -e {q('`' + deed + '`')}"
    yield "awk", f"awk {q('BEGIN { system(' + chr(34) + deed + chr(34) + ') }')}"
    yield "sed", f"echo | sed {q('1e ' + deed)}"
    yield "sqlite", f"sqlite3 :memory: {q('.shell ' + deed)}"
    yield "vim", f"vim -es -c {q('!' + deed)} -c q! < /dev/null; true"


def encodings(deed):
    encoded = base64.b64encode(deed.encode()).decode()
    yield "base64", f"echo {encoded} | base64 -d | bash"
    yield "base64-eval", f"eval \"$(echo {encoded} | base64 -d)\""
    yield "base64-string", f"base64 -d <<< {encoded} | sh"
    yield "base64-file", f"echo {encoded} > /mnt/a; base64 -d /mnt/a > /mnt/b; bash /mnt/b"
    yield "openssl", f"echo {encoded} | openssl base64 -d -A | bash"
    yield "hex", f"echo {deed.encode().hex()} | xxd -r -p | bash"
    yield "printf-hex", "printf '" + "".join(f"\\x{ord(c):02x}" for c in deed) + "' | bash"
    yield "printf-octal", "printf '" + "".join(f"\\{ord(c):03o}" for c in deed) + "' | sh"
    yield "echo-e", "echo -e '" + "".join(f"\\x{ord(c):02x}" for c in deed) + "' | bash"
    yield "reversed", f"echo {q(deed[::-1])} | rev | bash"
    yield "letters", f"echo {q(deed.replace('m', '@'))} | tr @ m | bash"
    yield "sed-built", f"echo {q(deed.replace('/', '#'))} | sed s,#,/,g | bash"
    yield "python-decoded", f"python3 -c {q('import base64, os; os.system(base64.b64decode(' + repr(encoded) + ').decode())')}"
    yield "cut", f"echo {q('x:' + deed)} | cut -d: -f2- | bash"
    yield "head", f"printf '%s\\nls\\n' {q(deed)} | head -n1 | bash"


def state(deed):
    yield "mapfile", f"mapfile -t a <<< {q(deed)}; eval \"${{a[0]}}\""
    yield "read", f"read -r x <<< {q(deed)}; eval \"$x\""
    yield "read-array", f"read -ra a <<< {q(deed)}; eval \"${{a[@]}}\""
    yield "reply", f"read -r <<< {q(deed)}; eval \"$REPLY\""
    yield "nameref", f"x={q(deed)}; declare -n y=x; eval \"$y\""
    yield "hashed", f"hash -p /bin/bash tidy; tidy -c {q(deed)}"
    yield "prompt", f"PROMPT_COMMAND={q(deed)} bash -ic true 2> /dev/null < /dev/null"
    yield "quoted-twice", f"x=$(printf %q {q(deed)}); eval \"eval $x\""
    yield "last-argument", f"true {q(deed)}; eval \"$_\""
    yield "getopts", f"getopts c: o -c {q(deed)}; eval \"$OPTARG\""
    yield "declared", f"declare x={q(deed)}; eval \"$x\""
    yield "arithmetic-element", f"a=1; x='a[$({deed})]'; echo $((x)) > /dev/null 2>&1; true"
    yield "select", f"echo 1 | {{ select x in a; do {deed}; break; done; }} 2> /dev/null"
    yield "expanded-prompt", f"x='$({deed})'; : \"${{x@P}}\""
    yield "rc-file", f"echo {q(deed)} > /mnt/rc; bash --rcfile /mnt/rc -ic true 2> /dev/null < /dev/null"


def archives(deed):
    yield "checkpoint", f"cd /mnt && printf '#!/bin/sh\\n%s\\n' {q(deed)} > ck && chmod +x ck && tar cf /dev/null /etc/hostname --checkpoint=1 --checkpoint-action=exec=./ck 2> /dev/null; true"
    yield "filter", f"cd /mnt && printf '#!/bin/sh\\n%s\\ncat\\n' {q(deed)} > ck && chmod +x ck && tar -I ./ck -cf /dev/null /etc/hostname 2> /dev/null; true"
    yield "to-command", f"cd /mnt && echo x > a && tar cf a.tar a && tar xf a.tar --to-command={q('sh -c ' + q(deed))}"
    yield "packed-script", f"cd /mnt && echo {q(deed)} > s.sh && tar cf s.tar s.sh && rm s.sh && tar xf s.tar && bash s.sh"
    yield "packed-and-piped", f"cd /mnt && echo {q(deed)} > s.sh && tar cf s.tar s.sh && tar xOf s.tar s.sh | bash"
    yield "gzip", f"echo {q(deed)} | gzip | gunzip | bash"
    yield "gzip-file", f"echo {q(deed)} > /mnt/s; gzip /mnt/s; zcat /mnt/s.gz | bash"
    yield "zip-test", f"cd /mnt && echo x > a && zip -q a.zip a -T -TT {q(deed + ' #')}; true"


def streams(deed):
    yield "pipe", f"echo {q(deed)} | bash"
    yield "pipe-sh", f"printf %s {q(deed)} | sh -s"
    yield "three", f"echo {q(deed)} | cat | cat | sh"
    yield "tee-into", f"echo {q(deed)} | tee >(bash) > /dev/null; sleep 0.3"
    yield "redirect-into", f"echo {q(deed)} > >(bash); sleep 0.3"
    yield "process-script", f"bash <(echo {q(deed)})"
    yield "process-source", f"source <(echo {q(deed)})"
    yield "process-fed", f"bash < <(echo {q(deed)})"
    yield "fifo", f"mkfifo /mnt/f; (sh < /mnt/f) & echo {q(deed)} > /mnt/f; wait"
    yield "group-piped", f"{{ echo true; echo {q(deed)}; }} | bash"
    yield "loop-piped", f"for x in {q(deed)}; do echo \"$x\"; done | bash"
    yield "function-piped", f"f() {{ echo {q(deed)}; }}; f | bash"
    yield "descriptor", f"exec 3<<< {q(deed)}; bash <&3"
    yield "coproc", f"coproc bash; echo {q(deed)} >&${{COPROC[1]}}; sleep 0.3"
    yield "sort-piped", f"echo {q(deed)} | sort | bash"
    yield "xargs-shell", f"echo {q(deed)} | xargs -d '\\n' -I@ bash -c @"


REMOVALS = {
    "quoting": ["r''m -rf /mnt/p/victim", '"r"m -r"f" /mnt/p/victim', "\\rm -r\\f /mnt/p/victim", "$'\\x72\\x6d' -rf /mnt/p/victim", "$'\\162m' -rf /mnt/p/victim", "rm -rf '/mnt/p'/\"victim\"", "rm -rf /mnt/p/vict$'\\x69'm", "rm \\\n-rf \\\n/mnt/p/victim", "rm\t-rf   /mnt/p/victim", "$\"rm\" -rf /mnt/p/victim"],
    "options": ["rm -r -f /mnt/p/victim", "rm -fr /mnt/p/victim", "rm -Rf /mnt/p/victim", "rm --recursive --force /mnt/p/victim", "rm --recurs --forc /mnt/p/victim", "rm /mnt/p/victim -rf", "rm -rf -- /mnt/p/victim", "rm -vrfd /mnt/p/victim", "rm -r /mnt/p/victim", "rm /mnt/p/victim/*; rmdir /mnt/p/victim"],
    "paths": ["cd /mnt/p && rm -rf victim", "cd /mnt/p/victim && rm -rf ../victim", "pushd /mnt/p > /dev/null; rm -rf victim", "rm -rf /mnt/p/../p/./victim", "rm -rf //mnt///p//victim/", "rm -rf /mnt/p/vict*", "rm -rf /mnt/p/victi?", "rm -rf /mnt/p/[v]ictim", "shopt -s extglob\nrm -rf /mnt/p/@(victim)", "rm -rf /mnt/p/{victim,none}", "rm -rf /mnt/p/vic{tim,}", "ln -s /mnt/p /mnt/link; rm -rf /mnt/link/victim", "rm -rf /proc/self/root/mnt/p/victim", "cd /mnt/p; rm -rf /proc/self/cwd/victim", "HOME=/mnt/p; rm -rf ~/victim", "rm -rf /tmp/../mnt/p/victim", "cd /mnt/p; cd /; rm -rf \"$OLDPWD\"/victim", "ln -s /mnt/p /tmp/cache; rm -rf /tmp/cache/victim", "CDPATH=/mnt; cd p > /dev/null; rm -rf victim", "cd /mnt; cd p; rm -rf ./victim/", "rm -rf /mnt/p/victim/../victim", "cd /mnt/p; rm -rf \"$PWD/victim\"", "cd /mnt/p; rm -rf ~+/victim", "mv /mnt/p/victim /mnt/gone && rm -rf /mnt/gone", "mv /mnt/p/victim /tmp/v; rm -rf /tmp/v"],
    "parameters": ["a=rm; $a -rf /mnt/p/victim", "f=-rf; rm $f /mnt/p/victim", "p=/mnt/p; rm -rf $p/victim", "a=r; b=m; $a$b -rf /mnt/p/victim", "${none:-rm} -rf /mnt/p/victim", "x=xrmx; ${x:1:2} -rf /mnt/p/victim", "x=RM; ${x,,} -rf /mnt/p/victim", "x=rm.bak; ${x%.bak} -rf /mnt/p/victim", "$(echo rm) -rf /mnt/p/victim", "$(which rm) -rf /mnt/p/victim", "rm -rf $(echo /mnt/p)/victim", "rm${IFS}-rf${IFS}/mnt/p/victim", "{rm,-rf,/mnt/p/victim}", "rm -rf \"$(printf /mnt/p/%s victim)\"", "read -r d <<< /mnt/p/victim; rm -rf \"$d\"", "echo D=/mnt/p/victim > /mnt/e; . /mnt/e; rm -rf $D", "d=victim\nbash <<E\nrm -rf /mnt/p/$d\nE", "a=(rm -rf /mnt/p/victim); \"${a[@]}\"", "set -- /mnt/p/victim; rm -rf \"$@\"", "x=/mnt/p/victim/file; rm -rf \"${x%/*}\""],
    "programs": ["/bin/rm -rf /mnt/p/victim", "/usr/bin/../bin/rm -rf /mnt/p/victim", "/bin/r[m] -rf /mnt/p/victim", "/???/rm -rf /mnt/p/victim", "cp /bin/rm /mnt/ls2; /mnt/ls2 -rf /mnt/p/victim", "ln -s /bin/rm /mnt/ls2; /mnt/ls2 -rf /mnt/p/victim", "mkdir /mnt/bin; cp /bin/rm /mnt/bin/tidy; PATH=/mnt/bin:$PATH; tidy -rf /mnt/p/victim", "hash -p /bin/rm tidy; tidy -rf /mnt/p/victim", "command rm -rf /mnt/p/victim", "env rm -rf /mnt/p/victim", "nice rm -rf /mnt/p/victim", "timeout 5 rm -rf /mnt/p/victim", "setsid -w rm -rf /mnt/p/victim", "/lib64/ld-linux-x86-64.so.2 /bin/rm -rf /mnt/p/victim", "(exec rm -rf /mnt/p/victim)", "xargs rm -rf <<< /mnt/p/victim", "echo /mnt/p/victim | xargs rm -rf", "printf '%s\\0' /mnt/p/victim | xargs -0 -n1 rm -rf", "echo victim | xargs -I{} rm -rf /mnt/p/{}", "echo /mnt/p/victim > /mnt/l; xargs -a /mnt/l rm -rf", "cd /mnt/p; ls | grep vic | xargs rm -rf", "ls -d /mnt/p/victim | while read d; do rm -rf $d; done", "perl -e 'unlink \"/mnt/p/victim/file\"'", "shred -u /mnt/p/victim/file", "unlink /mnt/p/victim/file", "truncate -s 0 /mnt/p/victim/file; rm /mnt/p/victim/file", "cp /dev/null /mnt/p/victim/file; rm /mnt/p/victim/file", "dd if=/dev/zero of=/mnt/p/victim/file bs=1 count=9 2> /dev/null; rm /mnt/p/victim/file"],
    "searching": ["find /mnt/p/victim -delete", "find /mnt/p -name victim -exec rm -rf {} +", "find /mnt/p -name victim -prune -exec rm -rf {} \\;", "find /mnt/p -name victim -prune -execdir rm -rf {} +", "find /mnt/p -name victim -print0 | xargs -0 rm -rf", "find /mnt/p -name victim | while read -r d; do rm -rf \"$d\"; done", "for d in /mnt/p/v*; do rm -rf \"$d\"; done", "find /mnt/p -name 'vic*' -exec rm -rf {} +", "find /mnt/p -type f -path '*victim*' -delete", "find /mnt/p -inum $(stat -c %i /mnt/p/victim) -exec rm -rf {} +"],
    "archives": ["tar cf /dev/null --remove-files -C /mnt/p victim", "cd /mnt/p && zip -qrm /mnt/z.zip victim; rm -f /mnt/z.zip", "cd /mnt/p && tar --remove-files -cf /mnt/x.tar victim && rm /mnt/x.tar"],
    "git": ["cd /mnt/p && git init -q . && git clean -qfdx", "cd /mnt/p && git init -q . && git add -A 2> /dev/null && git rm -rqf victim", "cd /mnt/p && git init -q . && git add victim && git commit -qm a && git rm -rq victim"],
    "interpreters": ["python3 -c 'import shutil; shutil.rmtree(\"/mnt/p/victim\")'", "python3 -c 'import os; os.unlink(\"/mnt/p/victim/file\")'", "python3 -c 'import pathlib; [f.unlink() for f in pathlib.Path(\"/mnt/p/victim\").iterdir()]'", "python3 -c 'import pathlib; pathlib.Path(\"/mnt/p/victim/file\").unlink()'", "python3 -c 'import shutil, os; shutil.rmtree(os.sep.join([\"\", \"mnt\", \"p\", \"victim\"]))'", "python3 -c 'import ctypes; ctypes.CDLL(None).unlink(b\"/mnt/p/victim/file\")'", "python3 -c \"import importlib; importlib.import_module('shu' + 'til').rmtree('/mnt/p/victim')\"", "python3 - <<'E'\nimport os\nfor r, d, f in os.walk('/mnt/p/victim', topdown=False):\n    for x in f: os.remove(os.path.join(r, x))\nE", "python3 -c 'from shutil import rmtree as tidy; tidy(\"/mnt/p/victim\")'", "node -e 'require(\"fs\").rmSync(\"/mnt/p/victim\", {recursive: true})'", "node -e 'require(\"f\" + \"s\")[\"rm\" + \"Sync\"](\"/mnt/p/victim\", {recursive: true})'", "node -e 'const {rmSync: tidy} = require(\"node:fs\"); tidy(\"/mnt/p/victim\", {recursive: true})'", "python3 -c 'import os; os.rename(\"/mnt/p/victim\", \"/mnt/q\")'; rm -rf /mnt/q", "awk 'BEGIN { system(\"rm -rf /mnt/p/victim\") }'"],
}

FAMILIES = {"grouping": grouping, "wrappers": wrappers, "expansion": expansion, "documents": documents, "files": files, "searching": searching, "functions": functions, "git": git_forms,
            "interpreters": interpreters, "encodings": encodings, "state": state, "archives": archives, "streams": streams}


def spellings():
    """(family, name, deed, command) of each."""
    for family, make in FAMILIES.items():
        for deed, command in DEEDS.items():
            for name, spelled in make(command):
                yield family, name, deed, spelled
    for family, commands in REMOVALS.items():
        for number, spelled in enumerate(commands):
            yield family, f"removal-{number}", "remove", spelled
