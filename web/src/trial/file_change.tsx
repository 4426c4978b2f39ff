// A file before and after.

import { useState } from "preact/hooks";
import type { FileChange, FileState } from "../data/contract";
import { Untrusted } from "../text/untrusted";
import { bytes, count } from "../text/numbers";
import { cut } from "../text/visible";
import { created, diff_lines, type DiffLine } from "./diff_lines";

const at_first = 60;
const longest_line = 4000;

const words = { "+": "added", "-": "removed", " ": "", "@": "" };

function Lines({ lines }: { lines: DiffLine[] }) {
  const [all, show_all] = useState(false);
  const shown = all ? lines : lines.slice(0, at_first);
  return (
    <>
      <pre class="diff">
        {shown.map((line) => (
          <span class={`diff-line ${words[line.sign] || (line.sign === "@" ? "gap" : "same")}`}>
            <span class="diff-sign" aria-hidden="true">{line.sign === "@" ? "⋯" : line.sign}</span>
            {words[line.sign] && <span class="unseen">{words[line.sign]}: </span>}
            <Untrusted text={cut(line.text, longest_line)} />{"\n"}
          </span>
        ))}
      </pre>
      {lines.length > shown.length && <button type="button" class="quiet" onClick={() => show_all(true)}>Show {count(lines.length - shown.length)} more lines</button>}
    </>
  );
}

function mode(state: FileState): string {
  return state.mode.toString(8).padStart(4, "0");
}

function Facts({ change }: { change: FileChange }) {
  const { before, after } = change;
  const said: string[] = [];
  if (!before && after) said.push("created", bytes(after.size), mode(after));
  else if (before && !after) said.push("deleted", `was ${bytes(before.size)}`);
  else if (before && after) {
    said.push("changed");
    if (before.size !== after.size) said.push(`${bytes(before.size)} → ${bytes(after.size)}`);
    if (before.mode !== after.mode) said.push(`mode ${mode(before)} → ${mode(after)}`);
    if (before.uid !== after.uid || before.gid !== after.gid) said.push(`owner ${before.uid}:${before.gid} → ${after.uid}:${after.gid}`);
  }
  return <p class="note">{said.join(" · ")}</p>;
}

function lines_of(change: FileChange): DiffLine[] | null {
  const { before_text: before, after_text: after } = change;
  if (before !== null && after !== null) return diff_lines(before, after);
  // The other side is no text, or not there at all; one that was merely not kept says nothing.
  if (after !== null && (change.before === null || change.binary)) return created(after, "+");
  if (before !== null && (change.after === null || change.binary)) return created(before, "-");
  return [];
}

export function FileChanged({ change }: { change: FileChange }) {
  const lines = lines_of(change);
  return (
    <div class="file-change">
      <Facts change={change} />
      {change.binary && <p class="note">{change.before_text !== null ? "What it holds now is not text." : change.after_text !== null ? "What it held before is not text." : "Not a text."}</p>}
      {lines === null && <p class="note">The two differ too much to be shown line by line.</p>}
      {lines && lines.length > 0 && <Lines lines={lines} />}
      {change.cut && <p class="note">Only the beginning was kept for this page.</p>}
    </div>
  );
}
