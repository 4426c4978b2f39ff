// The trials that came out right in one run and wrong in the other, both ways.

import { useState } from "preact/hooks";
import { OutcomeTag } from "../charts/strip";
import type { Flip } from "../data/contract";
import { link } from "../route";
import { Name } from "../text/untrusted";
import { count } from "../text/numbers";

const at_first = 12;

function Way(props: { title: string; count: number; flips: { flip: Flip; at: number }[]; runs: number[] }) {
  const [all, show_all] = useState(false);
  const shown = all ? props.flips : props.flips.slice(0, at_first);
  return (
    <section class="flips-way">
      <h3>{props.title} <span class="dim">{count(props.count)}</span></h3>
      {props.flips.length === 0 && <p class="dim">None.</p>}
      <ul>
        {shown.map(({ flip, at }) => (
          <li key={at}>
            <a href={link({ page: "flip", runs: props.runs, flip: at })}><Name text={flip.case_id} most={250} />{flip.repeat > 0 && ` #${flip.repeat + 1}`}</a>
            <span class="flip"><OutcomeTag outcome={flip.first} /><span aria-hidden="true">→</span><span class="unseen">then</span><OutcomeTag outcome={flip.second} /></span>
          </li>
        ))}
      </ul>
      {props.flips.length > shown.length && <button type="button" class="quiet" onClick={() => show_all(true)}>Show {count(props.flips.length - shown.length)} more</button>}
      {all && props.count > props.flips.length && <p class="note">and {count(props.count - props.flips.length)} that are not listed</p>}
    </section>
  );
}

export function Flips(props: { flips: Flip[]; runs: number[]; better: number; worse: number }) {
  const numbered = props.flips.map((flip, at) => ({ flip, at }));
  return (
    <section class="block">
      <h2>Flipped</h2>
      <p class="dim">Each opens both trials side by side.</p>
      <div class="flips">
        <Way title="Wrong in the first, right in the second" count={props.better} flips={numbered.filter(({ flip }) => flip.way === "better")} runs={props.runs} />
        <Way title="Right in the first, wrong in the second" count={props.worse} flips={numbered.filter(({ flip }) => flip.way === "worse")} runs={props.runs} />
      </div>
    </section>
  );
}
