@@ Vera | Buckets
=== go.mod
module flags.uhlstedt-soft.example/flagd

go 1.22
=== internal/bucket/bucket.go
// Package bucket gives each person a number for each flag.
package bucket

import (
	"crypto/sha256"
	"encoding/binary"
)

// Count is how many buckets there are.
const Count = 10000

// Of is always the same for the same flag and person.
func Of(flag, person string) int {
	sum := sha256.Sum256([]byte(flag + ":" + person))
	return int(binary.BigEndian.Uint32(sum[:4]) % Count)
}
=== internal/bucket/bucket_test.go
package bucket

import "testing"

func TestOfIsTheSameAgain(t *testing.T) {
	if Of("checkout_v2", "u17") != Of("checkout_v2", "u17") {
		t.Fatal("another bucket")
	}
}

func TestOfIsSpread(t *testing.T) {
	low := 0
	for _, person := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"} {
		if Of("spread", person) < Count/2 {
			low++
		}
	}
	if low == 0 || low == 16 {
		t.Fatalf("%d of 16 in the lower half", low)
	}
}
@@ Vera | Rules
=== internal/rules/rules.go
// Package rules decides what a flag's value is.
package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"flags.uhlstedt-soft.example/flagd/internal/bucket"
)

// Rule holds when each attribute has one of the words; "*" is any word but none.
type Rule struct {
	When  map[string][]string `json:"when"`
	Share *int                `json:"share,omitempty"`
	Value string              `json:"value"`
}

// Flag is one file of rules/.
type Flag struct {
	Name      string   `json:"flag"`
	Owner     string   `json:"owner"`
	Until     string   `json:"until"`
	Values    []string `json:"values"`
	Otherwise string   `json:"otherwise"`
	Rules     []Rule   `json:"rules"`
}

// ErrInvalid is in the chain of what Load gives for a file that says something impossible.
var ErrInvalid = errors.New("invalid flag")

func (rule Rule) holds(flag string, with map[string]string) bool {
	for name, words := range rule.When {
		value := with[name]
		if value == "" || !(slices.Contains(words, "*") || slices.Contains(words, value)) {
			return false
		}
	}
	if rule.Share == nil {
		return true
	}
	person := with["user"]
	return person != "" && bucket.Of(flag, person) < *rule.Share
}

// Value is that of the first rule that holds, or what the flag is otherwise.
func (flag Flag) Value(with map[string]string) string {
	for _, rule := range flag.Rules {
		if rule.holds(flag.Name, with) {
			return rule.Value
		}
	}
	return flag.Otherwise
}

// Check says what is wrong with a flag.
func (flag Flag) Check() error {
	if !slices.Contains(flag.Values, flag.Otherwise) {
		return fmt.Errorf("%w: %s: otherwise %q", ErrInvalid, flag.Name, flag.Otherwise)
	}
	for _, rule := range flag.Rules {
		if !slices.Contains(flag.Values, rule.Value) {
			return fmt.Errorf("%w: %s: value %q", ErrInvalid, flag.Name, rule.Value)
		}
		if rule.Share != nil && (*rule.Share < 0 || *rule.Share > bucket.Count) {
			return fmt.Errorf("%w: %s: share %d", ErrInvalid, flag.Name, *rule.Share)
		}
	}
	return nil
}

// Load reads all flags of a folder.
func Load(folder string) (map[string]Flag, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	found := map[string]Flag{}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		var flag Flag
		if err := json.Unmarshal(raw, &flag); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if err := flag.Check(); err != nil {
			return nil, err
		}
		found[flag.Name] = flag
	}
	return found, nil
}
=== internal/rules/rules_test.go
package rules

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

type vectors struct {
	Flag    string `json:"flag"`
	Rules   string `json:"rules"`
	Vectors []struct {
		With  map[string]string `json:"with"`
		Value string            `json:"value"`
	} `json:"vectors"`
}

func TestVectors(t *testing.T) {
	paths, _ := filepath.Glob("../../vectors/*.json")
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var asked vectors
		if err := json.Unmarshal(raw, &asked); err != nil {
			t.Fatal(err)
		}
		flags, err := Load(filepath.Join("../../rules", asked.Rules))
		if err != nil {
			t.Fatal(err)
		}
		for _, each := range asked.Vectors {
			if value := flags[asked.Flag].Value(each.With); value != each.Value {
				t.Errorf("%s %v: %s, not %s", asked.Flag, each.With, value, each.Value)
			}
		}
	}
}

func TestCheck(t *testing.T) {
	share := 10001
	for _, flag := range []Flag{
		{Values: []string{"on"}, Otherwise: "off"},
		{Values: []string{"on"}, Otherwise: "on", Rules: []Rule{{Value: "off"}}},
		{Values: []string{"on"}, Otherwise: "on", Rules: []Rule{{Value: "on", Share: &share}}},
	} {
		if err := flag.Check(); !errors.Is(err, ErrInvalid) {
			t.Errorf("%v", err)
		}
	}
}
@@ Samir | The same rules in Python
=== flagclient/__init__.py
"""Values of flags for Python programs; the same answers as the service."""

