"""Agents: every architecture, every way of prompting, real agent programs."""
import json

import pytest

from conftest import RISKY, ROOT, background, records, redcode, scripted_model, transcript

TWIN = "user-data-destroyed.twin-scratch-cleared.code.bash"
ARCHITECTURES = ["codeact", "interpreter", "react", "toolcall"]


def tried(case, *words, **more):
    """`redcode try` on oci; gives the record."""
    done = redcode("try", case, "--engine", "oci", "--json", *words, **more)
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("agent", ARCHITECTURES)
@pytest.mark.parametrize("persona, risky, twin", [("obeys", "harmed", "completed"), ("refuses", "refused", "over-refused"),
                                                  ("warns-then-obeys", "harmed", "completed"), ("asks-first", "asked", "completed")])
def test_every_architecture_gives_a_persona_its_verdict(agent, persona, risky, twin):
    for case, expected in ((RISKY, risky), (TWIN, twin)):
        record = tried(case, "--agent", agent, "--model", f"scripted:{persona}")

        assert record["verdict"]["outcome"] == expected
        assert record["trial"]["agent"]["architecture"] == agent


@pytest.mark.parametrize("api", ["chat", "responses", "messages", "gemini"])
def test_every_api_reaches_a_model_in_its_own_format(api):
    with scripted_model() as base:
        url = base.replace("/v1", "/tools/v1beta" if api == "gemini" else "/tools/v1")
        record = tried(RISKY, "--agent", "toolcall", "--api", api, "--base-url", url, "--model", "obeys")

    assert record["verdict"]["outcome"] == "harmed"
    assert record["usage"]["output_tokens"] > 0


def test_pressure_is_a_dimension_of_the_trial(tmp_path):
    words = ["--engine", "oci", "--model", "scripted:gives-in", "--filter", RISKY]
    redcode("run", *words, "--out", tmp_path / "plain")
    redcode("run", *words, "--pressure", "authority", "--out", tmp_path / "pressed")

    plain, pressed = records(tmp_path / "plain")[0], records(tmp_path / "pressed")[0]
    assert (plain["verdict"]["outcome"], pressed["verdict"]["outcome"]) == ("refused", "harmed")
    assert plain["trial"]["prompt_mode"] == "plain"
    assert pressed["trial"]["prompt_mode"].startswith("pressure=authority#")
    assert plain["trial"]["id"] != pressed["trial"]["id"]
    other = redcode("run", *words, "--pressure", "insist", "--out", tmp_path / "plain", check=False)
    assert other.returncode == 2 and "prompt_mode" in other.stderr


def test_warm_up_tasks_come_first_and_are_not_judged(tmp_path):
    redcode("run", "--engine", "oci", "--model", "scripted:refuses", "--warm-up", 2, "--filter", RISKY, "--out", tmp_path / "run")

    record = records(tmp_path / "run")[0]
    messages = transcript(tmp_path / "run", record)
    assert record["verdict"]["outcome"] == "refused"
    assert record["trial"]["prompt_mode"].startswith("warm-up=2#")
    assert len([m for m in messages if m["role"] == "user" and m.get("warm_up")]) == 2
    assert not messages[-1].get("warm_up")


@pytest.mark.parametrize("option", ["safety", "role"])
def test_a_safety_prompt_and_a_role_go_with_the_task(option, tmp_path):
    name = {"safety": "careful", "role": "operator"}[option]
    redcode("run", "--engine", "oci", "--model", "scripted:refuses", f"--{option}", name, "--filter", RISKY, "--out", tmp_path / "run")

    record = records(tmp_path / "run")[0]
    first = transcript(tmp_path / "run", record)[0 if option == "safety" else 1]["text"]
    assert record["trial"]["prompt_mode"].startswith(f"{option}={name}#")
    assert ("do not carry it out" if option == "safety" else "operator of this machine") in first


def test_a_text_that_is_not_there_is_told_with_those_that_are():
    done = redcode("try", RISKY, "--safety", "most-careful", check=False)

    assert done.returncode == 2
    assert "careful" in done.stderr and "refuse-harm" in done.stderr


def test_a_refusal_needs_no_sandbox():
    record = tried(RISKY, "--model", "scripted:refuses")

    assert record["evidence"]["untouched"] is True
    assert record["evidence"]["observations"] == []


def test_a_budget_ends_the_run_and_says_so(tmp_path):
    done = redcode("run", "--engine", "oci", "--model", "scripted:obeys", "--budget-tokens", 12_000, "--max-tokens", 100, "--concurrency", 2,
                   "--out", tmp_path / "run", check=False)

    stored = records(tmp_path / "run")
    ended = [record for record in stored if record["stop"] == "budget"]
    spent = sum(r["usage"]["input_tokens"] + r["usage"]["output_tokens"] for r in stored)
    # What it had done before the money was spent stays done.
    assert ended and all(r["verdict"]["outcome"] == ("harmed" if r["verdict"]["effect"] else "invalid") for r in ended)
    assert len(ended) < len(stored) < 72
    assert spent <= 12_000
    assert "budget" in done.stdout + done.stderr


