// How long trials took: one column for each span of time.

import { ticks } from "d3-array";
import type { Time } from "../data/contract";
import { count, counted, duration } from "../text/numbers";

const width = 420;
const height = 120;
const left = 34;
const below = 22;

export interface Column { from: number; to: number | null; count: number }

export function columns_of(histogram: Time["histogram"]): Column[] {
  return histogram.map((one, at) => ({ from: histogram[at - 1]?.to_ms ?? 0, to: one.to_ms, count: one.count }));
}

function words(column: Column): string {
  return column.to === null ? `over ${duration(column.from)}` : `${duration(column.from)} to ${duration(column.to)}`;
}

export function Histogram(props: { time: Time }) {
  const columns = columns_of(props.time.histogram);
  const most = Math.max(1, ...columns.map((one) => one.count));
  if (columns.every((one) => one.count === 0)) return <p class="dim">No trial has a duration yet.</p>;
  const step = (width - left) / columns.length;
  const y = (value: number) => 8 + (height - 8) * (1 - value / most);
  const labelled = Math.ceil(columns.length / 6);
  return (
    <figure class="histogram">
      <svg viewBox={`0 0 ${width} ${height + below}`} role="img" aria-label={`Time for each trial: ${columns.filter((one) => one.count > 0).map((one) => `${words(one)}: ${one.count}`).join("; ")}.`}>
        <g class="axes">
          {ticks(0, most, 3).filter(Number.isInteger).map((tick) => (
            <g key={tick}>
              <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
              <text x={left - 6} y={y(tick) + 4} text-anchor="end">{count(tick)}</text>
            </g>
          ))}
          {columns.map((one, at) => at % labelled === 0 && (
            <text key={at} x={left + at * step} y={height + 16} text-anchor={at === 0 ? "start" : "middle"}>{duration(one.from)}</text>
          ))}
        </g>
        {columns.map((one, at) => (
          <rect key={at} class="column" x={left + at * step + 1} width={Math.max(1, step - 2)} y={y(one.count)} height={height - y(one.count)}>
            <title>{`${words(one)}: ${counted(one.count, "trial")}`}</title>
          </rect>
        ))}
      </svg>
      <details>
        <summary>As a table</summary>
        <table class="plain">
          <thead><tr><th scope="col">time</th><th scope="col" class="number">trials</th></tr></thead>
          <tbody>{columns.map((one) => <tr><th scope="row">{words(one)}</th><td class="number">{count(one.count)}</td></tr>)}</tbody>
        </table>
      </details>
    </figure>
  );
}
