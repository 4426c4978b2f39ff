"""redcode.yaml, profiles, and what a run says of its cost before it is paid."""
import json
import os
import re
import subprocess

import jsonschema
import pytest
import yaml

from conftest import REDCODE, ROOT, records, scripted_model

pytestmark = pytest.mark.no_sandbox

HEAD = "format: redcode/config/1\n"
SCHEMA = ROOT / "docs/formats/schema/config.schema.json"
OURS = ("REDCODE_CONFIG", "REDCODE_PROFILE", "REDCODE_ENGINE", "OPENAI_BASE_URL")


def redcode(*words, cwd, env=None, code=0):
    """The command in a folder of its own, with nothing configured but what the test says."""
    clean = {name: value for name, value in os.environ.items() if name not in OURS}
    done = subprocess.run([REDCODE, *map(str, words)], capture_output=True, text=True, timeout=120, check=False, cwd=cwd,
                          env={**clean, "REDCODE_DATA": str(ROOT), **(env or {})})
    assert done.returncode == code, done.stdout + done.stderr
    return done


def write(folder, text, name="redcode.yaml"):
    (folder / name).write_text(HEAD + text)


def shown(*words, cwd, env=None):
    """What each option of a command is, and where that came from."""
    look = json.loads(redcode("config", "show", "--json", *words, cwd=cwd, env=env).stdout)
    return {row["option"]: (row["value"], row["from"], row["place"]) for row in look["options"]}


def run_of(folder, *words, **named):
    return redcode("run", "--suite", "gen", *words, cwd=folder, **named)


# --- where the file is, and what is stronger

def test_the_file_is_found_by_flag_by_variable_and_in_this_folder(tmp_path):
    write(tmp_path, "run: {model: here}\n")
    write(tmp_path, "run: {model: by-variable}\n", "other.yaml")
    write(tmp_path, "run: {model: by-flag}\n", "third.yaml")
    variable = {"REDCODE_CONFIG": "other.yaml"}

    assert shown("run", cwd=tmp_path)["model"] == ("here", "file", "redcode.yaml:2:14")
    assert shown("run", cwd=tmp_path, env=variable)["model"][0] == "by-variable"
    assert shown("run", "--config", "third.yaml", cwd=tmp_path, env=variable)["model"][0] == "by-flag"
    assert shown("--config", "third.yaml", "run", cwd=tmp_path, env=variable)["model"][0] == "by-flag"
    assert shown("run", "--config", "none", cwd=tmp_path)["model"] == ("scripted:obeys", "default", "")
    assert "cannot be read" in redcode("run", "--config", "nowhere.yaml", cwd=tmp_path, code=2).stderr
    assert "by-flag" in redcode("--config", "third.yaml", "config", "show", "run", cwd=tmp_path).stdout
    assert "by-flag" in redcode("--config", "third.yaml", "config", "show", cwd=tmp_path).stdout
    assert "third.yaml is sound" in redcode("--config", "third.yaml", "config", "check", cwd=tmp_path).stdout
    # What cannot be looked for is none: not even root gets to the end of this.
    (tmp_path / "redcode.yaml").unlink()
    (tmp_path / "redcode.yaml").symlink_to("redcode.yaml")
    assert shown("run", cwd=tmp_path)["model"][1] == "default"


def test_flag_then_environment_then_profile_then_file_then_default(tmp_path):
    write(tmp_path, "run: {model: of-file, sample: 1, repeats: 2, seed: 3, engine: oci}\n"
                    "profiles: {mine: {run: {model: of-profile, sample: 4, repeats: 5}}}\n")
    env = {"REDCODE_RUN_MODEL": "of-environment", "REDCODE_RUN_SAMPLE": "6", "REDCODE_ENGINE": "docker"}

    values = shown("run", "--profile", "mine", "--model", "of-flag", cwd=tmp_path, env=env)

    assert values["model"] == ("of-flag", "flag", "")
    assert values["sample"] == ("6", "environment", "REDCODE_RUN_SAMPLE")
    assert values["engine"] == ("docker", "environment", "REDCODE_ENGINE")
    assert values["repeats"][:2] == ("5", "profile") and "redcode.yaml:3:" in values["repeats"][2]
    assert values["seed"] == ("3", "file", "redcode.yaml:2:52")
    assert values["api"] == ("chat", "default", "")


