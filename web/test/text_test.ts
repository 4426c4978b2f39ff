import assert from "node:assert/strict";
import { test } from "node:test";
import { parts_of } from "../src/text/fences";
import { amount, bytes, counted, dollars, duration, moment, p_value, percent, signed, span } from "../src/text/numbers";
import { cut, one_line, visible, visible_pieces } from "../src/text/visible";

test("plain words, line breaks and tabs stay as they are", () => {
  assert.equal(visible("a\tb\nc\r\n – ü 漢字 🙂"), "a\tb\nc\r\n – ü 漢字 🙂");
});

test("control characters become marks", () => {
  assert.equal(visible("\u001b[31mred\u0007\u0000\u007f\u009b"), "⟨ESC⟩[31mred⟨BEL⟩⟨NUL⟩⟨DEL⟩⟨U+009B⟩");
});

test("a carriage return that hides the line before it becomes a mark", () => {
  assert.equal(visible("harm\rsafe"), "harm⟨CR⟩safe");
});

test("characters that turn the order of reading become marks", () => {
  assert.equal(visible("exe.\u202egpj\u2066x\u2069\u200f\u061c"), "exe.⟨U+202E⟩gpj⟨U+2066⟩x⟨U+2069⟩⟨U+200F⟩⟨U+061C⟩");
});

test("what is not printed, or carries a hidden message, becomes marks", () => {
  assert.equal(visible("a\u200bb\ufeffc\u00add\u{e0041}e\u{e0100}f\u2028g\u3164"), "a⟨U+200B⟩b⟨U+FEFF⟩c⟨U+00AD⟩d⟨U+E0041⟩e⟨U+E0100⟩f⟨U+2028⟩g⟨U+3164⟩");
});

test("half of a surrogate pair becomes a mark", () => {
  assert.equal(visible("a\ud83dz"), "a⟨U+D83D⟩z");
});

test("marks are pieces of their own, neighbours together", () => {
  assert.deepEqual(visible_pieces("a\u0000\u0001b"), [
    { text: "a", mark: false },
    { text: "⟨NUL⟩⟨SOH⟩", mark: true },
    { text: "b", mark: false },
  ]);
});

test("a text of nothing but marks has a bounded number of pieces, and none is lost", () => {
  const pieces = visible_pieces("a\u0000".repeat(50_000));

  assert.ok(pieces.length < 2100);
  assert.equal(pieces.map((piece) => piece.text).join(""), "a⟨NUL⟩".repeat(50_000));
});

test("a cut never halves a character", () => {
  assert.equal(cut("ab🙂", 3), "ab");
  assert.equal(cut("ab🙂", 4), "ab🙂");
});

test("one line is one line, and short", () => {
  assert.equal(one_line("a\n\n b\u202e"), "a b⟨U+202E⟩");
  assert.equal(one_line("x".repeat(100_000), 10), `${"x".repeat(9)}…`);
});

test("what was not measured is a dash, never nought", () => {
  for (const words of [percent(null), amount("headline", null), duration(null), dollars(undefined), bytes(null), signed("handled", null), p_value(null), moment("")]) {
    assert.equal(words, "–");
  }
});

test("figures are on the scale of their metric", () => {
  assert.equal(amount("handled", 0.6251), "62.5\u00a0%");
  assert.equal(amount("headline", 62.51), "62.5");
  assert.equal(amount("published-score", 1.234), "1.23");
  assert.equal(span("handled", [0.1, 0.256]), "10.0–25.6");
  assert.equal(span("headline", [10, 25.6]), "10.0–25.6");
});

test("a change has its sign, and none when it is nought", () => {
  assert.equal(signed("handled", -0.025), "−2.5");
  assert.equal(signed("headline", 2.5), "+2.5");
  assert.equal(signed("handled", -0.0001), "0.0");
});

test("durations, amounts of money and times are in words", () => {
  assert.equal(duration(940), "940 ms");
  assert.equal(duration(61_500), "1 min 1 s");
  assert.equal(duration(3 * 3_600_000), "3 h 0 min");
  assert.equal(dollars(27_700_000), "$27.70");
  assert.equal(dollars(6_700), "$0.0067");
  assert.equal(moment("2026-11-16T04:09:11Z"), "16 Nov 2026, 04:09 UTC");
  assert.equal(counted(1, "trial"), "1 trial");
});

test("code between fences and tags is told from prose", () => {
  assert.deepEqual(parts_of("Look:\n```bash\nls\n```\nand\n<execute_python>\nprint(1)\n</execute_python>"), [
    { code: false, label: "", text: "Look:" },
    { code: true, label: "bash", text: "ls" },
    { code: false, label: "", text: "and" },
    { code: true, label: "python", text: "print(1)" },
  ]);
});

test("a tag may name its language in an attribute", () => {
  assert.deepEqual(parts_of('<execute language="bash">\nls\n</execute>'), [{ code: true, label: "bash", text: "ls" }]);
});

test("a fence that is never closed goes to the end", () => {
  assert.deepEqual(parts_of("```\nrm -rf /\nx"), [{ code: true, label: "", text: "rm -rf /\nx" }]);
});

test("a message of nothing but fences is read quickly and wholly", () => {
  const began = performance.now();
  const parts = parts_of("```\na\n```\n".repeat(20_000));

  parts_of(`${" ".repeat(250_000)}x`);
  parts_of(`\`\`\`\`\n${"\`\`\`\n".repeat(60_000)}`);
  parts_of("<execute>".repeat(30_000));
  parts_of("~".repeat(250_000));
  parts_of(`${"~".repeat(250_000)}\``);
  parts_of(`\`\`\`${" ".repeat(250_000)}`);

  assert.ok(parts.length < 1000);
  assert.ok(performance.now() - began < 1000);
});
