"""What the program says of itself: man pages, completion, Markdown, versions."""
import json
import os
import re
import shutil
import subprocess

import jsonschema
import pytest
import yaml

from conftest import REDCODE, RISKY, ROOT, redcode

pytestmark = pytest.mark.no_sandbox
SOURCES = [file for folder in ("src", "apps") for file in (ROOT / folder).rglob("*") if file.suffix in (".cc", ".h")
           and not re.search(r"_test\.cc$|_for_tests\.h$|sample_", file.name)]


def pages(folder, kind):
    redcode("reference", kind, "--out", folder)
    return {str(file.relative_to(folder)): file.read_text() for file in folder.rglob("*") if file.is_file()}


def rows(text):
    """The cells of every row of every Markdown table, heads left out."""
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in text.splitlines() if line.startswith("| ")]
    return [row for row in cells if not set(row[0]) <= set("-")]


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=True, **more)


def offered(*words):
    return [line.split("\t")[0] for line in redcode("complete", "--", *words).stdout.splitlines()]


def test_man_pages_are_flawless_and_show_every_option(tmp_path):
    made = pages(tmp_path, "man")

    done = run("groff", "-man", "-ww", "-Tutf8", "-z", *sorted(map(str, tmp_path.iterdir())))
    assert done.stderr == ""
    shown = run("man", "--warnings", "-l", str(tmp_path / "redcode-run.1"), env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
    assert shown.stderr == ""
    assert "redcode-run - Many trials" in shown.stdout and "--concurrency" in shown.stdout
    assert {"redcode.1", "redcode-corpus.1", "redcode-corpus-list.1"} <= made.keys()


def test_man_pages_are_found_by_what_they_are_for(tmp_path):
    pages(tmp_path, "man")

    for file in tmp_path.iterdir():
        assert run("lexgrog", str(file)).stdout.startswith(f"{file}: \"{file.stem} - ")


def test_a_shell_is_offered_commands_options_and_values():
    assert offered("comp") == ["compare"]
    assert offered("corpus", "l") == ["list", "lint"]
    assert offered("run", "--eng") == ["--engine"]
    assert offered("run", "--engine", "doc") == ["docker", "docker+runsc"]
    assert offered("run", "--suite=g") == ["--suite=gen"]
    assert offered("run", "--limit", "5", "--mo") == ["--model", "--model-timeout", "--model-concurrency"]
    assert offered("reference", "z") == ["zsh"]
    assert "version" in offered("")


def test_a_shell_is_offered_what_there_is(tmp_path):
    assert offered("try", RISKY[:6]) == ["user-data-destroyed."]
    assert RISKY in offered("try", RISKY[:-5])
    assert offered("run", "--model", "scripted:ob") == ["scripted:obeys"]
    assert offered("agent", "show", "cod") == ["codex"]
    assert offered("corpus", "stats", "--scenario", "secret") == ["secret-sent-out"]
    (tmp_path / "runs/first").mkdir(parents=True)
    (tmp_path / "runs/first/manifest.json").write_text("{}")
    assert offered("report", f"{tmp_path}/ru") == [f"{tmp_path}/runs/"]
    assert offered("compare", "x", f"{tmp_path}/runs/") == [f"{tmp_path}/runs/first"]


def test_a_shell_is_offered_nothing_where_only_a_file_can_stand():
    assert offered("run", "--out", "") == []


@pytest.fixture(name="on_path")
def program_on_path(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/redcode").symlink_to(REDCODE)
    return {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "HOME": str(tmp_path)}


@pytest.mark.parametrize("line,replies", [("redcode run --eng", ["--engine"]), ("redcode corpus st", ["stats"]),
                                          ("redcode run --model scripted:ob", ["obeys"]), ("redcode run --suite=g", ["gen"]),
                                          ("redcode reference ", ["bash", "fish", "man", "markdown", "zsh"])])
def test_bash_completes(line, replies, tmp_path, on_path):
    pages(tmp_path / "made", "bash")
    script = f"""source {tmp_path}/made/redcode; compopt() {{ :; }}
                 COMP_LINE={line!r}; COMP_POINT=${{#COMP_LINE}}; _redcode; printf '%s\\n' "${{COMPREPLY[@]}}" """

    assert sorted(run("bash", "-euc", script, env=on_path).stdout.split()) == replies


@pytest.mark.parametrize("words,replies", [("run --eng", "--engine:"), ("run --model scripted:ob", r"scripted\:obeys:")])
def test_zsh_completes(words, replies, tmp_path, on_path):
    pages(tmp_path / "made", "zsh")
    script = f"""compdef() {{ :; }}; _files() {{ print files; }}; _describe() {{ print -rl -- "${{(@P)2}}"; }}
                 source {tmp_path}/made/_redcode; words=(redcode {words}); CURRENT=$#words; _redcode"""

    assert run("zsh", "-fc", script, env=on_path).stdout.startswith(replies)


@pytest.mark.parametrize("line,replies", [("redcode run --eng", ["--engine"]), ("redcode corpus st", ["stats"]),
                                          ("redcode run --model scripted:ob", ["scripted:obeys"])])
def test_fish_completes(line, replies, tmp_path, on_path):
    pages(tmp_path / "made", "fish")

    done = run("fish", "--no-config", "-c", f"source {tmp_path}/made/redcode.fish; complete -C {line!r}", env=on_path)

    assert [one.split("\t")[0] for one in done.stdout.splitlines()] == replies


@pytest.mark.parametrize("shell,file", [("bash", "redcode"), ("zsh", "_redcode"), ("fish", "redcode.fish")])
def test_completion_scripts_have_no_mistake_of_grammar(shell, file, tmp_path):
    pages(tmp_path, shell)

    assert run(shell, "-n", str(tmp_path / file)).stderr == ""
    if shell == "bash":
        run("shellcheck", "--shell=bash", str(tmp_path / file))


def test_oracle_words_mean_what_the_formats_say(tmp_path):
    written = [row for row in rows((ROOT / "docs/formats/oracle.md").read_text()) if len(row) == 5]

    assert rows(pages(tmp_path, "markdown")["oracle-words.md"]) == written


def test_metrics_are_what_the_documents_say(tmp_path):
    made = {row[0]: row[1:3] for row in rows(pages(tmp_path, "markdown")["metrics.md"])[1:]}
    written = [row for row in rows((ROOT / "docs/metrics.md").read_text().partition("## ")[0])[1:] if "," not in row[0]]

    assert len(written) == 32
    for name, of, hit in written:
        assert made[name][0] == of
        assert hit == "likewise" or made[name][1] == hit
    assert "100 × their mean" in made["`headline`"]


def test_every_variable_that_is_read_is_in_the_reference(tmp_path):
    told = pages(tmp_path, "markdown")["environment.md"]
    read = set()
    for file in SOURCES:
        text = file.read_text()
        read |= set(re.findall(r'(?:getenv|environment|setting|is_set|envname)\("(\w+)"\)', text))
        for names in re.findall(r"first_set\(environment, \{([^}]*)\}", text):
            read |= set(re.findall(r'"(\w+)"', names))

    assert len(read) > 15
    assert [name for name in sorted(read) if f"`{name}`" not in told] == []


def test_every_format_is_known_with_its_version(tmp_path):
    pages(tmp_path, "markdown")
    told = (tmp_path / "formats.md").read_text()
    used = set()
    for file in SOURCES:
        used |= set(re.findall(r'"(redcode/[a-z-]+/\d+)"', file.read_text()))
    questions = {"redcode/referee/2", "redcode/gen-referee/1"}  # of a model, stored as its reader's name
    used -= {"redcode/record/1"}  # read, no longer written

    assert len(used) > 15
    assert [name for name in sorted(used - questions) if f"`{name}`" not in told] == []
    assert len(re.findall("`redcode/", told)) == len(used - questions) + 1  # and the example in the text


def test_exit_codes_are_of_commands_that_there_are(tmp_path):
    made = pages(tmp_path, "markdown")
    own = {row[0] for row in rows(made["exit-codes.md"]) if row[0].startswith("`redcode")}

    assert own and all(f"[{command}](" in made["commands.md"] for command in own)


def test_every_command_has_a_page(tmp_path):
    made = pages(tmp_path, "markdown")

    for name, file in re.findall(r"\[`(.+?)`\]\((.+?)(?:#.+)?\)", made["commands.md"]):
        assert re.search(f"(?m)^#+ {name}$", made[file])


def test_versions_of_tool_corpus_and_formats_are_told():
    told = json.loads(redcode("version", "--json", env={"REDCODE_DATA": str(ROOT)}).stdout)

    jsonschema.validate(told, json.loads((ROOT / "docs/formats/schema/version.schema.json").read_text()))
    assert told["tool"] == redcode("--version").stdout.strip()
    assert told["corpus"] == yaml.safe_load((ROOT / "corpus/corpus.yaml").read_text())["version"]
    assert told["formats"]["record"] == 2
    assert f"redcode {told['tool']}\n" in redcode("version").stdout


def test_a_version_is_told_without_any_data(tmp_path):
    shutil.copy(REDCODE, tmp_path / "redcode")
    done = run(str(tmp_path / "redcode"), "version", "--json", env={"PATH": os.environ["PATH"]})

    assert json.loads(done.stdout)["corpus"] is None


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")

    done = redcode("reference", "man", "--out", tmp_path / "file", check=False)

    assert done.returncode == 2
    assert str(tmp_path / "file") in done.stderr
