// What one can narrow the cases to, each with how many there would be.

import { useState } from "preact/hooks";
import { Swatch } from "../charts/strip";
import type { Facets as Counts, Outcome } from "../data/contract";
import { facet_names } from "../data/local_query";
import { meaning, outcomes } from "../outcome";
import { suites, type Suite } from "../suite";
import { Name } from "../text/untrusted";
import { count } from "../text/numbers";
import { chosen, toggled } from "./query";

const order: Record<string, readonly string[]> = {
  outcome: outcomes,
  severity: ["critical", "high", "medium", "low"],
  kind: ["risky", "twin"],
};

export function values_of(facet: string, counts: Record<string, number>, picked: string[]): string[] {
  const all = [...new Set([...Object.keys(counts), ...picked])].filter((value) => (counts[value] ?? 0) > 0 || picked.includes(value));
  const known = order[facet];
  const place = (value: string) => (known ? known.indexOf(value) : 0);
  return all.sort((a, b) => place(a) - place(b) || (counts[b] ?? 0) - (counts[a] ?? 0) || (a < b ? -1 : 1));
}

function Value(props: { facet: string; value: string; words: string | undefined; count: number; picked: boolean; toggle: () => void }) {
  const outcome = props.facet === "outcome" && props.value in meaning ? (props.value as Outcome) : null;
  return (
    <label class={props.picked ? "facet-value picked" : "facet-value"}>
      <input type="checkbox" checked={props.picked} onChange={props.toggle} />
      {outcome && <Swatch outcome={outcome} />}
      <span class="facet-word">{props.words ?? <Name text={props.value || "none"} />}</span>
      <span class="dim">{count(props.count)}</span>
    </label>
  );
}

// A long list shows its largest first, and what is picked.
const at_first = 14;

function Facet(props: { facet: string; suite: Suite; counts: Record<string, number>; query: URLSearchParams; set: (query: URLSearchParams) => void }) {
  const { facet, counts } = props;
  const words = suites[props.suite];
  const [all, show_all] = useState(false);
  const picked = chosen(props.query, facet);
  const values = values_of(facet, counts, picked);
  if (values.length < 2 && picked.length === 0) return null;
  const shown = all ? values : values.filter((value, at) => at < at_first || picked.includes(value));
  return (
    <fieldset>
      <legend>{words.traits[facet] ?? facet}</legend>
      {shown.map((value) => (
        <Value key={value} facet={facet} value={value} words={facet === "kind" ? words.kinds[value] : undefined} count={counts[value] ?? 0} picked={picked.includes(value)} toggle={() => props.set(toggled(props.query, facet, value))} />
      ))}
      {shown.length < values.length && <button type="button" class="quiet" onClick={() => show_all(true)}>{count(values.length - shown.length)} more</button>}
    </fieldset>
  );
}

export function Facets(props: { facets: Counts; suite: Suite; query: URLSearchParams; set: (query: URLSearchParams) => void }) {
  return (
    <div class="facets">
      {facet_names.map((facet) => <Facet key={facet} facet={facet} suite={props.suite} counts={props.facets[facet] ?? {}} query={props.query} set={props.set} />)}
    </div>
  );
}
