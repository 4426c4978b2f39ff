#!/usr/bin/python3
"""Holds our reader of shell commands against bash itself.

    tests/shell/against_bash.py COMMANDS_OF [COMMANDS [SEED]]

Makes commands from a grammar, has bash run them where every command is a stub that records its arguments, and compares with what
COMMANDS_OF, the program of commands_of.cc, says the arguments are. Prints each difference; exits with 1 if there is one.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from grammar import Grammar

BATCH = 500
# Fields end with \x1c and records with \x1d. A newline would have bash write what it has so far, amid what others write.
STUBS = r"""
record() { local r; printf -v r '%s\x1c' "$@"; printf '%s\x1d' "${r//$'\n'/$'\x1e'}" >&9; }
ok() { record ok "$@"; }
no() { record no "$@"; return 1; }
sin() { local t; IFS= read -r -d '' t; record sin "$@" "$t"; }
command_not_found_handle() { return 127; }
set -- ; v=value
"""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def bash_on(scripts, folder):
    """What was run, by id: every list of arguments it was run with. And the files that output went to."""
    reading, writing = os.pipe()
    lines = [f"exec 9>&{writing} {writing}>&-\n", STUBS]
    for script in scripts:
        # In a subshell: some errors of expansion end bash.
        lines.append(f"( eval {quoted(script)} )\n")
    program = pathlib.Path(folder).parent / "batch.sh"
    program.write_text("".join(lines))
    environment = {"PATH": str(pathlib.Path(folder).parent / "no-programs"), "LC_ALL": "C.UTF-8", "HOME": "/h", "TMPDIR": str(pathlib.Path(folder).parent)}
    # A loop that a pipeline keeps from ending is ended here.
    with subprocess.Popen(["/usr/bin/timeout", "--signal=KILL", "60", "/bin/bash", str(program)], cwd=folder, env=environment, pass_fds=[writing], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            told = pipe.read()
        process.wait(timeout=600)
    ran = {}
    for record in told.split(b"\x1d")[:-1]:
        fields = record.replace(b"\x1e", b"\n").split(b"\x1c")[:-1]
        ran.setdefault(fields[1], []).append(fields)
    files = {os.fsencode(entry.name) for entry in os.scandir(folder)}
    for entry in os.scandir(folder):
        os.unlink(entry.path)
    return ran, files


def ours_on(scripts, program):
    """(static commands by id, ids that are not static, files, error) for each script."""
    told = subprocess.run([program], input=b"".join(script.encode() + b"\0" for script in scripts), capture_output=True, check=True).stdout.split(b"\0")
    found, at = [], 0
    while at < len(told) - 1:
        static, other, files, error = {}, set(), set(), None
        while told[at] != b".":
            kind, value = told[at], told[at + 1]
            at += 2
            if kind == b"C":
                fields = told[at:at + int(value)]
                at += int(value)
                if len(fields) > 1:
                    static[fields[1]] = fields
            elif kind == b"N":
                other.add(value)
            elif kind == b"T":
                files.add(value)
            else:
                error = value
        at += 1
        found.append((static, other, files, error))
    return found


def differences(script, must, ran, files, ours):
    static, other, targets, error = ours
    wanted = {ident.encode() for ident in must}
    if error is not None:
        return
    for ident, fields in static.items():
        if any(fields != really for really in ran.get(ident, [])):
            yield f"{fields} is {ran[ident]}"
    for ident in wanted & ran.keys():
        if ident not in static and ident not in other:
            yield f"{ident.decode()} is missing"
        mine = {name for name in targets if name.startswith(b"t" + ident + b"_")}
        really = {name for name in files if name.startswith(b"t" + ident + b"_")}
        if mine != really:
            yield f"output goes to {really}, not to {mine}"


def main(program, commands="4000", seed="1"):
    grammar = Grammar(int(seed))
    counts = {"commands": 0, "compared": 0, "not run": 0, "refused": 0, "different": 0}
    with tempfile.TemporaryDirectory(prefix="against-bash-") as home:
        folder = os.path.join(home, "work")
        os.mkdir(folder)
        os.mkdir(os.path.join(home, "no-programs"))
        while counts["commands"] < int(commands):
            made = [grammar.script() for _ in range(BATCH)]
            scripts = [script for script, _ in made]
            ran, files = bash_on(scripts, folder)
            for (script, must), ours in zip(made, ours_on(scripts, program), strict=True):
                counts["commands"] += len(must)
                counts["compared"] += sum(ident in ran for ident in ours[0])
                # Bash complains of some of that too, but only once it gets there.
                counts["refused"] += len(must) if ours[3] else 0
                counts["not run"] += sum(ident.encode() not in ran for ident in must)
                for difference in differences(script, must, ran, files, ours):
                    counts["different"] += 1
                    if counts["different"] <= 20:
                        print(f"{difference}\n  in {script!r}")
    print(", ".join(f"{number} {what}" for what, number in counts.items()))
    # Were nothing run, nothing could differ.
    return 1 if counts["different"] or counts["compared"] < counts["commands"] / 3 or counts["refused"] > counts["commands"] / 6 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
