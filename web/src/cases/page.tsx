// Search and filter by anything; every filter is in the address.

import { useEffect, useRef, useState } from "preact/hooks";
import { link, replace, with_value, type Place } from "../route";
import { use_keys } from "../shell/keys";
import { use_narrow } from "../shell/narrow";
import { Heading, Loading, Problem } from "../shell/page";
import type { Suite } from "../suite";
import { Name } from "../text/untrusted";
import { count } from "../text/numbers";
import { Facets } from "./facets";
import { chips, sent_query } from "./query";
import { use_rows } from "./rows";
import { CasesTable } from "./table";

const typing_ms = 40; // long enough for a burst of keys, too short to be felt

function Search(props: { query: URLSearchParams; set: (query: URLSearchParams) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, set_text] = useState(props.query.get("q") ?? "");
  const timer = useRef(0);
  const said = props.query.get("q") ?? "";
  useEffect(() => {
    if (document.activeElement !== input.current) set_text(said);
  }, [said]);
  use_keys({
    "/": () => input.current?.focus(),
    Escape: () => input.current?.blur(),
  });
  const typed = (value: string) => {
    set_text(value);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => props.set(with_value(with_value(props.query, "q", value.trim()), "at", null)), typing_ms);
  };
  return (
    <div class="search">
      <label for="search" class="unseen">Search in case names and verdicts</label>
      <input ref={input} id="search" type="search" autocomplete="off" spellcheck={false} placeholder="Search case names and verdicts" value={text} onInput={(event) => typed(event.currentTarget.value)} />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}

function Chips(props: { query: URLSearchParams; run: number }) {
  const all = chips(props.query);
  if (all.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filters in force">
      {all.map((chip) => (
        <li key={chip.words}><a href={link({ page: "cases", run: props.run }, chip.without)}><Name text={chip.words} /> <span aria-hidden="true">×</span><span class="unseen">, remove</span></a></li>
      ))}
      <li><a class="clear" href={link({ page: "cases", run: props.run })}>Clear all</a></li>
    </ul>
  );
}

export function CasesPage(props: { run: number; suite: Suite; place: Place; version: number }) {
  const { query } = props.place;
  const sent = sent_query(query);
  const start = useRef(Number(query.get("at") ?? 0));
  const rows = use_rows(props.run, sent.toString(), props.version, start.current);
  const narrow = use_narrow();
  const set = (changed: URLSearchParams) => {
    start.current = 0;
    replace(link({ page: "cases", run: props.run }, changed));
  };
  const { held } = rows;
  const facets = held && <Facets facets={held.facets} suite={props.suite} query={query} set={set} />;
  return (
    <article class="cases-page">
      <div class="page-head"><Heading title="Cases" at={`cases ${props.run}`}>Cases</Heading></div>
      <div class="cases-bar">
        <Search query={query} set={set} />
        <p class="found" role="status">{held && <><b>{count(held.total)}</b> of {count(held.of)} trials</>}</p>
      </div>
      {(held?.left_out ?? 0) > 0 && <p class="note">This file holds an even sample of the trials; {count(held?.left_out)} are left out. `redcode view` shows all of them.</p>}
      <Chips query={query} run={props.run} />
      {rows.trouble && <Problem trouble={rows.trouble} />}
      {!held && !rows.trouble && <Loading />}
      {held && (
        <div class="cases-body">
          {narrow ? <details class="facets-fold"><summary>Filters</summary>{facets}</details> : <aside aria-label="Filters">{facets}</aside>}
          <div class="cases-list">
            {held.total === 0 ? <p class="empty">No trial is like that. <a href={link({ page: "cases", run: props.run })}>Show all</a></p> : <CasesTable run={props.run} rows={rows} query={query} set={set} />}
          </div>
        </div>
      )}
    </article>
  );
}
