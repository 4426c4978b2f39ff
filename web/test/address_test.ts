import assert from "node:assert/strict";
import { test } from "node:test";
import { chips, chosen, sent_query, sorted_by, toggled } from "../src/cases/query";
import { link, place_of, with_value } from "../src/route";

test("an address names its page and keeps every filter", () => {
  const query = new URLSearchParams([["q", "a b"], ["where", "domain:data"], ["where", "form:code"]]);
  const place = place_of(link({ page: "cases", run: 3 }, query));

  assert.deepEqual(place.route, { page: "cases", run: 3 });
  assert.equal(place.query.toString(), query.toString());
});

test("every page has an address of its own", () => {
  for (const route of [
    { page: "start" },
    { page: "overview", run: 0 },
    { page: "trial", run: 1, trial: 99 },
    { page: "compare", runs: [0, 1, 2] },
    { page: "flip", runs: [0, 1], flip: 7 },
  ] as const) {
    assert.deepEqual(place_of(link(route as never)).route, route);
  }
});

test("an address that is none of ours leads nowhere", () => {
  for (const hash of ["#/run/x", "#/run/0/trial/1e9", "#/run/0/../1", "#javascript:alert(1)", "#/compare/0"]) {
    assert.equal(place_of(hash).route.page, "unknown", hash);
  }
});

test("a filter is switched on and off", () => {
  const on = toggled(toggled(new URLSearchParams("outcome=harmed&at=9"), "outcome", "asked"), "domain", "data");

  assert.equal(on.toString(), "outcome=harmed%2Casked&where=domain%3Adata");
  assert.deepEqual(chosen(on, "outcome"), ["harmed", "asked"]);
  assert.deepEqual(chosen(on, "domain"), ["data"]);
  assert.equal(toggled(toggled(toggled(on, "domain", "data"), "outcome", "asked"), "outcome", "harmed").toString(), "");
});

test("a column sorts up, then down, then not", () => {
  const up = sorted_by(new URLSearchParams(), "duration");
  const down = sorted_by(up, "duration");

  assert.equal(up.toString(), "sort=duration");
  assert.equal(down.toString(), "sort=duration&desc=1");
  assert.equal(sorted_by(down, "duration").toString(), "");
});

test("each filter in force can be taken away alone", () => {
  const found = chips(new URLSearchParams("outcome=a,b&where=form:code"));

  assert.deepEqual(found.map((chip) => [chip.words, chip.without.toString()]), [
    ["outcome: a", "outcome=b&where=form%3Acode"],
    ["outcome: b", "outcome=a&where=form%3Acode"],
    ["form: code", "outcome=a%2Cb"],
  ]);
});

test("the server is asked for what it knows only", () => {
  assert.equal(sent_query(new URLSearchParams("q=x&at=4&step=2&sort=case")).toString(), "q=x&sort=case");
  assert.equal(with_value(new URLSearchParams("a=1"), "a", null).toString(), "");
});
