// <Untrusted>: the only way in which words from a run get onto the page. Text, never markup: marks for what
// cannot be seen, kept apart from our own words in the direction of writing, long texts in portions.

import { useState } from "preact/hooks";
import { count } from "./numbers";
import { cut, shortened, visible_pieces } from "./visible";

const portion = 64 * 1024;

export function Untrusted(props: { text: string }) {
  return (
    <bdi>
      {visible_pieces(props.text).map((piece) =>
        piece.mark ? <span class="mark" title="A character that is not printed">{piece.text}</span> : piece.text,
      )}
    </bdi>
  );
}

// A name: of a model, a case, a file.
export function Name(props: { text: string; most?: number }) {
  return <Untrusted text={shortened(props.text, props.most ?? 100)} />;
}

// A long text as it stands: monospaced, wrapped.
export function UntrustedBlock(props: { text: string; cut?: boolean | undefined; class?: string }) {
  const [shown, show] = useState(portion);
  const rest = props.text.length - shown;
  return (
    <>
      <pre class={props.class ?? "code"} dir="auto"><Untrusted text={cut(props.text, shown)} /></pre>
      {rest > 0 && (
        <button type="button" class="quiet" onClick={() => show(shown + portion * 4)}>
          Show more ({count(rest)} characters left)
        </button>
      )}
      {rest <= 0 && props.cut && <p class="note">The rest was too long to be shown here.</p>}
    </>
  );
}
