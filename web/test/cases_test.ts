import assert from "node:assert/strict";
import { test } from "node:test";
import { scroll_for, slice_of } from "../src/cases/window";

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
