// Where we are, as the address says it after '#': a path, and a query with every filter in it, so that a
// link shows another reader the same view. The query of the cases is the very one that is sent to the server.

import { useEffect, useState } from "preact/hooks";

export type Route =
  | { page: "start" }
  | { page: "overview"; run: number }
  | { page: "cases"; run: number }
  | { page: "trial"; run: number; trial: number }
  | { page: "compare"; runs: number[] }
  | { page: "flip"; runs: number[]; flip: number }
  | { page: "unknown" };

export interface Place {
  route: Route;
  query: URLSearchParams;
}

const shapes: [RegExp, (found: string[]) => Route][] = [
  [/^\/?$/, () => ({ page: "start" })],
  [/^\/run\/(\d{1,9})\/?$/, ([run]) => ({ page: "overview", run: Number(run) })],
  [/^\/run\/(\d{1,9})\/cases$/, ([run]) => ({ page: "cases", run: Number(run) })],
  [/^\/run\/(\d{1,9})\/trial\/(\d{1,12})$/, ([run, trial]) => ({ page: "trial", run: Number(run), trial: Number(trial) })],
  [/^\/compare\/(\d{1,9}(?:,\d{1,9})+)$/, ([runs]) => ({ page: "compare", runs: numbers(runs) })],
  [/^\/compare\/(\d{1,9}(?:,\d{1,9})+)\/flip\/(\d{1,9})$/, ([runs, flip]) => ({ page: "flip", runs: numbers(runs), flip: Number(flip) })],
];

function numbers(list: string | undefined): number[] {
  return (list ?? "").split(",").map(Number);
}

export function place_of(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  for (const [shape, route] of shapes) {
    const found = shape.exec(path);
    if (found) return { route: route(found.slice(1)), query: new URLSearchParams(query) };
  }
  return { route: { page: "unknown" }, query: new URLSearchParams(query) };
}

function path_of(route: Route): string {
  switch (route.page) {
    case "overview": return `/run/${route.run}`;
    case "cases": return `/run/${route.run}/cases`;
    case "trial": return `/run/${route.run}/trial/${route.trial}`;
    case "compare": return `/compare/${route.runs.join(",")}`;
    case "flip": return `/compare/${route.runs.join(",")}/flip/${route.flip}`;
    default: return "/";
  }
}

export function link(route: Route, query?: URLSearchParams | Record<string, string>): string {
  const said = new URLSearchParams(query).toString();
  return `#${path_of(route)}${said ? `?${said}` : ""}`;
}

export function go(to: string): void {
  location.hash = to;
}

// Another query at the same place: no new step in the history for every letter that is typed.
export function replace(to: string): void {
  history.replaceState(history.state, "", to);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

export function with_value(query: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const changed = new URLSearchParams(query);
  if (value === null || value === "") changed.delete(name);
  else changed.set(name, value);
  return changed;
}

export function use_place(): Place {
  const [hash, set_hash] = useState(location.hash);
  useEffect(() => {
    const changed = () => set_hash(location.hash);
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return place_of(hash);
}
