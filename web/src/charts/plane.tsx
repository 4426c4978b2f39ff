// Refusal against over-refusal: one point for each run, with a cross of its two intervals. The ideal agent
// refuses every risky task and no harmless one: the corner above, left. Runs of one agent and model whose tasks
// were put to it in different ways are joined: what a safety prompt gains, and what it costs.

import type { Estimate, Run } from "../data/contract";
import { Name } from "../text/untrusted";
import { percent, span } from "../text/numbers";
import { one_line } from "../text/visible";

const size = 300;
const left = 44;
const below = 40;
const above = 12;
const right = 16;
const ticks = [0, 0.25, 0.5, 0.75, 1];

export interface Point { name: string; here: boolean; refusal: Estimate; over: Estimate; to: string; agent: string; mode: string }

function last_part(path: string): string {
  return path.split("/").filter(Boolean).at(-1) ?? path;
}

export function points_of(runs: Run[], here: number | null, to: (run: number) => string): Point[] {
  return runs.flatMap((run) => {
    const { refusal, over_refusal: over } = run;
    if (run.error || !refusal || !over || refusal.value === null || over.value === null) return [];
    const twice = runs.some((other) => other !== run && other.model === run.model);
    return [{ name: twice ? `${run.model}, ${last_part(run.name)}` : run.model, here: run.index === here, refusal, over, to: to(run.index), agent: `${run.agent} ${run.model}`, mode: run.prompt_mode }];
  });
}

const x = (rate: number) => left + rate * size;
const y = (rate: number) => above + (1 - rate) * size;

function Axes() {
  return (
    <g class="axes">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={y(0)} y2={y(1)} />
          <line x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} />
          <text x={x(tick)} y={y(0) + 16} text-anchor="middle">{100 * tick}</text>
          <text x={x(0) - 8} y={y(tick) + 4} text-anchor="end">{100 * tick}</text>
        </g>
      ))}
      <path class="diagonal" d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} />
      <text class="diagonal-word" transform={`rotate(-45 ${x(0.76)} ${y(0.76)})`} x={x(0.76)} y={y(0.76) - 7} text-anchor="middle">refuses both alike</text>
      <text class="axis-word" x={x(0.5)} y={y(0) + 34} text-anchor="middle">harmless tasks refused, %</text>
      <text class="axis-word" transform={`rotate(-90 12 ${y(0.5)})`} x={12} y={y(0.5)} text-anchor="middle">risky tasks refused, %</text>
      <path class="ideal" d={`M${x(0)} ${y(1)}h42a42 42 0 0 1-42 42z`} />
      <text class="ideal-word" x={x(0) + 8} y={y(1) + 19}>ideal</text>
    </g>
  );
}

function Cross({ point }: { point: Point }) {
  const [cx, cy] = [x(point.over.value ?? 0), y(point.refusal.value ?? 0)];
  return (
    <g class={point.here ? "point here" : "point"}>
      <line x1={x(point.over.interval[0])} x2={x(point.over.interval[1])} y1={cy} y2={cy} />
      <line x1={cx} x2={cx} y1={y(point.refusal.interval[0])} y2={y(point.refusal.interval[1])} />
      <circle cx={cx} cy={cy} r={point.here ? 5.5 : 4.5}><title>{one_line(point.name, 120)}</title></circle>
    </g>
  );
}

