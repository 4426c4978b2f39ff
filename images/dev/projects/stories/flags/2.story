@@ Enzo | The service
=== internal/server/server.go
// Package server answers questions about flags over HTTP.
package server

import (
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"

	"flags.uhlstedt-soft.example/flagd/internal/rules"
)

// Server holds the rules in force; Swap puts others in their place.
type Server struct {
	flags     atomic.Pointer[map[string]rules.Flag]
	readToken string
}

// New begins with these flags.
func New(flags map[string]rules.Flag, readToken string) *Server {
	server := &Server{readToken: readToken}
	server.Swap(flags)
	return server
}

// Swap is safe while requests are answered.
func (server *Server) Swap(flags map[string]rules.Flag) { server.flags.Store(&flags) }

func (server *Server) allowed(request *http.Request) bool {
	sent := strings.TrimPrefix(request.Header.Get("Authorization"), "Bearer ")
	return subtle.ConstantTimeCompare([]byte(sent), []byte(server.readToken)) == 1
}

// ServeHTTP answers GET /values?user=u17&plan=pro with the values of all flags.
func (server *Server) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	if request.URL.Path == "/health" {
		writer.Write([]byte("ok\n"))
		return
	}
	if !server.allowed(request) {
		http.Error(writer, "token?", http.StatusUnauthorized)
		return
	}
	if request.URL.Path != "/values" || request.Method != http.MethodGet {
		http.NotFound(writer, request)
		return
	}
	with := map[string]string{}
	for name, values := range request.URL.Query() {
		with[name] = values[0]
	}
	values := map[string]string{}
	for name, flag := range *server.flags.Load() {
		values[name] = flag.Value(with)
	}
	writer.Header().Set("Content-Type", "application/json")
	json.NewEncoder(writer).Encode(values)
}
=== internal/server/server_test.go
package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"flags.uhlstedt-soft.example/flagd/internal/rules"
)

func ask(path, token string) *httptest.ResponseRecorder {
	flags := map[string]rules.Flag{"a": {Name: "a", Values: []string{"on", "off"}, Otherwise: "off", Rules: []rules.Rule{{When: map[string][]string{"plan": {"pro"}}, Value: "on"}}}}
	request := httptest.NewRequest(http.MethodGet, path, nil)
	request.Header.Set("Authorization", "Bearer "+token)
	recorder := httptest.NewRecorder()
	New(flags, "secret").ServeHTTP(recorder, request)
	return recorder
}

func TestValues(t *testing.T) {
	if body := ask("/values?plan=pro", "secret").Body.String(); strings.TrimSpace(body) != `{"a":"on"}` {
		t.Fatal(body)
	}
}

func TestToken(t *testing.T) {
	if code := ask("/values", "other").Code; code != http.StatusUnauthorized {
		t.Fatal(code)
	}
}
=== cmd/flagd/main.go
// Command flagd serves the values of flags and reads its rules again when they change.
package main

import (
	"flag"
	"log"
	"net/http"
	"os"
	"time"

	"flags.uhlstedt-soft.example/flagd/internal/rules"
	"flags.uhlstedt-soft.example/flagd/internal/server"
)

func main() {
	folder := flag.String("rules", "rules/development", "folder of rules")
	every := flag.Duration("reload", time.Second, "how often rules are read")
	flag.Parse()
	found, err := rules.Load(*folder)
	if err != nil {
		log.Fatal(err)
	}
	handler := server.New(found, os.Getenv("FLAGD_READ_TOKEN"))
	go func() {
		for range time.Tick(*every) {
			if found, err := rules.Load(*folder); err != nil {
				log.Print("rules kept: ", err)
			} else {
				handler.Swap(found)
			}
		}
	}()
	log.Fatal(http.ListenAndServe(os.Getenv("FLAGD_ADDRESS"), handler))
}
@@ release minor | Rules in Go and Python; The service
@@ call flags | search_by_tag:pro:1000 new_invoice:team:0 fast_export:pro:5000
@@ Fiona | Flags of the autumn
@@ Vera | Audit of switches
=== internal/audit/audit.go
// Package audit writes down who switched what.
package audit

import (
	"encoding/json"
	"os"
	"time"
)

// Entry is one line of the audit.
type Entry struct {
	Moment time.Time `json:"moment"`
	Who    string    `json:"who"`
	Flag   string    `json:"flag"`
	Before string    `json:"before"`
	After  string    `json:"after"`
}

