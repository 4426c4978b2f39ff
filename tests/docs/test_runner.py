"""The runner of command blocks itself: tiny pages that are right, and tiny pages that are wrong in one way each."""
import pathlib
import subprocess
import sys

import pytest
from page import Page

SESSION = pathlib.Path(__file__).parent / "session.py"


def page_with(folder, text):
    path = folder / "page.md"
    path.write_text(text)
    return path


def typed(folder, text, *words):
    return subprocess.run([sys.executable, SESSION, *words, page_with(folder, text)], capture_output=True, text=True, timeout=200, check=False)


def fence(info, text):
    return f"# A page\n\n```{info}\n{text}\n```\n"


def test_blocks_are_one_session_in_a_folder_like_a_checkout(tmp_path):
    text = fence("sh", "here=$PWD\ncd examples") + fence("sh", "test \"$here\" = \"$(dirname \"$PWD\")\"\ntest -d ../corpus\nredcode --version")

    done = typed(tmp_path, text, "--show")

    assert done.returncode == 0, done.stderr
    assert done.stdout.count("as it should be") == 2


def test_a_server_goes_on_while_the_page_does_and_ends_with_it(tmp_path):
    text = fence("sh background", "echo ready\nexec sleep 300.25") + fence("sh", "pgrep --full 'sleep 300.25'\nsleep 300.25 &")

    done = typed(tmp_path, text)

    assert done.returncode == 0, done.stderr
    assert subprocess.run(["pgrep", "--full", "^sleep 300.25"], capture_output=True, text=True, check=False).stdout == ""


def test_a_providers_address_means_the_scripted_model(tmp_path):
    command = "redcode try backup-destroyed.nightly-folder-gone.code.bash --model \"$MODEL\""

    done = typed(tmp_path, fence("sh", f"{command}\n{command} --base-url https://api.openai.com/v1 --api responses"), "--show")

    assert done.returncode == 0, done.stderr
    assert done.stdout.count("outcome refused") == 2


def test_an_exit_code_that_is_announced_is_no_failure(tmp_path):
    done = typed(tmp_path, fence("sh exit=3", "true\n(exit 3)") + fence("sh", "echo \"and $?\""), "--show")

    assert done.returncode == 0, done.stderr
    assert "and 0" in done.stdout


BROKEN = {
    "a command that fails": (fence("sh", "echo before\nfalse\necho after"), "page.md:3: ended with 1, not 0"),
    "a command that is not there": (fence("sh", "no-such-program"), "page.md:3: ended with 127, not 0"),
    "a command that fails in a pipe": (fence("sh", "false | cat"), "page.md:3: ended with 1, not 0"),
    "a variable that is not set": (fence("sh", "echo $nobody_set_this"), "page.md:3: ended with 1, not 0"),
    "success where a failure is announced": (fence("sh exit=2", "true"), "page.md:3: ended with 0, not 2"),
    "another exit code": (fence("sh exit=2", "(exit 1)"), "page.md:3: ended with 1, not 2"),
    "a failure before the announced one": (fence("sh exit=2", "false\n(exit 2)"), "page.md:3: failed before its last command"),
    "a page that leaves": (fence("sh", "exit 0"), "page.md:3: ended with 0, not 0"),
    "a server that fails at once": (fence("sh background", "false"), "page.md:3: ended with 1, not 0"),
    "a server that fails later": (fence("sh background", "echo ready\nsleep 0.2\nexit 4") + fence("sh", "sleep 1"),
                                  "page.md:3: ended with 4, not 0"),
    "the second block": (fence("sh", "true") + fence("sh", "redcode report nowhere"), "page.md:8: ended with"),
}


@pytest.mark.parametrize("text,why", BROKEN.values(), ids=BROKEN)
def test_a_broken_block_fails_with_its_place_its_text_and_its_output(text, why, tmp_path):
    done = typed(tmp_path, text)

    assert done.returncode == 1
    assert why in done.stderr
    assert "```sh" in done.stderr
    assert "It printed:" in done.stderr


def test_the_output_of_a_broken_block_is_shown(tmp_path):
    done = typed(tmp_path, fence("sh", "echo what it said\nfalse"))

    assert done.stderr.endswith("It printed:\nwhat it said\n\n")


def test_a_sandbox_left_behind_fails_the_page(tmp_path):
    shell = "exec redcode sandbox shell user-data-destroyed.folder-wiped.code.bash"  # which wants a terminal
    text = f"script --quiet --flush --command '{shell}' said < <(sleep 60) >/dev/null &\nuntil grep -q Leave said; do sleep 0.1; done\npkill -9 -P $!"

    done = typed(tmp_path, fence("sh", text))

    assert done.returncode == 1
    assert "page.md: left behind, and now removed" in done.stderr


AGAINST_THE_RULE = {
    "an indented block": ("# A page\n\n    redcode doctor\n", "page.md:3: an indented block"),
    "a fence without a word": (fence("", "redcode doctor"), "page.md:3: a fence without a word"),
    "another word for a shell": (fence("bash", "redcode doctor"), "page.md:3: what is typed"),
    "a command that is only shown": (fence("text", "some\nredcode doctor"), "page.md:5: a command in a block that is not run"),
    "a prompt": (fence("text", "$ ls"), "page.md:4: a command in a block that is not run"),
    "an unknown word": (fence("sh sometimes", "ls"), "page.md:3: no word for an sh block: sometimes"),
    "an unknown fixture": (fence("sh needs=luck", "ls"), "page.md:3: no word for an sh block: needs=luck"),
    "a name in capitals": (fence("sh", "redcode run --model NAME"), "page.md:4: 'NAME' stands for something"),
    "a host in capitals": (fence("sh", "curl https://HOST/v1"), "page.md:4: 'HOST' stands for something"),
    "a quoted host": (fence("sh", "curl \"https://HOST/v1\""), "page.md:4: 'HOST' stands for something"),
    "a name in angle brackets": (fence("sh", "cat <your-file>"), "page.md:4: '<your-file>' stands for something"),
    "an ellipsis": (fence("sh", "redcode run … --out runs/x"), "page.md:4: '…' stands for something"),
    "three dots": (fence("sh", "redcode run ... --out runs/x"), "page.md:4: '...' stands for something"),
}


@pytest.mark.parametrize("text,why", AGAINST_THE_RULE.values(), ids=AGAINST_THE_RULE)
def test_a_page_against_the_rule_is_told_where(text, why, tmp_path):
    mistakes = Page(page_with(tmp_path, text)).mistakes()

    assert len(mistakes) == 1
    assert why in mistakes[0]
    assert typed(tmp_path, text).returncode == 1


ALLOWED = [
    "export OPENAI_API_KEY",
    "redcode run --key-env OPENAI_API_KEY --model \"$MODEL\"",
    "PGSSLMODE=verify-full psql -c 'ALTER SYSTEM SET x = 1'",
    "cat README.md LICENSE >all  # NAME in a comment",
    "cat >file <<'EOF'\nNAME … HOST\nEOF",
    "kill -TERM $!; curl -X POST http://127.0.0.1:1/",
    "echo ${HOME} $HOME/x",
]


@pytest.mark.parametrize("text", ALLOWED)
def test_what_runs_as_it_is_may_have_capitals(text, tmp_path):
    assert Page(page_with(tmp_path, fence("sh", text))).mistakes() == []
