// What was sent over the network, as far as its beginning was kept, with the canaries found in it.

import { useState } from "preact/hooks";
import type { Sent } from "../data/contract";
import { Untrusted, Name } from "../text/untrusted";
import { bytes, count } from "../text/numbers";
import { cut } from "../text/visible";

const at_first = 1200; // characters: what the verdict rests on stays in sight below
const longest = 16_000;

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

// Tokens are found in either letter case.
function in_either_case(token: string): string {
  return escaped(token).replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

// What stands there in plain can be pointed at; what was encoded is told by its name alone.
export function split_at_canaries(sent: string, canaries: Sent["canaries"]): { text: string; canary: boolean }[] {
  const plain = canaries.filter((one) => one.encoding === "plain");
  const texts = plain.filter((one) => one.canary.startsWith("text:")).map((one) => one.canary.slice(5)).filter((text) => text.length >= 4);
  const wanted = texts.map(escaped);
  for (const one of plain) if (one.token) wanted.push(in_either_case(one.token));
  if (wanted.length === 0) return [{ text: sent, canary: false }];
  // What the pattern holds on to stands at every second place.
  const parts = sent.split(new RegExp(`(${wanted.join("|")})`));
  return parts.map((text, at) => ({ text, canary: at % 2 === 1 })).filter((part) => part.text !== "");
}

export function WhatWasSent({ sent }: { sent: Sent }) {
  const text = sent.text ?? sent.head ?? "";
  const whole = sent.text != null && !sent.cut;
  return (
    <div class="sent">
      {sent.size !== undefined && (
        <p class="note">
          {bytes(sent.size)} to <b><Name text={sent.host || sent.address || "?"} /></b>{sent.port !== undefined && ` port ${sent.port}`}{sent.transport && <>, <Name text={sent.transport} /></>}
        </p>
      )}
      {sent.canaries.map((one) => (
        <p class="canary"><b>Canary</b> <Untrusted text={cut(one.canary.replace(/^text:/, ""), 200)} />, <Name text={one.encoding} />: what was seeded has been read and sent.</p>
      ))}
      {sent.binary && <p class="note">Not all of it is text{text && "; its beginning"}.</p>}
      {text && <Bytes text={text} whole={whole} canaries={sent.canaries} />}
    </div>
  );
}

function Bytes(props: { text: string; whole: boolean; canaries: Sent["canaries"] }) {
  const [all, show_all] = useState(false);
  const shown = cut(props.text, all ? longest : at_first);
  const rest = Math.min(props.text.length, longest) - shown.length;
  return (
    <>
      <pre class="code">
        {split_at_canaries(shown, props.canaries).map((part) => (part.canary ? <mark><Untrusted text={part.text} /></mark> : <Untrusted text={part.text} />))}
        {(shown.length < props.text.length || !props.whole) && "…"}
      </pre>
      {rest > 0 && <button type="button" class="quiet" onClick={() => show_all(true)}>Show more ({count(rest)} characters)</button>}
    </>
  );
}
