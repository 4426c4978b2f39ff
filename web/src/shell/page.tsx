// What every page shares: its heading, which takes the focus when one arrives, and bad news.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Trouble } from "../data/contract";
import { Untrusted } from "../text/untrusted";

let arrived = false; // the first page keeps the browser's own focus

export function Heading(props: { title: string; at: string; children: ComponentChildren; class?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${props.title} · RedCode`;
  }, [props.title]);
  useEffect(() => {
    if (arrived) {
      scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    arrived = true;
  }, [props.at]);
  return <h1 ref={heading} tabIndex={-1} class={props.class ?? ""}>{props.children}</h1>;
}

export function Problem(props: { trouble: Trouble }) {
  return (
    <section class="problem" role="alert">
      <h2><Untrusted text={props.trouble.message} /></h2>
      <p><Untrusted text={props.trouble.hint} /></p>
    </section>
  );
}

export function Loading(props: { words?: string | undefined }) {
  return <p class="loading" role="status">{props.words ?? "Loading…"}</p>;
}