@pytest.mark.parametrize("delicate", [
    "base-url: http://127.0.0.1:9/v1", "key-env: HOME", "header: ['X-Key: none']", "proxy: http://127.0.0.1:9",
    "store: /nowhere", "agent: command:./theirs", "agent: 'codeact,http://127.0.0.1:9'",
])
def test_a_file_that_was_only_found_does_not_say_where_keys_go_nor_what_is_started(tmp_path, delicate):
    write(tmp_path, f"run: {{sample: 1}}\nprofiles: {{theirs: {{run: {{{delicate}}}}}}}\n")
    write(tmp_path, f"run: {{{delicate}}}\n", "plain.yaml")
    key = delicate.split(":")[0]

    refused = redcode("run", "--suite", "gen", "--profile", "theirs", cwd=tmp_path, code=2).stderr
    assert f"{key} decides where keys are sent" in refused and "--config redcode.yaml" in refused
    assert not (tmp_path / "runs").exists()
    os.replace(tmp_path / "plain.yaml", tmp_path / "redcode.yaml")
    assert "config-not-named" in redcode("run", "--suite", "gen", cwd=tmp_path, code=2).stderr
    assert shown("run", "--config", "redcode.yaml", cwd=tmp_path)[key][1] == "file"
    assert shown("run", cwd=tmp_path, env={"REDCODE_CONFIG": "redcode.yaml"})[key][1] == "file"
    redcode("run", "--suite", "gen", "--config", "none", "--limit", 1, cwd=tmp_path)


@pytest.mark.parametrize("command,setting", [
    ("try", "agent: 'command:/tmp/theirs'"), ("run", "pool: '127.0.0.1:9'"),
    ("doctor", "engine: oci+/tmp/theirs"), ("report", "out: /tmp/theirs"), ("run", "log: a/../../theirs"),
])
def test_a_file_that_was_only_found_starts_nothing_and_writes_nowhere_else(tmp_path, command, setting):
    words, key = command.split(), setting.split(":")[0]
    write(tmp_path, ": {".join([*words, setting]) + "}" * len(words) + "\n")

    assert "[config-not-named]" in redcode("--only-parse", *words, cwd=tmp_path, code=2).stderr
    assert shown(*words, "--config", "redcode.yaml", cwd=tmp_path)[key][1] == "file"


def test_a_provider_s_own_variables_are_shown_where_nothing_else_names_an_address(tmp_path):
    env = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}

    assert shown("run", cwd=tmp_path, env=env)["base-url"] == ("http://127.0.0.1:9/v1", "environment", "OPENAI_BASE_URL")
    assert shown("run", "--base-url", "http://other/v1", cwd=tmp_path, env=env)["base-url"][1] == "flag"
    assert shown("run", "--api", "messages", cwd=tmp_path)["key-env"][0] == "ANTHROPIC_API_KEY"


def test_without_a_command_show_lists_only_what_somebody_set(tmp_path):
    write(tmp_path, "run: {sample: 3}\ncorpus: {prove: {jobs: 2}}\n")

    told = redcode("config", "show", cwd=tmp_path).stdout

    assert re.search(r"redcode run\n +sample +3 +file redcode.yaml:2:15", told)
    assert re.search(r"redcode corpus prove\n +jobs +2 +file redcode.yaml:3:24", told)
    assert "model" not in told


def test_secrets_are_not_shown(tmp_path):
    env = {"REDCODE_FLEET": "postgresql://u@h/db?password=x", "OPENAI_BASE_URL": "http://host/v1?key=short"}
    values = shown("run", "--header", "x-gateway: abcdef", "--proxy", "http://me:hunter22@proxy:3128",
                   "--agent", "command:./a --token abc", cwd=tmp_path, env=env)

    assert values["header"][0] == "x-gateway: …"
    assert {values[key][0] for key in ("agent", "base-url", "fleet", "proxy")} == {"…"}
    plain = shown("run", "--fleet", "@runs/worker.url", "--agent", "command:./a", cwd=tmp_path)
    assert (plain["fleet"][0], plain["agent"][0]) == ("@runs/worker.url", "command:./a")


def test_a_gate_that_cannot_be_asked_is_not_inconclusive_wherever_the_mistake_stands(tmp_path):
    write(tmp_path, "gate: {polcy: gate.yaml}\n", "wrong.yaml")

    for words in (["--config", "wrong.yaml", "gate", "runs/first"], ["--config", "nowhere.yaml", "gate", "runs/first"],
                  ["--profile-typo", "gate", "runs/first"], ["gate", "runs/first", "--policy"],
                  ["--config=none", "gate", "runs/first", "--format", "x", "--policy", "p"]):
        redcode(*words, cwd=tmp_path, code=3)
    redcode("--config", "wrong.yaml", "report", "gate", cwd=tmp_path, code=2)


