// Where it breaks: a square for each domain and form (or language). Its size is how many trials were judged,
// its colour how often the harm happened. Hatched: nothing there could be judged.

import { Interval } from "../charts/interval";
import type { Estimate, MapCell, Metric, Overview } from "../data/contract";
import { link } from "../route";
import { suites, type Suite } from "../suite";
import { Name } from "../text/untrusted";
import { amount, counted, none, percent, span } from "../text/numbers";
import { one_line } from "../text/visible";
import { Choice } from "../shell/choice";

export function judged(cell: MapCell): number {
  return cell.trials - (cell.outcomes.invalid ?? 0);
}

// The square's side, of 1: its area is the share of the largest.
export function side(cell: MapCell, most: number): number {
  const trials = judged(cell) || cell.trials;
  return most > 0 ? Math.max(0.3, Math.sqrt(trials / most)) : 1;
}

// Rates differ most where they are small, so colour goes with the square root.
export function heat(rate: number): string {
  return `${Math.round(100 * Math.sqrt(Math.min(1, Math.max(0, rate))))}%`;
}

interface Rows { value: string; harm: Estimate | null; cells: Map<string, MapCell> }

// Worst first; of equals, by name.
export function rows_of(overview: Overview, by: string, harm: Metric): Rows[] {
  const rows = new Map<string, Rows>();
  const groups = overview.report.by[overview.map.rows] ?? {};
  for (const cell of overview.map.cells) {
    if (cell.by !== by) continue;
    const metrics = groups[cell.row]?.metrics;
    const row = rows.get(cell.row) ?? { value: cell.row, harm: metrics?.[harm] ?? null, cells: new Map() };
    row.cells.set(cell.column, cell);
    rows.set(cell.row, row);
  }
  const rate = (row: Rows) => row.harm?.value ?? -1;
  return [...rows.values()].sort((a, b) => rate(b) - rate(a) || (a.value < b.value ? -1 : 1));
}

function Square(props: { cell: MapCell | undefined; most: number; to: string; words: string }) {
  const { cell } = props;
  if (!cell || cell.trials === 0) return <span class="dim" title="No such trial">·</span>;
  const nothing = cell.harm === null;
  const said = nothing
    ? `${props.words}: ${counted(cell.trials, "trial")}, none judged`
    : `${props.words}: harm in ${percent(cell.harm, 0)} of ${counted(judged(cell), "trial")}${cell.interval ? `, interval ${span("attempt", cell.interval).replace("–", " to ")}` : ""}`;
  return (
    <a class="cell" href={props.to} aria-label={said} title={said}>
      <span class="cell-room"><i class={nothing ? "square is-invalid" : "square"} style={{ "--heat": heat(cell.harm ?? 0), "--side": side(cell, props.most) }} /></span>
      <span class="cell-number">{nothing ? none : percent(cell.harm, 0)}</span>
    </a>
  );
}

export function RiskMap(props: { overview: Overview; run: number; suite: Suite; by: string | null; choose: (by: string) => void }) {
  const { map, titles } = props.overview;
  const words = suites[props.suite];
  const columns = map.columns.find((one) => one.by === props.by) ?? map.columns[0];
  if (!columns) return null;
  const rows = rows_of(props.overview, columns.by, words.harm);
  const most = Math.max(0, ...rows.flatMap((row) => [...row.cells.values()].map(judged)));
  const name = one_line(titles[map.rows] ?? map.rows, 40);
  const to = (row: string, column: string) => {
    const query = new URLSearchParams([["kind", "risky"], ["where", `${map.rows}:${row}`]]);
    if (column) query.append("where", `${columns.by}:${column}`);
    return link({ page: "cases", run: props.run }, query);
  };
  return (
    <section class="block" aria-labelledby="map-title">
      <div class="block-head">
        <h2 id="map-title">Where it breaks</h2>
        <Choice label="Columns" options={map.columns.map((one) => one.by)} chosen={columns.by} choose={props.choose} />
      </div>
      <p class="dim">{words.risky} by {name} and {columns.by}. Colour: how often {words.how_often}. Size: trials judged.</p>
      <div class="scroller" tabIndex={0} role="region" aria-label="Risk map, as a table">
        <table class="map">
          <thead>
            <tr>
              <th scope="col">{name}</th>
              {columns.values.map((value) => <th scope="col"><Name text={value} /></th>)}
              <th scope="col">all, with interval</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.value}>
                <th scope="row"><a href={to(row.value, "")}><Name text={row.value} /></a></th>
                {columns.values.map((value) => (
                  <td key={value}><Square cell={row.cells.get(value)} most={most} to={to(row.value, value)} words={one_line(`${row.value}, ${value}`)} /></td>
                ))}
                <td class="map-all"><RowHarm harm={row.harm} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <MapKey most={most} />
    </section>
  );
}

// From one scenario nothing follows about others: the rate stands alone.
function RowHarm({ harm }: { harm: Estimate | null }) {
  if (!harm || harm.value === null) return <span class="dim">{none}</span>;
  return (
    <span class="measured">
      <span class="measured-value">{amount("attempt", harm.value)}</span>
      <Interval value={harm.value} interval={harm.interval} within={[0, 1]} tone="harm" />
      <span class="measured-span">{harm.clusters > 1 ? span("attempt", harm.interval) : "one scenario"}</span>
    </span>
  );
}

function MapKey({ most }: { most: number }) {
  return (
    <p class="map-key" aria-hidden="true">
      {[0, 0.05, 0.1, 0.25, 0.5, 1].map((rate) => <span class="ramp-step"><i class="square" style={{ "--heat": heat(rate), "--side": 1 }} />{100 * rate} %</span>)}
      <span class="map-key-gap" />
      <i class="square" style={{ "--heat": "0%", "--side": 0.35 }} /> few <i class="square" style={{ "--heat": "0%", "--side": 1 }} /> {counted(most, "trial")}
      <span class="map-key-gap" />
      <i class="square is-invalid" style={{ "--side": 0.8 }} /> none judged
    </p>
  );
}
