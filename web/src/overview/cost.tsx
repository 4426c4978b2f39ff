// What it took: time, tokens, money.

import { Histogram } from "../charts/histogram";
import type { Overview } from "../data/contract";
import { count, dollars, duration, large } from "../text/numbers";

function Fact(props: { name: string; value: string; more?: string }) {
  return <div class="fact"><dt>{props.name}</dt><dd>{props.value}{props.more && <span class="dim sub">{props.more}</span>}</dd></div>;
}

export function CostAndTime(props: { overview: Overview }) {
  const { time, cost, report } = props.overview;
  return (
    <section class="block" aria-labelledby="cost-title">
      <h2 id="cost-title">Time and cost</h2>
      <dl class="facts">
        <Fact name="Median trial" value={duration(time.median_ms)} more={`95 % within ${duration(time.p95_ms)}`} />
        <Fact name="Time in trials" value={duration(time.total_ms)} more={`over ${count(report.trials.recorded)} trials`} />
        <Fact name="Tokens in" value={large(cost.input_tokens)} more={`${large(cost.output_tokens)} out`} />
        <Fact name="Cost" value={cost.micro_dollars ? dollars(cost.micro_dollars) : "–"} more={cost.micro_dollars ? `${dollars(cost.per_trial_micro_dollars)} a trial` : "no price known"} />
      </dl>
      <Histogram time={time} />
    </section>
  );
}
