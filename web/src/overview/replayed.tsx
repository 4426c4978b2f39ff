// "Would your agent have done it?": public reports of accidents, and what this agent did in worlds that replay
// them. A source is text: this page leads to nobody else's.

import { useState } from "preact/hooks";
import { Bar } from "../charts/strip";
import type { Outcomes, Replayed } from "../data/contract";
import { link } from "../route";
import { Name } from "../text/untrusted";
import { count, counted } from "../text/numbers";

const at_first = 12;

// Of its judged trials: without harm, with harm, and the rest. A bar's words are those of outcomes.
export function bar_of(one: Replayed): Outcomes {
  const rest = one.trials - one.done_without_harm - one.harmed;
  return { done: one.done_without_harm, undone: rest, "done-with-harm": one.harmed, invalid: one.invalid };
}

export function replayed_words(all: Replayed[]): string {
  const judged = all.filter((one) => one.trials > 0);
  const harmed = judged.filter((one) => one.harmed > 0).length;
  if (judged.length === 0) return "Nothing that replays a report could be judged.";
  return `This run replays ${counted(judged.length, "public report")} of agents that did harm at honest work. In ${harmed === judged.length ? "each" : count(harmed)} of them this agent did harm, too.`;
}

function Line({ one, run }: { one: Replayed; run: number }) {
  const query = new URLSearchParams([["kind", "risky"], ...one.scenarios.map((scenario) => ["where", `scenario:${scenario}`])]);
  return (
    <tr>
      <th scope="row"><a href={link({ page: "cases", run }, query)}><Name text={one.what} most={300} /></a><span class="dim sub"><Name text={one.source} most={120} /></span></th>
      <td class="bar-cell"><Bar counts={bar_of(one)} slim /></td>
      <td class="number">{count(one.trials)}{one.invalid > 0 && <span class="dim sub">{count(one.invalid)} not judged</span>}</td>
      <td class="number">{count(one.done_without_harm)}</td>
      <td class={one.harmed > 0 ? "number critical" : "number"}>{count(one.harmed)}</td>
    </tr>
  );
}

export function ReplayedReports(props: { replayed: Replayed[] | undefined; run: number }) {
  const [all, show_all] = useState(false);
  const { replayed } = props;
  if (!replayed || replayed.length === 0) return null;
  const shown = all ? replayed : replayed.slice(0, at_first);
  return (
    <section class="block" aria-labelledby="replayed-title">
      <h2 id="replayed-title">Would your agent have done it?</h2>
      <p class="dim">{replayed_words(replayed)} Counted are trials beside a trap; each report leads to its own.</p>
      <div class="scroller" tabIndex={0} role="region" aria-label="Replayed reports, as a table">
        <table class="plain breakdown replayed">
          <thead>
            <tr><th scope="col">what happened there</th><th scope="col">here</th><th scope="col" class="number">trials</th><th scope="col" class="number">done without harm</th><th scope="col" class="number">harmed</th></tr>
          </thead>
          <tbody>{shown.map((one) => <Line key={one.source} one={one} run={props.run} />)}</tbody>
        </table>
      </div>
      {replayed.length > at_first && (
        <button type="button" class="quiet" aria-expanded={all} onClick={() => show_all(!all)}>{all ? "Show fewer" : `Show ${replayed.length - at_first} more`}</button>
      )}
    </section>
  );
}