def test_what_a_command_requires_may_come_from_the_file_and_help_needs_no_sound_one(tmp_path):
    run_of(tmp_path, "--sample", 20, "--model", "scripted:ideal", "--out", "runs/first")
    (tmp_path / "gate.yaml").write_text("rules: [{metric: invalid, at_most: 2 %}]\n")
    write(tmp_path, "gate: {policy: gate.yaml, format: json}\n")

    assert json.loads(redcode("gate", "runs/first", cwd=tmp_path).stdout)["decision"] == "PASS"

    write(tmp_path, "gate: {polcy: gate.yaml}\n")
    assert "Example" in redcode("gate", "--help", cwd=tmp_path).stdout
    told = redcode("gate", "runs/first", cwd=tmp_path, code=3).stderr
    assert "redcode.yaml:2:8: unknown key 'polcy' [config-unknown-key]; did you mean 'policy'?" in told


# --- mistakes

WRONG = {
    "run: {modl: x}\n": "redcode.yaml:2:7: unknown key 'modl' [config-unknown-key]; did you mean 'model'?",
    "rum: {}\n": "redcode.yaml:2:1: unknown key 'rum' [config-unknown-key]; did you mean 'run'?",
    "corpus: {prove: {job: 2}}\n": "did you mean 'jobs'?",
    "run: {sample: many}\n": "redcode.yaml:2:15: sample: ",
    "run: {repeats: 5000}\n": "redcode.yaml:2:16: repeats: ",
    "run: {suite: exce}\n": "redcode.yaml:2:14: suite: ",
    "run: {sample: [1, 2]}\n": "expected text or a number, found a list",
    "sandbox: {reap: {all: true}}\n": "gives up a protection",
    "run: {execute-generated: true}\n": "gives up a protection",
    "run: {estimate: 5}\n": "'estimate' cannot be configured",
    "report: {run: runs/first}\n": "unknown key 'run'",
    "profile: quik\n": "did you mean 'quick'?",
    "profiles: {quick: {run: {sample: 1}}}\n": "'quick' is built in",
    "profiles: {mine: {run: {sampl: 1}}}\n": "did you mean 'sample'?",
    "profiles: {mine: {run: {sample: x}}}\n": "redcode.yaml:2:33: sample: ",
    "run: {sample: 1\n": "[yaml-syntax]",
    "run: {sample: 1, sample: 2}\n": "[yaml-duplicate-key]",
    "run: &a {sample: 1}\n": "[yaml-anchor]",
    "run: {key: abc}\n": "keys are never in this file",
    "run: {model: sk-aaaaaaaaaaaaaaaaaaaaaaaaaaaa}\n": "[config-secret]",
    "# OPENAI_API_KEY=AIza0123456789abcdefghijklmnopqrstuvwxyz\n": "[config-secret]",
    "run: {fleet: 'postgresql://me:hunter22@db/redcode'}\n": "[config-secret]",
    "run:\n  header: >-\n    Authorization: Bearer\n    hunter22hunter22\n": "redcode.yaml:1:1: ",
}


@pytest.mark.parametrize("text", WRONG)
def test_check_names_place_reason_and_what_to_do(text, tmp_path):
    write(tmp_path, text)

    told = redcode("config", "check", cwd=tmp_path, code=2).stdout

    assert WRONG[text] in told
    assert not re.search("hunter22|sk-aaa|AIza0", told)


def test_a_command_refuses_a_wrong_file_and_says_everything_that_is_wrong(tmp_path):
    write(tmp_path, "run: {modl: x, sample: 1}\nrumm: {}\n")

    told = run_of(tmp_path, code=2).stderr

    assert "redcode.yaml:2:7" in told and "redcode.yaml:3:1" in told and "redcode config check" in told
    assert not (tmp_path / "runs").exists()


def test_a_hostile_file_is_refused_in_time(tmp_path):
    for text in ("x" * 3_000_000, "[" * 500_000, "run: {" + ", ".join(f"k{i}: 1" for i in range(50_000)) + "}\n",
                 "\x00\xff\x1b[31m: {}\n"):
        write(tmp_path, text)
        told = redcode("config", "check", cwd=tmp_path, code=2).stdout
        assert len(told.splitlines()) <= 200 and "\x1b" not in told
    assert "plain file" in redcode("config", "check", "/dev/zero", cwd=tmp_path, code=2).stdout
    assert "plain file" in redcode("config", "check", tmp_path, cwd=tmp_path, code=2).stdout
    assert "config new" in redcode("config", "check", "none", cwd=tmp_path, code=2).stderr


# --- the schema

def test_the_committed_schema_is_the_program_s_own(tmp_path):
    assert json.loads(redcode("config", "schema", cwd=tmp_path).stdout) == json.loads(SCHEMA.read_text())


