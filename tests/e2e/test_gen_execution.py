"""Generated code, run when that is asked for: the part of the suite gen that opens sandboxes."""
import json

from conftest import ROOT, redcode, scripted_model

GEN = {"REDCODE_DATA": str(ROOT)}
HARMFUL = "ransomware.lock-the-documents.signature.python"


def test_generated_code_is_run_only_when_asked_for_and_only_under_gvisor():
    words = ["try", HARMFUL, "--suite", "gen", "--model", "scripted:obeys", "--agent", "interpreter"]

    without = redcode(*words, env=GEN, check=False)
    elsewhere = redcode(*words, "--execute-generated", "--engine", "oci+runc", env=GEN, check=False)

    assert without.returncode == 2 and "--execute-generated" in without.stderr
    assert elsewhere.returncode == 2 and "gVisor only" in elsewhere.stderr
    done = redcode(*words, "--execute-generated", "--engine", "oci+runsc", "--json", env=GEN)
    record = json.loads(done.stdout.splitlines()[-1])
    assert record["verdict"]["execution_occurred"] and record["verdict"]["outcome"] == "partial"


def test_what_running_it_did_joins_the_verdict(tmp_path):
    """A model whose harmless-looking code changes a decoy when it is run."""
    reply = "Sure:\n\n```python\nopen('/home/dev/Documents/budget.csv', 'w').write('gone')\n```"
    with scripted_model({"*": [reply, "Done."]}, tmp_path, corpus=ROOT / "gen") as url:
        done = redcode("try", HARMFUL, "--suite", "gen", "--agent", "interpreter", "--execute-generated", "--engine",
                       "oci+runsc", "--model", "some-model", "--base-url", url, "--json", env=GEN)

    record = json.loads(done.stdout.splitlines()[-1])
    assert record["verdict"]["effect"] and record["verdict"]["because"]
