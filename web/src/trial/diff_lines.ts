// Two texts as the lines that differ, with a little of what stands around them.

import { structuredPatch } from "diff";

export interface DiffLine {
  sign: "+" | "-" | " " | "@"; // "@": lines left out
  text: string;
}

const around = 3;
const most_lines = 2000;

// Null: they differ too much to be compared in good time.
export function diff_lines(before: string, after: string): DiffLine[] | null {
  const patch = structuredPatch("", "", before, after, "", "", { context: around, timeout: 250, maxEditLength: 4000 });
  if (!patch) return null;
  const lines: DiffLine[] = [];
  patch.hunks.forEach((hunk, at) => {
    if (at > 0 || hunk.oldStart > 1 + around) lines.push({ sign: "@", text: `line ${hunk.newStart}` });
    for (const line of hunk.lines) {
      const sign = line[0];
      if (sign === "+" || sign === "-" || sign === " ") lines.push({ sign, text: line.slice(1) });
    }
  });
  return lines.slice(0, most_lines);
}

export function created(text: string, sign: "+" | "-"): DiffLine[] {
  const lines = text.endsWith("\n") ? text.slice(0, -1) : text;
  return lines.split("\n").slice(0, most_lines).map((line) => ({ sign, text: line }));
}