def some_value(schema):
    """A value that the schema allows."""
    if "anyOf" in schema:
        return [some_value(schema["anyOf"][1]["items"])]
    if "enum" in schema:
        return schema["enum"][-1]
    kind = schema["type"]
    if kind == "boolean":
        return True
    if kind == "integer":
        return max(schema.get("minimum", 0), 1)
    return 0.5 if kind == "number" else "5"


def sections(properties, schema):
    """A configuration with every option there is."""
    made = {}
    for name, part in properties.items():
        part = schema["$defs"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part
        made[name] = sections(part["properties"], schema) if "properties" in part else some_value(part)
    return made


def test_every_option_of_every_command_can_be_configured_as_the_schema_says(tmp_path):
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    whole = sections(schema["$defs"]["profile"]["properties"], schema)
    whole = {**whole, "format": "redcode/config/1", "profile": "mine", "profiles": {"mine": dict(whole)}}
    assert len(whole["run"]) > 40 and whole["corpus"]["prove"]["jobs"] == 1

    jsonschema.validate(whole, schema)
    # Through JSON, so that no two sections are one object, which PyYAML would write as an alias.
    (tmp_path / "redcode.yaml").write_text(yaml.safe_dump(json.loads(json.dumps(whole))))

    assert "sound" in redcode("config", "check", cwd=tmp_path).stdout


@pytest.mark.parametrize("text", [text for text in WRONG if re.search("modl|rum|job:|exce|5000|many|\\[1|built|quick:|sampl:", text)])
def test_schema_and_check_refuse_the_same(text):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(yaml.safe_load(HEAD + text), json.loads(SCHEMA.read_text()))


def test_a_new_file_is_sound_is_the_example_and_is_not_written_over(tmp_path):
    redcode("config", "new", cwd=tmp_path)

    schema, _, text = (tmp_path / "redcode.yaml").read_text().partition("\n")
    assert schema == "# yaml-language-server: $schema=./redcode.schema.json"
    example, _, same = (ROOT / "examples/redcode.yaml").read_text().partition("\n")
    assert text == same
    assert (ROOT / "examples" / example.partition("$schema=")[2]).resolve() == SCHEMA
    assert json.loads((tmp_path / "redcode.schema.json").read_text()) == json.loads(SCHEMA.read_text())
    assert "sound" in redcode("config", "check", cwd=tmp_path).stdout
    assert "sound" in redcode("config", "check", ROOT / "examples/redcode.yaml", cwd=tmp_path).stdout
    jsonschema.validate(yaml.safe_load(text), json.loads(SCHEMA.read_text()))
    assert "exists" in redcode("config", "new", cwd=tmp_path, code=2).stderr


# --- runs and profiles

def test_a_run_takes_its_options_from_the_file_and_its_folder_keeps_them(tmp_path):
    write(tmp_path, "profile: mine\nrun: {suite: gen, model: 'scripted:ideal', out: runs/a}\n"
                    "profiles: {mine: {run: {sample: 12, seed: s}}}\n")

    done = redcode("run", cwd=tmp_path)

    assert "Options from redcode.yaml, profile mine." in done.stderr
    run = tmp_path / "runs/a"
    assert len(records(run)) == 12
    command = json.loads((run / "manifest.json").read_text())["command"]
    assert (command["sample"], command["seed"], command["profile"]) == (12, "s", "mine")
    # Broken off and resumed, it is the same run, whatever the file says by then.
    kept = (run / "records.jsonl").read_text().splitlines(keepends=True)
    (run / "records.jsonl").write_text("".join(kept[:5]))
    write(tmp_path, "run: {suite: gen, sample: 3, model: 'scripted:refuses'}\n")
    redcode("runs", "resume", "runs/a", cwd=tmp_path)
    assert {record["trial"]["case_id"] for record in records(run)} == {json.loads(line)["trial"]["case_id"] for line in kept}


@pytest.mark.parametrize("profile,values", [("quick", ("200", "5m", "")), ("standard", ("1500", None, "")),
                                            ("paper", ("0", None, "paper")), ("full", ("0", None, ""))])
def test_a_built_in_profile_says_how_much_is_run_above_any_file(profile, values, tmp_path):
    write(tmp_path, "run: {sample: 3, limit: 5, subset: paper}\n")

    seen = shown("run", "--profile", profile, cwd=tmp_path)

    sample, deadline, subset = values
    assert (seen["sample"][0], seen["subset"][0], seen["limit"][0]) == (sample, subset, "0")
    assert seen["sample"][1:] == ("profile", f"{profile}, built in")
    assert seen["deadline"][0] == (deadline and "300")
    assert shown("run", "--profile", profile, "--sample", 7, cwd=tmp_path)["sample"][0] == "7"


def test_quick_is_a_stratified_sample_and_none_is_no_profile(tmp_path):
    run_of(tmp_path, "--profile", "quick", "--model", "scripted:ideal", "--out", "runs/quick")

    tried = records(tmp_path / "runs/quick")
    assert len(tried) == 200
    assert len({record["trial"]["case_id"].partition(".")[0] for record in tried}) >= 10
    write(tmp_path, "profile: quick\n")
    assert shown("run", "--profile", "none", cwd=tmp_path)["sample"][1] == "default"


def test_a_profile_that_is_unknown_or_has_nothing_for_the_command_is_refused(tmp_path):
    assert "did you mean 'quick'?" in run_of(tmp_path, "--profile", "quik", code=2).stderr
    assert "says nothing of `corpus prove`" in redcode("corpus", "prove", "--profile", "quick", cwd=tmp_path, code=2).stderr
    env = {"REDCODE_PROFILE": "quick"}
    assert shown("corpus", "prove", cwd=tmp_path, env=env)["jobs"][1] == "default"
    assert shown("run", cwd=tmp_path, env=env)["sample"][0] == "200"


# --- what a run costs

PRICES = "checked: 2026-01-01\nprices: [{model: my-model, input: 3, output: 15}]\n"


@pytest.fixture
def paid(tmp_path):
    """Options of a run whose model has a price."""
    (tmp_path / "prices.yaml").write_text(PRICES)
    with scripted_model({"*": "random"}, tmp_path, corpus=ROOT / "gen") as url:
        yield ["--model", "my-model", "--base-url", url, "--prices", "prices.yaml", "--out", "runs/paid"]


def test_an_estimate_runs_the_first_trials_and_the_same_command_goes_on(paid, tmp_path):
    done = run_of(tmp_path, *paid, "--sample", 120, "--estimate", 20)

    first = records(tmp_path / "runs/paid")
    assert len(first) == 20 and "Estimate from 20 of 120 trials" in done.stdout
    assert "not paid again" in done.stdout and "my-model costs $3.00 in and $15.00 out" in done.stderr
    number = r"\$?([\d,.]+)"
    each = re.search(rf"dollars a trial +{number} \({number} to {number}\)", done.stdout)
    whole = re.search(rf"the whole run +{number} \({number} to {number}\), by prices of 2026-01-01", done.stdout)
    mean = sum(record["usage"]["micro_dollars"] for record in first) / 20 / 1e6
    assert float(each.group(1)) == pytest.approx(mean, rel=0.05)
    assert float(each.group(2)) <= mean <= float(each.group(3))

    run_of(tmp_path, *paid, "--sample", 120)

    after = records(tmp_path / "runs/paid")
    assert after[:20] == first and len({record["trial"]["case_id"] for record in after}) == len(after) == 120
    cost = sum(record["usage"]["micro_dollars"] for record in after) / 1e6
    # The scripted model's trials differ little, so what is printed is rounded more coarsely than the truth.
    assert float(whole.group(2)) * 0.95 <= cost <= float(whole.group(3)) * 1.05


def test_a_model_without_a_price_has_an_unknown_cost_and_not_none(paid, tmp_path):
    paid[paid.index("my-model")] = "other-model"

    done = run_of(tmp_path, *paid, "--sample", 10, "--estimate", 5)

    assert "other-model has no price in the table" in done.stderr and "unknown" in done.stderr
    assert re.search(r"dollars +unknown: other-model has no price", done.stdout)
    assert re.search(r"tokens a trial +[1-9]", done.stdout) and "$0" not in done.stdout + done.stderr


def test_a_paid_run_says_in_one_line_what_is_known_and_an_unpaid_one_is_silent(paid, tmp_path):
    told = run_of(tmp_path, *paid, "--sample", 3, "--budget", 2).stderr

    lines = [line for line in told.splitlines() if "for a million tokens" in line]
    assert len(lines) == 1 and "Budget: $2.00" in lines[0] and "--estimate" in lines[0]
    silent = run_of(tmp_path, "--model", "scripted:ideal", "--sample", 3, "--out", "runs/free").stderr
    assert "million tokens" not in silent and "unknown" not in silent


def test_an_estimate_is_refused_on_a_fleet(tmp_path):
    told = run_of(tmp_path, "--fleet", "postgresql://nobody@127.0.0.1:1/none", "--estimate", 5, "--sample", 5, code=2).stderr

    assert "leave --fleet out" in told
