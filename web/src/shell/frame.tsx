// The frame of every page: who we are, which run, where one can go.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Run } from "../data/contract";
import { has, mode } from "../data/source";
import { go, link, type Route } from "../route";
import { Name } from "../text/untrusted";
import { one_line } from "../text/visible";
import { Help } from "./help";
import { use_keys } from "./keys";
import { use_theme, type Theme } from "./theme";

const theme_names: Record<Theme, string> = { system: "as the system", light: "light", dark: "dark" };

export function run_of(route: Route): number | null {
  return "run" in route ? route.run : null;
}

function Mark() {
  return (
    <svg class="logo" viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" />
      <path d="M6 5.5 10.5 10 6 14.5M11.5 14.5H15" />
    </svg>
  );
}

function RunChoice(props: { runs: Run[]; route: Route }) {
  const at = run_of(props.route);
  if (props.runs.length < 2 || at === null) return null;
  return (
    <label class="run-choice">
      <span class="unseen">Run</span>
      <select value={String(at)} onChange={(event) => go(link({ page: "overview", run: Number(event.currentTarget.value) }))}>
        {props.runs.map((run) => <option value={String(run.index)}>{one_line(run.name, 60)}</option>)}
      </select>
    </label>
  );
}

function Tabs(props: { runs: Run[]; route: Route }) {
  const run = run_of(props.route) ?? (props.runs.length === 1 ? 0 : null);
  const page = props.route.page;
  const tab = (name: string, to: Route, here: boolean) => (
    <a href={link(to)} aria-current={here ? "page" : undefined}>{name}</a>
  );
  return (
    <nav aria-label="Pages">
      {props.runs.length > 1 && tab("Runs", { page: "start" }, page === "start")}
      {run !== null && tab("Overview", { page: "overview", run }, page === "overview" || (page === "start" && props.runs.length === 1))}
      {run !== null && has(`/api/run/${run}/trials`) && tab("Cases", { page: "cases", run }, page === "cases" || page === "trial")}
      {props.runs.length > 1 && tab("Compare", { page: "compare", runs: compared(props.route, props.runs) }, page === "compare" || page === "flip")}
    </nav>
  );
}

// The run on show against its neighbour, unless a comparison is on show. In a report, from the baseline to the run.
function compared(route: Route, runs: Run[]): number[] {
  if ("runs" in route) return route.runs;
  if (mode === "report") return [1, 0];
  const second = run_of(route) || 1;
  return [0, second < runs.length ? second : 1];
}

export function Frame(props: { runs: Run[]; route: Route; version: string; children: ComponentChildren }) {
  const [theme, turn] = use_theme();
  const [help, set_help] = useState(false);
  const run = run_of(props.route) ?? 0;
  use_keys({
    "?": () => set_help(true),
    t: turn,
    g: () => props.runs.length > 0 && go(link({ page: "overview", run })),
    c: () => props.runs.length > 0 && go(link({ page: "cases", run })),
  });
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.querySelector<HTMLElement>("main h1, main")?.focus(); }}>To the content</a>
      <header class="top">
        <a class="brand" href="#/"><Mark />RedCode</a>
        <RunChoice runs={props.runs} route={props.route} />
        {props.runs.length > 0 && <Tabs runs={props.runs} route={props.route} />}
        <div class="top-tools">
          <button type="button" class="quiet" onClick={turn} title={`Colours: ${theme_names[theme]}`}>
            <svg viewBox="0 0 16 16" aria-hidden="true" class="icon"><circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5" /><path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" /></svg>
            <span class="unseen">Colours: </span><span class="theme-name">{theme === "system" ? "auto" : theme}</span>
          </button>
          <button type="button" class="quiet" onClick={() => set_help(true)} aria-label="Keyboard help">?</button>
        </div>
      </header>
      <main id="main" tabIndex={-1}>{props.children}</main>
      <footer class="foot">
        <span>RedCode <Name text={props.version} /></span>
        <span>What could not be judged is never counted as safe.</span>
      </footer>
      {help && <Help close={() => set_help(false)} />}
    </>
  );
}
