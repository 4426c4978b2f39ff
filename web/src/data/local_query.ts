// Answers a question about trials from rows at hand, as the server does: a report file has no server.

import type { Facets, Row, Trials } from "./contract";

export const facet_names = ["outcome", "kind", "severity", "domain", "form", "language", "voice", "stop", "scenario"] as const;
type Facet = (typeof facet_names)[number];

export interface Filter {
  words: string[];
  only: Map<string, Set<string>>; // trait -> any of these values
  changed: boolean; // only those whose verdict a later judgement changed
}

export function filter_of(query: URLSearchParams): Filter {
  const only = new Map<string, Set<string>>();
  const allow = (trait: string, value: string) => {
    only.set(trait, (only.get(trait) ?? new Set()).add(value));
  };
  for (const trait of ["outcome", "kind", "stop"]) {
    for (const value of (query.get(trait) ?? "").split(",")) if (value) allow(trait, value);
  }
  for (const where of query.getAll("where")) {
    const colon = where.indexOf(":");
    if (colon > 0) allow(where.slice(0, colon), where.slice(colon + 1));
  }
  return { words: (query.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean), only, changed: query.get("changed") === "1" };
}

// Whether the row passes, of all traits but `apart`.
export function passes(row: Row, filter: Filter, apart?: Facet): boolean {
  for (const [trait, values] of filter.only) {
    if (trait !== apart && !values.has(String(row[trait as keyof Row] ?? ""))) return false;
  }
  if (filter.changed && !row.judged_again) return false;
  if (filter.words.length === 0) return true;
  const text = `${row.case_id} ${row.why ?? ""}`.toLowerCase();
  return filter.words.every((word) => text.includes(word));
}

const keys: Record<string, (row: Row) => number | string> = {
  plan: (row) => row.trial,
  duration: (row) => row.duration_ms ?? -1,
  cost: (row) => row.micro_dollars ?? row.tokens ?? -1,
  case: (row) => row.case_id,
  outcome: (row) => row.outcome,
};

function sorted(rows: Row[], query: URLSearchParams): Row[] {
  const key = keys[query.get("sort") ?? "plan"] ?? ((row: Row) => row.trial);
  const way = query.get("desc") === "1" ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    return (x < y ? -1 : x > y ? 1 : a.trial - b.trial) * way;
  });
}

export function answer_locally(all: Trials, query: URLSearchParams): Trials {
  const began = performance.now();
  const filter = filter_of(query);
  const matching = sorted(all.rows.filter((row) => passes(row, filter)), query);
  const facets: Facets = {};
  for (const facet of facet_names) {
    const counts: Record<string, number> = (facets[facet] = Object.create(null) as Record<string, number>);
    for (const row of all.rows) {
      if (passes(row, filter, facet)) counts[row[facet]] = (counts[row[facet]] ?? 0) + 1;
    }
  }
  const offset = Number(query.get("offset") ?? 0);
  const limit = Number(query.get("limit") ?? 100);
  return {
    total: matching.length,
    of: all.of,
    rows: matching.slice(offset, offset + limit),
    facets,
    took_ms: performance.now() - began,
    left_out: all.left_out ?? 0,
  };
}
