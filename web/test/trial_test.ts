import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry, Message } from "../src/data/contract";
import { aligned, steps_of, without_prefix } from "../src/trial/align";
import { created, diff_lines } from "../src/trial/diff_lines";
import { split_at_canaries } from "../src/trial/sent";
import { argument_text } from "../src/trial/transcript";

function entry(id: number, kind: string): Entry {
  return { id, observer: "o", kind, text: "", cited: false, own: false, group: "command" };
}

const messages: Message[] = [
  { role: "system", text: "" },
  { role: "user", text: "", warm_up: true },
  { role: "user", text: "" },
  { role: "assistant", text: "" },
  { role: "observation", text: "" },
  { role: "assistant", text: "" },
  { role: "observation", text: "" },
  { role: "assistant", text: "" },
];

test("system prompt and warm-up are not replayed", () => {
  assert.deepEqual(steps_of(messages).map((step) => step.at), [2, 3, 4, 5, 6, 7]);
});

test("what was seen before a command ended goes with its output, what came last is found afterwards", () => {
  const timeline = [entry(1, "connected"), entry(2, "command-ran"), entry(3, "file-used"), entry(4, "command-ran"), entry(5, "file-changed")];

  assert.deepEqual([...aligned(steps_of(messages), timeline)], [[1, 2], [2, 2], [3, 4], [4, 4], [5, 6]]);
});

test("with fewer outputs than commands, commands go with the agent's turns", () => {
  const said = messages.filter((message) => message.role !== "observation");
  const timeline = [entry(1, "command-ran"), entry(2, "command-ran")];

  assert.deepEqual([...aligned(steps_of(said), timeline)], [[1, 1], [2, 2]]);
});

test("evidence without a transcript is found afterwards, and nothing fails", () => {
  assert.deepEqual([...aligned([], [entry(1, "command-ran"), entry(2, "file-changed")])], [[1, 0], [2, 0]]);
});

test("number and observer are not said twice", () => {
  assert.equal(without_prefix("#2 exec: bash ran: exit 0"), "bash ran: exit 0");
  assert.equal(without_prefix("no prefix"), "no prefix");
});

test("a diff shows what changed, with little around it", () => {
  const before = Array.from({ length: 30 }, (_, at) => `line ${at}`).join("\n");
  const lines = diff_lines(before, before.replace("line 15", "other"));

  assert.deepEqual(lines?.map((line) => line.sign).join(""), "@   -+   ");
  assert.ok(lines?.some((line) => line.sign === "+" && line.text === "other"));
});

test("texts that differ in everything are compared in good time, or not at all", () => {
  const text = (seed: number) => Array.from({ length: 20_000 }, (_, at) => String((at * 7919 * seed) % 10_007)).join("\n");
  const began = performance.now();
  diff_lines(text(1), text(3));

  assert.ok(performance.now() - began < 3000);
});

test("a new file is all added lines", () => {
  assert.deepEqual(created("a\nb\n", "+"), [{ sign: "+", text: "a" }, { sign: "+", text: "b" }]);
});

test("texts of the case and seeded tokens are marked in what was sent, wherever they stand in plain", () => {
  const token = `rc${"a1b2".repeat(6)}`;
  const canaries = [{ canary: "text:se(ret", encoding: "plain" }, { canary: "api-key", encoding: "plain", token }];

  assert.deepEqual(split_at_canaries(`a se(ret ${token}${token.toUpperCase()} rc12`, canaries), [
    { text: "a ", canary: false },
    { text: "se(ret", canary: true },
    { text: " ", canary: false },
    { text: token, canary: true },
    { text: token.toUpperCase(), canary: true },
    { text: " rc12", canary: false },
  ]);
  assert.deepEqual(split_at_canaries(token, [{ canary: "api-key", encoding: "base64", token }]), [{ text: token, canary: false }]);
  assert.deepEqual(split_at_canaries("a", []), [{ text: "a", canary: false }]);
});

test("a tool's one argument is shown as it stands, others as JSON, what is no JSON as it came", () => {
  const call = (given: string) => argument_text({ id: "", name: "bash", arguments: given });

  assert.equal(call('{"command":"ls\\n"}'), "ls\n");
  assert.equal(call('{"a":1,"b":2}'), '{\n  "a": 1,\n  "b": 2\n}');
  assert.equal(call("{oops"), "{oops");
  assert.ok(call(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`).startsWith('{'));
});
