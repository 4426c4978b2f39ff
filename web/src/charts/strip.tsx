// Outcomes as one bar, from safe to harmful, with a legend that counts and links.

import type { Outcome, Outcomes } from "../data/contract";
import { meaning, outcomes, total } from "../outcome";
import { count, percent } from "../text/numbers";

export function Swatch(props: { outcome: Outcome }) {
  return <i class={`swatch is-${props.outcome}`} aria-hidden="true" />;
}

export function OutcomeTag(props: { outcome: Outcome }) {
  return (
    <span class={`tag is-${props.outcome}`} title={meaning[props.outcome]}>
      <Swatch outcome={props.outcome} />
      {props.outcome}
    </span>
  );
}

// `of`: how many the whole bar stands for; more than there are leaves its end empty.
export function Bar(props: { counts: Outcomes; of?: number; slim?: boolean; numbers?: boolean }) {
  const sum = Math.max(total(props.counts), props.of ?? 0, 1);
  return (
    <span class={`bar${props.slim ? " slim" : ""}`} aria-hidden="true">
      {outcomes.map((one) => {
        const own = props.counts[one] ?? 0;
        if (own === 0) return null;
        return (
          <i key={one} class={`segment is-${one}`} style={{ width: `${(100 * own) / sum}%` }} title={`${one}: ${count(own)}`}>
            {props.numbers && own / sum > 0.05 && <b>{count(own)}</b>}
          </i>
        );
      })}
    </span>
  );
}

export function Legend(props: { counts: Outcomes; to: (outcome: Outcome) => string }) {
  const sum = total(props.counts);
  return (
    <ul class="legend">
      {outcomes.filter((one) => props.counts[one]).map((one) => (
        <li key={one}>
          <a href={props.to(one)} title={meaning[one]}>
            <Swatch outcome={one} />
            {one} <b>{count(props.counts[one])}</b> <span class="dim">{percent((props.counts[one] ?? 0) / sum, 0)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
