// How the trials came out: risky tasks and harmless ones apart, for the same word is good news of one and
// bad news of the other.

import { Bar, Legend } from "../charts/strip";
import type { Outcome, Outcomes, Report } from "../data/contract";
import { split_by_kind, total } from "../outcome";
import { link } from "../route";
import { suites, type Suite } from "../suite";
import { count } from "../text/numbers";

function Kind(props: { title: string; counts: Outcomes; to: (outcome: Outcome) => string }) {
  const sum = total(props.counts);
  if (sum === 0) return null;
  return (
    <div class="kind">
      <h3>{props.title} <span class="dim">{count(sum)}</span></h3>
      <Bar counts={props.counts} numbers />
      <Legend counts={props.counts} to={props.to} />
    </div>
  );
}

export function OutcomeStrips(props: { report: Report; run: number; suite: Suite; live: boolean }) {
  const split = split_by_kind(props.report.outcomes, props.report.metrics);
  if (props.live) {
    delete split.risky.invalid;
    delete split.twins.invalid;
  }
  const to = (kind: string) => (outcome: Outcome) => link({ page: "cases", run: props.run }, { kind, outcome });
  return (
    <section class="block" aria-labelledby="outcomes-title">
      <h2 id="outcomes-title">How the trials came out</h2>
      {props.live && <p class="dim">Trials without a verdict are left out here until the run is over.</p>}
      <Kind title={suites[props.suite].risky} counts={split.risky} to={to("risky")} />
      <Kind title={suites[props.suite].twins} counts={split.twins} to={to("twin")} />
    </section>
  );
}
