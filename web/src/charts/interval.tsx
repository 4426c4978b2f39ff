// An interval, drawn: the track is the whole range, the bar what is likely, the dot what was measured. It
// always stands beside its figures, so it is hidden from those who listen.

import type { Estimate, Metric, Pair } from "../data/contract";
import { amount, scale_of, span, told } from "../text/numbers";

export type Tone = "ink" | "safe" | "harm" | "over" | "accent";

// From 0 to 100 within [low, high].
export function share(value: number, [low, high]: Pair): number {
  return high > low ? Math.min(100, Math.max(0, (100 * (value - low)) / (high - low))) : 0;
}

interface Drawn { value: number | null; interval: Pair; within: Pair; tone?: Tone; marks?: number[] }

export function Interval({ value, interval, within, tone = "ink", marks = [] }: Drawn) {
  const [low, high] = [share(interval[0], within), share(interval[1], within)];
  return (
    <span class={`interval tone-${tone}`} aria-hidden="true">
      {marks.map((mark) => <i class="interval-mark" style={{ left: `${share(mark, within)}%` }} />)}
      {value !== null && <i class="interval-bar" style={{ left: `${low}%`, width: `${high - low}%` }} />}
      {value !== null && <i class="interval-dot" style={{ left: `${share(value, within)}%` }} />}
    </span>
  );
}

// Figure, interval in figures, interval drawn.
export function Measured(props: { metric: Metric; estimate: Estimate | null | undefined; tone?: Tone }) {
  const { metric, estimate } = props;
  if (!estimate || estimate.value === null) return <span class="measured none" title="Nothing judged that this is about">–</span>;
  return (
    <span class="measured">
      <span class="measured-value" title={told(metric, estimate)}>{amount(metric, estimate.value)}</span>
      <Interval value={estimate.value} interval={estimate.interval} within={[0, scale_of(metric)]} tone={props.tone ?? "ink"} />
      <span class="measured-span">{span(metric, estimate.interval)}</span>
    </span>
  );
}
