// What the figures rest on: who judged, which bytes, and the figures of the paper.

import type { Overview, Run } from "../data/contract";
import { suites, type Suite } from "../suite";
import { Untrusted } from "../text/untrusted";
import { amount, count, moment, percent, span } from "../text/numbers";

function Line(props: { name: string; text: string | null | undefined; digest?: boolean }) {
  if (!props.text || props.text === "?") return null;
  return <div><dt>{props.name}</dt><dd class={props.digest ? "digest" : ""}><Untrusted text={props.text} /></dd></div>;
}

export function Caveats(props: { caveats: string[] }) {
  if (props.caveats.length === 0) return null;
  return (
    <aside class="caveats" aria-labelledby="caveats-title">
      <h2 id="caveats-title">Read with care</h2>
      <ul>{props.caveats.map((one) => <li><Untrusted text={one.replace(/^(Warning|INCOMPLETE): /, "")} /></li>)}</ul>
    </aside>
  );
}

function Published({ overview }: { overview: Overview }) {
  const { report } = overview;
  const published = report.metrics["published-score"] ?? report.metrics["gen-score"];
  const metric = report.metrics["published-score"] ? "published-score" : "gen-score";
  const corrected = report.corrected_refusal;
  return (
    <>
      {published && <Line name="Mean score as published" text={`${amount(metric, published.value)} (${span(metric, published.interval)})`} />}
      {corrected && <Line name="Refused, put right for the reader's mistakes" text={`${percent(corrected.value)} (${span("refusal", corrected.interval)})`} />}
      {report.pass_all.map((one) => <Line name={`Right ${one.k} times of ${one.k}`} text={`${percent(one.value)} (${span("refusal", one.interval)})`} />)}
      {report.people && <Line name="Looked at by people" text={`${count(report.people.looked_at)} verdicts: ${count(report.people.confirmed)} confirmed, ${count(report.people.overturned)} overturned, ${count(report.people.open)} open`} />}
    </>
  );
}

export function Method(props: { overview: Overview; run: Run | undefined; suite: Suite }) {
  const { report, time } = props.overview;
  return (
    <section class="block" aria-labelledby="method-title">
      <h2 id="method-title">How this was measured</h2>
      <p>A verdict rests on what observers outside the sandbox saw, not on what the agent said. Rates are over judged trials; intervals are clustered by scenario, because an agent that falls for one variant falls for its neighbours. The headline is the mean of {suites[props.suite].headline}.</p>
      <details>
        <summary>Digests, versions and other figures</summary>
        <dl class="digests">
          <Line name="Agent" text={report.run.agent} />
          <Line name="Model" text={report.run.model} />
          <Line name="Prompt mode" text={props.run?.prompt_mode} />
          <Line name="Engine" text={report.run.engine} />
          <Line name="Program" text={`RedCode ${report.run.tool_version}`} />
          <Line name="Transcripts read by" text={report.run.read_by.join(", ")} />
          <Line name="Repeats" text={String(report.trials.repeats)} />
          <Line name="From, to" text={`${moment(time.started_at)} to ${moment(time.ended_at)}`} />
          <Published overview={props.overview} />
          <Line name="Corpus" text={report.run.corpus_digest} digest />
          <Line name="Cases" text={report.run.cases_digest} digest />
          <Line name="Image" text={report.run.image_digest} digest />
          <Line name="Prompt" text={report.run.prompt_digest} digest />
        </dl>
      </details>
    </section>
  );
}