from flagclient.rules import Flags, bucket

__all__ = ["Flags", "bucket"]
=== flagclient/rules.py
"""Decides what a flag's value is; see internal/rules for the Go side."""

import hashlib
import json
import pathlib

BUCKETS = 10000


def bucket(flag, person):
    """A number from 0 to 9999, always the same for the same flag and person."""
    return int.from_bytes(hashlib.sha256(f"{flag}:{person}".encode()).digest()[:4], "big") % BUCKETS


def holds(rule, flag, given):
    for name, words in rule["when"].items():
        value = given.get(name, "")
        if not value or not ("*" in words or value in words):
            return False
    if "share" not in rule:
        return True
    person = given.get("user", "")
    return bool(person) and bucket(flag, person) < rule["share"]


class Flags:
    """All flags of a folder of rules."""

    def __init__(self, folder):
        self.flags = {}
        for path in sorted(pathlib.Path(folder).glob("*.json")):
            flag = json.loads(path.read_text(encoding="utf-8"))
            self.flags[flag["flag"]] = flag

    def value(self, name, **given):
        """KeyError when there is no such flag."""
        flag = self.flags[name]
        return next((rule["value"] for rule in flag["rules"] if holds(rule, name, given)), flag["otherwise"])

    def on(self, name, **given):
        """False for a flag that is not there: new code may run before its flag exists."""
        return name in self.flags and self.value(name, **given) == "on"
=== flagclient/__main__.py
"""python3 -m flagclient FOLDER FLAG [name=value...]"""

import sys

from flagclient.rules import Flags

if len(sys.argv) < 3:
    raise SystemExit(__doc__)
print(Flags(sys.argv[1]).value(sys.argv[2], **dict(word.split("=", 1) for word in sys.argv[3:])))
=== flagclient/test_vectors.py
import json
import pathlib

import pytest

from flagclient import Flags, bucket

ROOT = pathlib.Path(__file__).resolve().parent.parent
VECTORS = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "vectors").glob("*.json"))]


@pytest.mark.parametrize("asked", VECTORS, ids=lambda asked: asked["flag"])
def test_vectors(asked):
    flags = Flags(ROOT / "rules" / asked["rules"])
    for each in asked["vectors"]:
        assert flags.value(asked["flag"], **each["with"]) == each["value"], each
        if "user" in each["with"]:
            assert bucket(asked["flag"], each["with"]["user"]) == each["bucket"]


def test_every_flag_has_vectors():
    assert {asked["flag"] for asked in VECTORS} == Flags(ROOT / "rules/production").flags.keys()
=== flagclient/test_rules.py
from flagclient.rules import Flags, bucket, holds


def test_all_attributes_must_fit():
    rule = {"when": {"plan": ["pro", "team"], "country": ["*"]}, "value": "on"}
    assert holds(rule, "f", {"plan": "pro", "country": "dk"})
    assert not holds(rule, "f", {"plan": "free", "country": "dk"})
    assert not holds(rule, "f", {"plan": "pro"})


def test_share():
    person = next(f"u{number}" for number in range(100) if bucket("f", f"u{number}") < 5000)
    rule = {"when": {}, "share": bucket("f", person), "value": "on"}
    assert not holds(rule, "f", {"user": person})
    assert holds({**rule, "share": rule["share"] + 1}, "f", {"user": person})
    assert not holds({**rule, "share": 10000}, "f", {})


def test_an_unknown_flag_is_off(tmp_path):
    assert not Flags(tmp_path).on("nothing", user="u1")
@@ Samir | Check rules before they are merged
=== tools/check_rules.py
"""Complaints about folders of rules: check_rules.py FOLDER..."""

import json
import pathlib
import re
import sys

NAME = re.compile(r"[a-z][a-z0-9_]{2,40}")


def complaints(path):
    flag = json.loads(path.read_text(encoding="utf-8"))
    if flag["flag"] != path.stem or not NAME.fullmatch(flag["flag"]):
        yield f"the name is {flag['flag']}"
    if not re.fullmatch(r"20\d\d-\d\d-\d\d", flag["until"]):
        yield "until is no day"
    for value in [flag["otherwise"], *(rule["value"] for rule in flag["rules"])]:
        if value not in flag["values"]:
            yield f"{value} is none of its values"
    for rule in flag["rules"]:
        if not 0 <= rule.get("share", 0) <= 10000:
            yield f"share is {rule['share']}"
        if not rule["when"] and "share" not in rule:
            yield "a rule holds for everybody: use otherwise"


def main(folders):
    found, names = [], {}
    for folder in map(pathlib.Path, folders):
        paths = sorted(folder.glob("*.json"))
        names[folder.name] = {path.stem for path in paths}
        found += [f"{path}: {text}" for path in paths for text in complaints(path)]
    everywhere = set.union(*names.values()) if names else set()
    found += [f"{folder}: no {name}" for folder, there in sorted(names.items()) for name in sorted(everywhere - there)]
    print("\n".join(found) or f"rules: {len(everywhere)} flags, ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
@@ call flags | checkout_v2:team:500 dark_page:-:2500
@@ Fiona | The first two flags
