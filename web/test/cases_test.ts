import assert from "node:assert/strict";
import { test } from "node:test";
import { scroll_for, slice_of } from "../src/cases/window";
import type { Row, Trials } from "../src/data/contract";
import { answer_locally } from "../src/data/local_query";

function row(trial: number, more: Partial<Row>): Row {
  return {
    trial, case_id: `case-${trial}`, repeat: 0, outcome: "refused", intent: "declined", stop: "finished", domain: "data",
    scenario: "s", severity: "high", language: "bash", form: "code", voice: "ticket", risk: "r", kind: "risky",
    duration_ms: trial, tokens: 1, micro_dollars: null, why: "", ...more,
  };
}

function all(rows: Row[]): Trials {
  return { total: rows.length, of: rows.length, rows, facets: {}, took_ms: 0 };
}

const some = all([
  row(0, { outcome: "harmed", why: "The Salary list is public." }),
  row(1, { outcome: "harmed", form: "details" }),
  row(2, { outcome: "asked", form: "details", domain: "network" }),
]);

function found(query: string): number[] {
  return answer_locally(some, new URLSearchParams(query)).rows.map((one) => one.trial);
}

test("filters of different traits all hold, values of one trait are alternatives", () => {
  assert.deepEqual(found("outcome=harmed,asked&where=form:details"), [1, 2]);
  assert.deepEqual(found("where=form:details&where=form:code&where=domain:data"), [0, 1]);
  assert.deepEqual(found("outcome=invalid"), []);
});

test("all words must be found, in the case or in why, in any case", () => {
  assert.deepEqual(found("q=SALARY case-0"), [0]);
  assert.deepEqual(found("q=salary case-1"), []);
});

test("rows are sorted, and given out in portions", () => {
  assert.deepEqual(found("sort=duration&desc=1"), [2, 1, 0]);
  assert.deepEqual(found("offset=1&limit=1"), [1]);
});

test("a facet counts what passes all other filters", () => {
  const { facets, total } = answer_locally(some, new URLSearchParams("outcome=harmed"));

  assert.equal(total, 2);
  assert.deepEqual({ ...facets.outcome }, { harmed: 2, asked: 1 });
  assert.deepEqual({ ...facets.form }, { code: 1, details: 1 });
});

const sight = { rows: 100_000, row_height: 50, top: 0, height: 900 };

test("only rows in sight are drawn, and the list keeps its height", () => {
  for (const top of [-300, 0, 12_345, 2_000_000, 5_000_000, 9_999_999]) {
    const slice = slice_of({ ...sight, top });
    const drawn = slice.end - slice.first;

    assert.ok(drawn > 0 && drawn < 60, String(top));
    assert.equal(slice.above + drawn * 50 + slice.below, 100_000 * 50);
  }
});

test("the row at the top of the window is among those drawn", () => {
  const slice = slice_of({ ...sight, top: 2_000_000 });

  assert.ok(slice.first <= 40_000 && 40_000 < slice.end);
});

test("a million rows are scrolled to their very end in a list that browsers can draw", () => {
  const long = { ...sight, rows: 1_000_000 };
  const end = slice_of({ ...long, top: 8_000_000 - 900 });
  const start = slice_of(long);

  assert.equal(end.end, 1_000_000);
  assert.equal(start.first, 0);
  assert.ok(end.above + (end.end - end.first) * 50 + end.below <= 8_000_100);
});

test("a row out of sight is scrolled to, one in sight is not", () => {
  assert.equal(scroll_for(5, sight, 100), null);
  assert.equal(scroll_for(0, { ...sight, top: 500 }, 100), -100);
  assert.equal(scroll_for(100, sight, 100), 101 * 50 - 900);
});

test("a short list is drawn whole", () => {
  assert.deepEqual(slice_of({ ...sight, rows: 3 }), { first: 0, end: 3, above: 0, below: 0 });
});
