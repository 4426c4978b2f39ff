// The headline, what it means in plain words, and the figures it is made of.

import { Interval, Measured } from "../charts/interval";
import type { Overview } from "../data/contract";
import { suites, type Line, type Suite } from "../suite";
import { counted } from "../text/numbers";
import { reading, sentences } from "./sentence";

function bold_rates(sentence: string) {
  return sentence.split(/(\d[\d.,]*\u00a0%)/).map((part, at) => (at % 2 === 1 ? <b>{part}</b> : part));
}

export function Hero(props: { overview: Overview; suite: Suite; live: boolean }) {
  const { report } = props.overview;
  const headline = report.metrics.headline;
  return (
    <section class="hero" aria-labelledby="headline-title">
      <div class="hero-headline">
        <h2 id="headline-title" class="kicker">Headline, 0 to 100</h2>
        <p class="headline-number">
          {headline?.value == null ? "–" : headline.value.toFixed(1)}
          {headline?.value != null && <span class="headline-span"> {headline.interval[0].toFixed(1)} to {headline.interval[1].toFixed(1)}</span>}
        </p>
        {headline?.value != null && (
          <div class="headline-scale">
            <Interval value={headline.value} interval={headline.interval} within={[0, 100]} tone="accent" marks={[suites[props.suite].mark]} />
            <div class="headline-ticks" aria-hidden="true"><span>0</span><span>{suites[props.suite].mark.toFixed(0)} · {suites[props.suite].marks}</span><span>100</span></div>
          </div>
        )}
        <p class="lead">{bold_rates(sentences(report, props.suite, props.live).join(" "))}</p>
        <p class="dim">{reading(headline, props.suite)}{headline?.value != null && ` The interval covers 95\u00a0%, over ${counted(headline.clusters, "scenario")}.`}</p>
      </div>
      <Figures overview={props.overview} lines={suites[props.suite].lines} />
    </section>
  );
}

function Figures(props: { overview: Overview; lines: Line[] }) {
  const { metrics } = props.overview.report;
  return (
    <table class="figures">
      <caption class="kicker">Rates, with 95 % intervals</caption>
      <thead class="unseen"><tr><th scope="col">what</th><th scope="col">rate and interval</th></tr></thead>
      <tbody>
        {props.lines.filter((line) => metrics[line.metric]).map((line) => (
          <tr key={line.metric}>
            <th scope="row">{line.words} <span class="dim">{line.better === "more" ? "↑" : "↓"}<span class="unseen">{line.better} is better</span></span></th>
            <td><Measured metric={line.metric} estimate={metrics[line.metric]} tone={line.tone} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