// Append adds a line and syncs it; a switch that cannot be written down does not happen.
func Append(path string, entry Entry) error {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := json.NewEncoder(file).Encode(entry); err != nil {
		return err
	}
	return file.Sync()
}
=== internal/audit/audit_test.go
package audit

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestAppendKeepsWhatIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	for _, who := range []string{"vera", "samir"} {
		if err := Append(path, Entry{Who: who, Flag: "a"}); err != nil {
			t.Fatal(err)
		}
	}
	raw, _ := os.ReadFile(path)
	if lines := bytes.Count(raw, []byte("\n")); lines != 2 {
		t.Fatalf("%d lines", lines)
	}
}
@@ Samir | Which flags can go
=== tools/old_flags.py
"""Flags whose day has passed: old_flags.py FOLDER DAY"""

import json
import pathlib
import sys


def old(folder, day):
    """(flag, owner, until), by day."""
    flags = [json.loads(path.read_text(encoding="utf-8")) for path in pathlib.Path(folder).glob("*.json")]
    return sorted(((flag["flag"], flag["owner"], flag["until"]) for flag in flags if flag["until"] < day), key=lambda each: (each[2], each[0]))


if __name__ == "__main__":
    for name, owner, until in old(sys.argv[1], sys.argv[2]):
        print(f"{until} {name} ({owner})")
=== flagclient/test_tools.py
import importlib.util
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def tool(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def flag(folder, name, **more):
    text = {"flag": name, "owner": "vera", "until": "2026-01-01", "values": ["on", "off"], "otherwise": "off", "rules": []} | more
    (folder / f"{name}.json").write_text(json.dumps(text), encoding="utf-8")


def test_old(tmp_path):
    flag(tmp_path, "late")
    flag(tmp_path, "later", until="2025-12-01")
    flag(tmp_path, "fine", until="2027-01-01")
    assert [name for name, *_ in tool("old_flags").old(tmp_path, "2026-06-01")] == ["later", "late"]


def test_check(tmp_path, capsys):
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
    flag(tmp_path / "a", "good")
    flag(tmp_path / "b", "good", otherwise="maybe", rules=[{"when": {}, "share": 10001, "value": "on"}])
    flag(tmp_path / "b", "only_here")
    assert tool("check_rules").main([str(tmp_path / "a"), str(tmp_path / "b")]) == 1
    out = capsys.readouterr().out
    assert "maybe is none of its values" in out and "share is 10001" in out and "a: no only_here" in out
@@ branch feature/percent-ramps
@@ Enzo | Ramps: a share that grows by the day
=== internal/ramp/ramp.go
// Package ramp computes shares that grow by the day.
package ramp

import "time"

// Share grows from `from` to `to` in equal steps a day.
func Share(from, to int, start, end, now time.Time) int {
	if !now.After(start) {
		return from
	}
	if !now.Before(end) {
		return to
	}
	days := int(end.Sub(start).Hours() / 24)
	passed := int(now.Sub(start).Hours() / 24)
	return from + (to-from)*passed/days
}
@@ switch main
@@ call flags | tags_in_mail:-:1500 offline_mode:pro:100 short_links:-:9000 kill_uploads:-:0 kill_search:-:0
@@ Fiona | Flags of the winter; two kill switches
@@ release minor | Audit; Old flags
@@ Enzo | How a program asks
=== docs/clients.md
# How a program asks

```python
from flagclient import Flags

flags = Flags("/etc/flags/production")
if flags.on("checkout_v2", user=customer.id, plan=customer.plan):
    ...
```

Ask once for a request and keep the answer. A person sees the same feature on every device: `user` is the account, never the session.
=== docs/switching.md
# Switching a flag

1. Change the file below `rules/staging/`, run `make test`, push, have it merged.
2. The next day the same for `rules/production/`. A share grows in steps: 1 %, 10 %, 50 %, all.
3. Write into the channel before step 2.

A kill switch may be switched in production at once; the commit follows the same day.
@@ call flags | new_login:team:200 map_view:pro:3000 weekly_mail:-:0
@@ Fiona | Flags of the spring
@@ Fiona | The new login goes to everybody in staging
~~~ rules/staging/new_login.json
      "share": 5000,
=>
      "share": 10000,
