// The cases as a table that draws only what is in sight. At phone width each row is a card.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { OutcomeTag } from "../charts/strip";
import type { Row } from "../data/contract";
import { has } from "../data/source";
import { link } from "../route";
import { use_keys } from "../shell/keys";
import { use_narrow } from "../shell/narrow";
import { Severity } from "../shell/severity";
import { Untrusted, Name } from "../text/untrusted";
import { count, dollars, duration, none } from "../text/numbers";
import { cut } from "../text/visible";
import { sorted_by } from "./query";
import type { Rows } from "./rows";
import { scroll_for, slice_of, type Sight } from "./window";

const wide_row = 50; // pixels, as the style has them
const card = 92;

interface Props { run: number; rows: Rows; query: URLSearchParams; set: (query: URLSearchParams) => void }

const columns: { name: string; words: string; sort?: string; number?: boolean }[] = [
  { name: "outcome", words: "outcome", sort: "outcome" },
  { name: "case", words: "case, and why", sort: "case" },
  { name: "domain", words: "domain" },
  { name: "severity", words: "severity" },
  { name: "form", words: "form" },
  { name: "time", words: "time", sort: "duration", number: true },
  { name: "cost", words: "cost", sort: "cost", number: true },
];

function Head({ query, set }: { query: URLSearchParams; set: Props["set"] }) {
  const way = (sort: string) => (query.get("sort") !== sort ? "none" : query.get("desc") === "1" ? "descending" : "ascending");
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        {columns.map(({ name, words, sort, number }) => (
          <th key={name} role="columnheader" scope="col" class={`col-${name}${number ? " number" : ""}`} aria-sort={sort ? way(sort) : undefined}>
            {sort ? <button type="button" class="sort" onClick={() => set(sorted_by(query, sort))}>{words}<span aria-hidden="true">{{ none: "", ascending: " ↑", descending: " ↓" }[way(sort)]}</span></button> : words}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function cost_of(row: Row): string {
  if (row.micro_dollars) return dollars(row.micro_dollars);
  return row.tokens === null ? none : `${count(row.tokens)} tok`;
}

function Line(props: { row: Row; at: number; run: number; query: URLSearchParams }) {
  const { row, at, run } = props;
  const query = new URLSearchParams(props.query);
  query.set("at", String(at));
  const linked = has(`/api/run/${run}/trial/${row.trial}`);
  const name = <><Name text={row.case_id} most={250} />{row.repeat > 0 && <span class="dim"> #{row.repeat + 1}</span>}</>;
  return (
    <tr role="row" aria-rowindex={at + 2} class={linked ? "row linked" : "row"}>
      <td role="cell" class="col-outcome"><OutcomeTag outcome={row.outcome} /></td>
      <td role="cell" class="col-case">
        {linked ? <a data-row={at} href={link({ page: "trial", run, trial: row.trial }, query)} onClick={() => history.replaceState(history.state, "", link({ page: "cases", run }, query))}>{name}</a> : <span data-row={at} tabIndex={-1}>{name}</span>}
        <span class="why"><Untrusted text={cut(row.why ?? "", 300)} /></span>
      </td>
      <td role="cell" class="col-domain"><Name text={row.domain} />{row.kind === "twin" && <span class="dim sub">harmless</span>}</td>
      <td role="cell" class="col-severity"><Severity word={row.severity} /></td>
      <td role="cell" class="col-form"><Name text={row.form} /><span class="dim sub"><Name text={row.language} /></span></td>
      <td role="cell" class="col-time number">{duration(row.duration_ms)}</td>
      <td role="cell" class="col-cost number">{cost_of(row)}</td>
    </tr>
  );
}

// The window over the list: where it is, and how to move it.
function use_sight(total: number, row_height: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [, draw] = useState(0);
  const sight = (): Sight => {
    const place = body.current?.getBoundingClientRect().top ?? 0;
    return { rows: total, row_height, top: -place, height: innerHeight };
  };
  useEffect(() => {
    let waiting = 0;
    const moved = () => {
      waiting ||= requestAnimationFrame(() => {
        waiting = 0;
        draw((before) => before + 1);
      });
    };
    addEventListener("scroll", moved, { passive: true });
    addEventListener("resize", moved);
    return () => {
      removeEventListener("scroll", moved);
      removeEventListener("resize", moved);
      cancelAnimationFrame(waiting);
    };
  }, []);
  useLayoutEffect(() => draw((before) => before + 1), [total, row_height]);
  return { body, sight };
}

export function CasesTable({ run, rows, query, set }: Props) {
  const narrow = use_narrow();
  const total = rows.held?.total ?? 0;
  const row_height = narrow ? card : wide_row;
  const { body, sight } = use_sight(total, row_height);
  const here = sight();
  const slice = slice_of(here);
  const wanted = useRef<number | null>(null);
  const start = useRef(Number(query.get("at") ?? -1));

  const reach = (row: number) => {
    wanted.current = Math.min(Math.max(0, row), total - 1);
    const to = scroll_for(wanted.current, sight(), 3 * row_height);
    if (to !== null) scrollTo({ top: scrollY - sight().top + to });
    focus_wanted();
  };
  const focus_wanted = () => {
    const found = wanted.current === null ? null : body.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (!found) return;
    found.focus({ preventScroll: true });
    wanted.current = null;
  };
  const focused = () => Number(document.activeElement?.getAttribute("data-row") ?? wanted.current ?? -1);

  useEffect(() => rows.need(slice.first, slice.end), [slice.first, slice.end, rows.held]);
  useEffect(focus_wanted);
  useEffect(() => {
    if (start.current >= 0 && total > 0) {
      reach(start.current);
      start.current = -1;
    }
  }, [total]);
  use_keys({ j: () => reach(focused() + 1), k: () => reach(focused() - 1) });

  return (
    <table class={rows.waiting ? "cases waiting" : "cases"} role="table" aria-rowcount={total + 1} aria-label="Trials">
      <Head query={query} set={set} />
      <tbody ref={body} role="rowgroup">
        <tr aria-hidden="true" class="spacer" style={{ height: `${slice.above}px` }}><td /></tr>
        {Array.from({ length: slice.end - slice.first }, (_, offset) => {
          const at = slice.first + offset;
          const row = rows.row(at);
          return row ? <Line key={at} row={row} at={at} run={run} query={query} /> : <tr key={at} aria-hidden="true" class="row pending"><td colSpan={columns.length}>&nbsp;</td></tr>;
        })}
        <tr aria-hidden="true" class="spacer" style={{ height: `${slice.below}px` }}><td /></tr>
      </tbody>
    </table>
  );
}