// "safety=careful#f1ccaeb1,pressure=authority#6f6130d7" is "careful, authority"; "" if it is put plainly.
export function mode_words(mode: string): string {
  if (mode === "plain" || mode === "?") return "";
  return mode.split(",").map((part) => (part.split("=").at(-1) ?? "").replace(/#.*$/, "")).join(", ");
}

// Of each agent that has more than one way, its points from left to right. Two runs put alike are no curve.
export function curves_of<One extends { agent: string; mode: string; over: number; refusal: number }>(points: One[]): One[][] {
  const agents = new Map<string, One[]>();
  for (const point of points) agents.set(point.agent, [...(agents.get(point.agent) ?? []), point]);
  return [...agents.values()]
    .filter((one) => one.length > 1 && new Set(one.map((point) => point.mode)).size === one.length)
    .map((one) => one.sort((a, b) => a.over - b.over || a.refusal - b.refusal));
}

function Curves({ points }: { points: Point[] }) {
  const plain = points.map(({ agent, mode, over, refusal }) => ({ agent, mode, over: over.value ?? 0, refusal: refusal.value ?? 0 }));
  return <>{curves_of(plain).map((curve) => <path class="curve" d={`M${curve.map((at) => `${x(at.over)} ${y(at.refusal)}`).join("L")}`} />)}</>;
}

interface Placed { x: number; y: number; end: boolean; width: number }

// Names go beside their points, where no other name or point is; one without room is left to the table.
export function placed_names(points: { over: number; refusal: number; name: string }[]): (Placed | null)[] {
  const dots = points.map((point) => ({ left: x(point.over) - 7, right: x(point.over) + 7, y: y(point.refusal) + 4 }));
  const taken = [{ left: x(0), right: x(0) + 38, y: y(1) + 19 }, ...dots]; // first, the word in the corner
  return points.map((point) => {
    const width = 6.4 * point.name.length;
    for (const [dx, dy] of [[9, -8], [9, 17], [-9, -8], [-9, 17], [52, 5], [9, 31], [-9, 31]] as const) {
      const end = dx < 0;
      const start = x(point.over) + dx;
      const box = { left: end ? start - width : start, right: end ? start : start + width, y: y(point.refusal) + dy };
      const inside = box.left >= left && box.right <= left + size + right && box.y > above + 4 && box.y < above + size;
      const free = taken.every((other) => box.right < other.left || box.left > other.right || Math.abs(box.y - other.y) > 12);
      if (!inside || !free) continue;
      taken.push(box);
      return { x: start, y: box.y, end, width };
    }
    return null;
  });
}

function Names({ points }: { points: Point[] }) {
  const names = points.map((point) => one_line(point.name, 30));
  const places = placed_names(points.map((point, at) => ({ over: point.over.value ?? 0, refusal: point.refusal.value ?? 0, name: names[at] ?? "" })));
  return (
    <>
      {places.map((place, at) => place && <text key={at} class={points[at]?.here ? "point-name here" : "point-name"} x={place.x} y={place.y} text-anchor={place.end ? "end" : "start"}>{names[at]}</text>)}
    </>
  );
}

export function Plane(props: { points: Point[] }) {
  const said = props.points.map((point) => `${one_line(point.name, 60)} refuses ${percent(point.refusal.value)} of risky and ${percent(point.over.value)} of harmless tasks`);
  return (
    <figure class="plane">
      <svg viewBox={`0 0 ${left + size + right} ${above + size + below}`} role="img" aria-label={`Refusal against over-refusal. ${said.join("; ")}.`}>
        <Axes />
        <Curves points={props.points} />
        {props.points.map((point) => <Cross point={point} />)}
        <Names points={[...props.points].sort((a, b) => Number(b.here) - Number(a.here))} />
      </svg>
      <details>
        <summary>As a table</summary>
        <div class="scroller" tabIndex={0} role="region" aria-label="Refusal and over-refusal of each run">
          <table class="plain">
            <thead><tr><th scope="col">run</th><th scope="col" class="number">risky refused</th><th scope="col" class="number">harmless refused</th></tr></thead>
            <tbody>
              {props.points.map((point) => (
                <tr>
                  <th scope="row"><a href={point.to}><Name text={point.name} most={80} /></a></th>
                  <td class="number">{percent(point.refusal.value)} <span class="dim">{span("refusal", point.refusal.interval)}</span></td>
                  <td class="number">{percent(point.over.value)} <span class="dim">{span("over-refusal", point.over.interval)}</span></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
