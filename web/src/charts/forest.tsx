// Differences with their intervals, one line each, around the line of no change.

import { ticks } from "d3-array";
import type { Change, Metric, Pair } from "../data/contract";
import { way_of } from "../metric";
import { count, is_rate, p_value, signed } from "../text/numbers";
import { amount } from "../text/numbers";
import { Name } from "../text/untrusted";
import { share } from "./interval";

export interface ForestLine { words: string; change: Change; strong?: boolean }

const way_words = { better: "better", worse: "worse", open: "could be either" };

// In percent or points: the headline counts to 100 already.
function scaled(metric: Metric, value: number): number {
  return is_rate(metric) ? 100 * value : value;
}

// The same to both sides of zero, wide enough for every interval.
export function extent_of(lines: ForestLine[]): Pair {
  const ends = lines.flatMap(({ change }) => (change.change === null ? [] : change.interval.map((end) => Math.abs(scaled(change.metric, end)))));
  const most = Math.min(100, Math.max(5, ...ends) * 1.05);
  return [-most, most];
}

function Drawn({ change, extent }: { change: Change; extent: Pair }) {
  const [low, high] = change.interval.map((end) => share(scaled(change.metric, end), extent)) as Pair;
  return (
    <span class={`forest-line way-${way_of(change)}`} aria-hidden="true">
      <i class="forest-zero" />
      {change.change !== null && <i class="forest-bar" style={{ left: `${low}%`, width: `${high - low}%` }} />}
      {change.change !== null && <i class="forest-dot" style={{ left: `${share(scaled(change.metric, change.change), extent)}%` }} />}
    </span>
  );
}

function Line({ line, extent }: { line: ForestLine; extent: Pair }) {
  const { change } = line;
  const way = way_of(change);
  return (
    <tr class={line.strong ? "strong" : ""}>
      <th scope="row"><Name text={line.words} /></th>
      <td class="number wide">{amount(change.metric, change.first)}</td>
      <td class="number wide">{amount(change.metric, change.second)}</td>
      <td class="forest-cell"><Drawn change={change} extent={extent} /></td>
      <td class={`number change way-${way}`}>{signed(change.metric, change.change)}<span class="unseen"> {way_words[way]}</span></td>
      <td class="number dim">{change.change === null ? "–" : `${signed(change.metric, change.interval[0])} to ${signed(change.metric, change.interval[1])}`}</td>
      <td class="number dim wide">{p_value(change.adjusted_p)}</td>
      <td class="number dim wide" title="Trials that are so only in the second, only in the first run">{change.change === null ? "–" : `${count(change.only_second)} / ${count(change.only_first)}`}</td>
    </tr>
  );
}

export function Forest(props: { lines: ForestLine[]; name: string; label: string }) {
  const extent = extent_of(props.lines);
  const marks = ticks(extent[0], extent[1], 5).filter((mark) => Math.abs(mark) < 0.9 * extent[1]);
  return (
    <div class="scroller" tabIndex={0} role="region" aria-label={props.label}>
      <table class="plain forest">
        <thead>
          <tr>
            <th scope="col">{props.name}</th><th scope="col" class="number wide">first</th><th scope="col" class="number wide">second</th>
            <th scope="col" class="forest-axis">
              <span class="unseen">drawn, in points</span>
              {marks.map((mark) => <span aria-hidden="true" style={{ left: `${share(mark, extent)}%` }}>{mark > 0 ? `+${mark}` : String(mark).replace("-", "−")}</span>)}
            </th>
            <th scope="col" class="number">change</th><th scope="col" class="number">95 % interval</th><th scope="col" class="number wide" title="Had each scenario's change been as likely to go the other way; corrected for the number of lines">p</th><th scope="col" class="number wide">on / off</th>
          </tr>
        </thead>
        <tbody>{props.lines.map((line) => <Line key={line.words} line={line} extent={extent} />)}</tbody>
      </table>
    </div>
  );
}
