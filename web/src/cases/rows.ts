// Rows of the trials that pass the filter, fetched in portions as they come into sight.

import { useEffect, useRef, useState } from "preact/hooks";
import { ask_once, trouble_of } from "../data/answers";
import type { Facets, Row, Trials, Trouble } from "../data/contract";

export const portion = 200;
const most_portions = 50; // kept; the farthest from sight go first

interface Held { path: string; total: number; of: number; left_out?: number; facets: Facets; took_ms: number; portions: Map<number, Row[]> }

export interface Rows {
  held: Held | null;
  trouble: Trouble | null;
  waiting: boolean; // what is on show answers an older question
  row: (at: number) => Row | undefined;
  need: (first: number, end: number) => void;
}

function path_of(base: string, at: number): string {
  const joint = base.includes("?") ? "&" : "?";
  return `${base}${joint}offset=${at * portion}&limit=${portion}`;
}

function with_portion(held: Held, at: number, rows: Row[]): Held {
  const portions = new Map(held.portions).set(at, rows);
  if (portions.size > most_portions) {
    const farthest = [...portions.keys()].reduce((a, b) => (Math.abs(a - at) > Math.abs(b - at) ? a : b));
    portions.delete(farthest);
  }
  return { ...held, portions };
}

export function use_rows(run: number, query: string, version: number, start: number): Rows {
  const path = `/api/run/${run}/trials${query ? `?${query}` : ""}`;
  const [held, set_held] = useState<Held | null>(null);
  const [trouble, set_trouble] = useState<Trouble | null>(null);
  const asked = useRef(new Set<number>());
  const stop = useRef(new AbortController());

  const fetch_portion = (at: number, fresh: boolean) => {
    if (asked.current.has(at)) return;
    asked.current.add(at);
    const { signal } = stop.current;
    ask_once<Trials>(path_of(path, at), signal).then(
      (answer) => {
        if (signal.aborted) return;
        set_trouble(null);
        set_held((before) => {
          const kept = before?.path === path && !fresh ? before : { path, ...answer, portions: new Map<number, Row[]>() };
          return with_portion({ ...kept, total: answer.total, of: answer.of, facets: answer.facets, took_ms: answer.took_ms }, at, answer.rows);
        });
      },
      (problem: unknown) => {
        asked.current.delete(at);
        if (!signal.aborted) set_trouble(trouble_of(problem));
      },
    );
  };

  useEffect(() => {
    asked.current = new Set();
    stop.current = new AbortController();
    fetch_portion(Math.floor(start / portion), true);
    return () => stop.current.abort();
  }, [path, version]);

  return {
    held,
    trouble,
    waiting: held !== null && held.path !== path,
    row: (at) => held?.portions.get(Math.floor(at / portion))?.[at % portion],
    need: (first, end) => {
      if (held?.path !== path) return;
      for (let at = Math.floor(first / portion); at * portion < end; ++at) {
        if (!held.portions.has(at)) fetch_portion(at, false);
      }
    },
  };
}
