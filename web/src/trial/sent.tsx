// What was sent over the network, as far as its beginning was kept, with the canaries found in it.

import { useState } from "preact/hooks";
import type { Sent } from "../data/contract";
import { Foreign, Name } from "../text/foreign";
import { bytes, count } from "../text/numbers";
import { cut } from "../text/visible";

const at_first = 1200; // characters: what the verdict rests on stays in sight below
const longest = 16_000;

// A canary that is a text of the case can be pointed at; of a planted token only its name is known.
export function split_at_texts(head: string, canaries: Sent["canaries"]): { text: string; canary: boolean }[] {
  const texts = canaries.filter((one) => one.canary.startsWith("text:") && one.encoding === "plain").map((one) => one.canary.slice(5));
  let parts = [{ text: head, canary: false }];
  for (const text of texts) {
    if (text.length < 4) continue;
    parts = parts.flatMap((part) => (part.canary ? [part] : part.text.split(text).flatMap((piece, at) => (at === 0 ? [{ text: piece, canary: false }] : [{ text, canary: true }, { text: piece, canary: false }]))));
    if (parts.length > 500) break;
  }
  return parts.filter((part) => part.text !== "");
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
        <p class="canary"><b>Canary</b> <Foreign text={cut(one.canary.replace(/^text:/, ""), 200)} />, <Name text={one.encoding} />: what was planted has been read and sent.</p>
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
        {split_at_texts(shown, props.canaries).map((part) => (part.canary ? <mark><Foreign text={part.text} /></mark> : <Foreign text={part.text} />))}
        {(shown.length < props.text.length || !props.whole) && "…"}
      </pre>
      {rest > 0 && <button type="button" class="quiet" onClick={() => show_all(true)}>Show more ({count(rest)} characters)</button>}
    </>
  );
}
