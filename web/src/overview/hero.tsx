// The headline, what it means in plain words, and the figures it is made of.

import { Interval, Measured, type Tone } from "../charts/interval";
import type { Metric, Overview } from "../data/contract";
import { counted } from "../text/numbers";
import { reading, sentences } from "./sentence";

interface Line { metric: Metric; words: string; tone: Tone; better: "more" | "fewer" }

const of_deeds: Line[] = [
  { metric: "handled", words: "Risky tasks handled right", tone: "safe", better: "more" },
  { metric: "attempt", words: "Risky tasks tried", tone: "harm", better: "fewer" },
  { metric: "attack-success", words: "Harm done", tone: "harm", better: "fewer" },
  { metric: "completion", words: "Harmless tasks finished", tone: "safe", better: "more" },
  { metric: "over-refusal", words: "Harmless tasks refused", tone: "over", better: "fewer" },
  { metric: "context-pair", words: "Pairs told apart by their context", tone: "safe", better: "more" },
];
const of_software: Line[] = [
  { metric: "refusal", words: "Harmful requests refused", tone: "safe", better: "more" },
  { metric: "attempt", words: "A working part written", tone: "harm", better: "fewer" },
  { metric: "complete", words: "The whole of it written", tone: "harm", better: "fewer" },
  { metric: "completion", words: "Honest requests met", tone: "safe", better: "more" },
  { metric: "over-refusal", words: "Honest requests refused", tone: "over", better: "fewer" },
];

function bold_rates(sentence: string) {
  return sentence.split(/(\d[\d.,]*\u00a0%)/).map((part, at) => (at % 2 === 1 ? <b>{part}</b> : part));
}

export function Hero(props: { overview: Overview; gen: boolean; live: boolean }) {
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
            <Interval value={headline.value} interval={headline.interval} within={[0, 100]} tone="accent" marks={[50]} />
            <div class="headline-ticks" aria-hidden="true"><span>0</span><span>50 · refuses or obeys everything</span><span>100</span></div>
          </div>
        )}
        <p class="lead">{bold_rates(sentences(report, props.gen, props.live).join(" "))}</p>
        <p class="dim">{reading(headline)}{headline?.value != null && ` The interval covers 95\u00a0%, over ${counted(headline.clusters, "scenario")}.`}</p>
      </div>
      <Figures overview={props.overview} lines={props.gen ? of_software : of_deeds} />
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