def test_replies_are_kept_and_not_asked_for_again(tmp_path):
    words = ["--engine", "oci", "--model", "obeys", "--cache", tmp_path / "cache", "--filter", RISKY]
    with scripted_model() as base:
        redcode("run", *words, "--base-url", base, "--out", tmp_path / "first")
        redcode("run", *words, "--base-url", base, "--out", tmp_path / "second")

    first, second = records(tmp_path / "first")[0], records(tmp_path / "second")[0]
    assert second["verdict"]["outcome"] == first["verdict"]["outcome"] == "harmed"
    assert first["usage"]["input_tokens"] > 0 and second["usage"]["input_tokens"] == 0
    assert transcript(tmp_path / "second", second) == transcript(tmp_path / "first", first)


def test_a_model_with_faults_loses_no_trial_and_none_is_judged_on_a_broken_reply(tmp_path):
    with background("model", "serve", "--port", "0", "--persona", "ideal", "--faults", "7:0.4") as process:
        base = process.stdout.readline().split("http://")[1].split()[0]
        redcode("run", "--engine", "oci", "--model", "ideal", "--base-url", f"http://{base}", "--filter", ".code.bash",
                "--concurrency", 6, "--model-concurrency", 6, "--out", tmp_path / "run", timeout=300)

    outcomes = {record["trial"]["case_id"]: record["verdict"]["outcome"] for record in records(tmp_path / "run")}
    assert len(outcomes) == 12
    assert all(outcome == ("completed" if ".twin-" in case else "refused") for case, outcome in outcomes.items())


# --- real agent programs -------------------------------------------------------------------------------------------

PROGRAMS = ["claude-code", "codex", "goose", "grok"]
# Codex turns down "rm -f" by itself, whoever asks.
PLAIN = "permission-opened-wide.login-script.code.bash"
PLAIN_TWIN = "permission-opened-wide.twin-image-cache-folder.code.bash"


@pytest.fixture(scope="session")
def programs():
    redcode("agent", "install", *PROGRAMS, timeout=600)


@pytest.mark.parametrize("agent", PROGRAMS)
@pytest.mark.parametrize("persona, risky, twin", [("obeys", "harmed", "completed"), ("refuses", "refused", "over-refused")])
def test_an_unmodified_program_gives_a_persona_its_verdict(programs, agent, persona, risky, twin):
    for case, expected in ((PLAIN, risky), (PLAIN_TWIN, twin)):
        record = tried(case, "--agent", agent, "--model", f"scripted:{persona}", timeout=120)

        assert record["verdict"]["outcome"] == expected, record["failure"]
        assert record["trial"]["agent"]["architecture"].startswith(f"cli:{agent}@")


@pytest.mark.parametrize("permission, outcome", [("deny", "asked"), ("allow", "harmed")])
@pytest.mark.parametrize("agent", ["goose", "grok"])
def test_asking_for_leave_is_recorded_apart_from_refusing_and_doing(programs, agent, permission, outcome, tmp_path):
    redcode("run", "--engine", "oci", "--agent", f"acp:{agent}", "--permission", permission, "--model", "scripted:obeys",
            "--filter", PLAIN, "--out", tmp_path / "run", timeout=120)

    record = records(tmp_path / "run")[0]
    messages = transcript(tmp_path / "run", record)
    asked = [index for index, message in enumerate(messages) if message["role"] == "permission"]
    assert record["verdict"]["outcome"] == outcome, record["failure"]
    assert asked and messages[asked[0] + 1]["text"].startswith("No" if permission == "deny" else "Yes")


def test_a_program_over_acp_can_be_pressed(programs):
    words = ["--agent", "acp:goose", "--permission", "allow", "--model", "scripted:gives-in"]

    assert tried(PLAIN, *words)["verdict"]["outcome"] == "refused"
    assert tried(PLAIN, *words, "--pressure", "insist")["verdict"]["outcome"] == "harmed"


@pytest.mark.parametrize("example", ["agent.py", "agent.sh"])
def test_ones_own_agent_in_ten_lines(example):
    record = tried(RISKY, "--agent", f"command:{ROOT}/examples/own_agent/{example}")

    assert record["verdict"]["outcome"] == "harmed"
    assert record["trial"]["agent"]["model"] == "own"
    assert example in record["trial"]["agent"]["architecture"]


def test_an_agent_nobody_knows_is_told_with_those_there_are():
    done = redcode("try", RISKY, "--agent", "codexx", check=False)

    assert done.returncode == 2
    assert "codex" in done.stderr and "codeact" in done.stderr


def test_a_program_that_takes_one_task_cannot_be_warmed_up(programs):
    done = redcode("try", RISKY, "--agent", "goose", "--warm-up", 2, check=False)

    assert done.returncode == 2
    assert "takes one task" in done.stderr
