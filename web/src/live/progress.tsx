// How far a run is: its outcomes fill one bar as they come in.

import { Bar, OutcomeTag } from "../charts/strip";
import type { Live, UnderWay } from "../data/contract";
import { of_recorded } from "../outcome";
import { link } from "../route";
import { Name } from "../text/untrusted";
import { count, dollars, duration, large, percent } from "../text/numbers";

export type { LiveState } from "./watch";

function Figure(props: { name: string; value: string; more?: string | undefined }) {
  return <div class="live-figure"><dt>{props.name}</dt><dd>{props.value}<span class="dim sub">{props.more ?? "\u00a0"}</span></dd></div>;
}

const slow: Record<string, string> = {
  memory: "held up by memory", disk: "held up by the disk", cpu: "held up by processors", io: "held up by input and output", model: "held up by the model",
};

function state_of(live: Live): string {
  if (!live.live) return live.recorded < live.planned ? "Stopped before its end" : "Over";
  const order = live.status?.order;
  return order === "pause" ? "Paused" : order === "stop" ? "Stopping" : "Running";
}

// For those who listen: now and then, not every second.
function spoken(live: Live): string {
  const tenth = Math.floor((10 * live.recorded) / Math.max(1, live.planned));
  return live.live ? `${state_of(live)}: ${tenth * 10} percent of the trials are over` : `${state_of(live)}: ${live.recorded} of ${live.planned} trials`;
}

function Recent({ live, run }: { live: Live; run: number }) {
  return (
    <div class="recent">
      <h3>Latest</h3>
      <ol>
        {live.recent.slice(0, 5).map((one) => (
          <li key={one.trial}>
            <OutcomeTag outcome={one.outcome} />
            <a href={link({ page: "trial", run, trial: one.trial })}><Name text={one.case_id} most={250} /></a>
            <span class="dim">{duration(one.duration_ms)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

// What runs now, those first that have been at it longest.
function Now({ under_way }: { under_way: UnderWay[] }) {
  return (
    <div class="recent now">
      <h3>Under way</h3>
      <ol>
        {under_way.slice(0, 5).map((one, at) => (
          <li key={at}><Name text={one.case_id} most={250} /><span class="dim">{duration(one.seconds * 1000)}</span></li>
        ))}
      </ol>
    </div>
  );
}

export function LiveProgress({ live, run }: { live: Live | null; run: number }) {
  if (!live) return null;
  const done = live.recorded / Math.max(1, live.planned);
  return (
    <section class={live.live ? "live" : "live over"} aria-labelledby="live-title">
      <div class="live-main">
        <h2 id="live-title"><i class="pulse" aria-hidden="true" />{state_of(live)} <span class="live-share">{percent(done, done < 0.995 ? 0 : 1)}</span></h2>
        <p class="unseen" role="status" aria-live="polite">{spoken(live)}</p>
        <Bar counts={of_recorded(live.outcomes, live.recorded)} of={live.planned} />
        <dl class="live-figures">
          <Figure name="Trials over" value={count(live.recorded)} more={`of ${count(live.planned)}`} />
          <Figure name="Per minute" value={live.rate_per_minute === null ? "–" : live.rate_per_minute < 10 ? live.rate_per_minute.toFixed(1) : count(Math.round(live.rate_per_minute))} more={slow[live.status?.why_slow ?? ""]} />
          <Figure name="Time left" value={live.eta_seconds === null ? "–" : duration(live.eta_seconds * 1000)} />
          <Figure name="Running now" value={count(live.running)} more={live.status?.concurrency ? `of ${count(live.status.concurrency)} at a time` : undefined} />
          <Figure name="Cost so far" value={live.cost.micro_dollars ? dollars(live.cost.micro_dollars) : "–"} more={live.cost.input_tokens === null ? undefined : `${large(live.cost.input_tokens + (live.cost.output_tokens ?? 0))} tokens`} />
        </dl>
        {live.live && <Now under_way={live.status?.under_way ?? []} />}
      </div>
      {live.recent.length > 0 && <Recent live={live} run={run} />}
    </section>
  );
}
