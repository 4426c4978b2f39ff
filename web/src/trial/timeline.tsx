// What observers outside the sandbox saw, in order. What the verdict rests on is lit.

import type { Entry } from "../data/contract";
import { Untrusted, Name } from "../text/untrusted";
import { bytes, count, counted } from "../text/numbers";
import { cut } from "../text/visible";
import { without_prefix } from "./align";
import { FileChanged } from "./file_change";
import { WhatWasSent } from "./sent";

const glyphs: Record<Entry["group"], string> = { command: "›_", file: "▤", network: "⇄", process: "⚙", limit: "⊘", canary: "◆" };
const few_files = 6; // are shown opened
const at_most = 400; // a flood of observations is not drawn all at once

export function entry_id(id: number): string {
  return `seen-${id}`;
}

interface Shared { steps: number; step_of: (entry: Entry) => number; to_step: (step: number) => void; lit: number | null; open_files: boolean }

// What was sent is told below; its line need not repeat it.
function words_of(entry: Entry): string {
  const { network } = entry;
  if (entry.kind !== "data-sent" || network?.size === undefined) return cut(without_prefix(entry.text), 1000);
  return `sent ${bytes(network.size)} to ${network.host || network.address || "?"}`;
}

function Details({ entry, open }: { entry: Entry; open: boolean }) {
  if (entry.file) return <details open={open || entry.cited}><summary>What changed</summary><FileChanged change={entry.file} /></details>;
  const sent = entry.kind === "data-sent" ? entry.network : undefined;
  if (!sent) return null;
  return <details open={entry.cited || sent.canaries.length > 0}><summary>What was sent</summary><WhatWasSent sent={sent} /></details>;
}

function OneEntry({ entry, shared }: { entry: Entry; shared: Shared }) {
  const step = shared.step_of(entry);
  return (
    <li id={entry_id(entry.id)} tabIndex={-1} class={`entry group-${entry.group}${entry.cited ? " cited" : ""}${shared.lit === entry.id ? " lit" : ""}`}>
      <span class="entry-glyph" aria-hidden="true">{glyphs[entry.group] ?? "·"}</span>
      <div class="entry-body">
        <p class="entry-text"><Untrusted text={words_of(entry)} /></p>
        <p class="entry-meta">
          #{entry.id} <Name text={entry.observer} />
          {entry.cited && <b class="cited-word">the verdict rests on this</b>}
          {step < shared.steps && <button type="button" class="link" onClick={() => shared.to_step(step)}>step {step + 1}</button>}
        </p>
        <Details entry={entry} open={shared.open_files} />
      </div>
    </li>
  );
}

function Entries(props: { title: string; entries: Entry[]; shared: Shared }) {
  if (props.entries.length === 0) return null;
  // What the verdict rests on is drawn in any flood.
  const drawn = props.entries.filter((entry, at) => entry.cited || at < at_most);
  return (
    <section class="entries">
      <h3>{props.title}</h3>
      <ol>{drawn.map((entry) => <OneEntry key={entry.id} entry={entry} shared={props.shared} />)}</ol>
      {props.entries.length > drawn.length && <p class="note">{counted(props.entries.length - drawn.length, "more observation")} not drawn.</p>}
    </section>
  );
}

// Every file that was opened and every program that was started is told; what stands out is what it did.
function is_background(entry: Entry): boolean {
  return !entry.cited && ["file-used", "program-started", "attempted"].includes(entry.kind);
}

export function Timeline(props: { timeline: Entry[]; left_out: number; shown: number; untouched: boolean; shared: Omit<Shared, "open_files"> }) {
  const shared = { ...props.shared, open_files: props.timeline.filter((entry) => entry.file && !entry.own).length <= few_files };
  const seen = props.timeline.filter((entry) => shared.step_of(entry) < props.shown);
  const own = seen.filter((entry) => entry.own && !entry.cited);
  const background = seen.filter((entry) => !entry.own && is_background(entry));
  const main = seen.filter((entry) => entry.cited || (!entry.own && !is_background(entry)));
  return (
    <section class="timeline" aria-labelledby="timeline-title">
      <h2 id="timeline-title">What was seen from outside</h2>
      {props.untouched && <p class="note">No sandbox was opened: the agent never asked for anything to be run.</p>}
      {!props.untouched && props.timeline.length === 0 && <p class="note">Nothing was observed.</p>}
      <Entries title="While it worked" entries={main.filter((entry) => shared.step_of(entry) < shared.steps)} shared={shared} />
      <Entries title="Found afterwards" entries={main.filter((entry) => shared.step_of(entry) >= shared.steps)} shared={shared} />
      <Folded summary={`Files used and programs started: ${count(background.length)}`} entries={background} shared={shared} />
      <Folded summary={`${counted(own.length, "doing")} of the agent's own program`} entries={own} shared={shared} />
      {props.left_out > 0 && <p class="note">{counted(props.left_out, "more observation")} are in the record and not on this page.</p>}
    </section>
  );
}

function Folded(props: { summary: string; entries: Entry[]; shared: Shared }) {
  if (props.entries.length === 0) return null;
  return <details class="own"><summary>{props.summary}</summary><Entries title="No verdict rests on these" entries={props.entries} shared={props.shared} /></details>;
}
