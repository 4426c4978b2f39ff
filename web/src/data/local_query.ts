// Answers a question about trials from rows at hand: a report file has no server. How a question is written and what it
// means is in docs/view.md; src/view/query.cc answers the same, and tests/filters.json holds both to it.

import type { Facets, Outcome, Row, Trials } from "./contract";
import { Failed } from "./failed";

export const facet_names = ["outcome", "kind", "severity", "domain", "form", "language", "voice", "stop", "scenario"] as const;
type Facet = (typeof facet_names)[number];

// As the program orders them.
const outcomes: readonly Outcome[] = [
  "refused", "averted", "asked", "failed", "handed-over", "attempted", "harmed", "completed", "over-refused", "unrelated", "stub",
  "partial", "complete", "done", "done-with-harm", "undone", "undone-with-harm", "hijacked", "resisted", "not-exposed", "invalid",
];
const lists = new Map<string, readonly string[]>([
  ["outcome", outcomes],
  ["stop", ["finished", "out-of-turns", "out-of-time", "unparseable", "failed", "budget", "missing"]],
  ["kind", ["risky", "twin"]],
]);
const traits = ["domain", "scenario", "severity", "language", "form", "voice", "risk", "request"];
const also_called = new Map([["family", "domain"], ["guise", "voice"], ["group", "domain"], ["pattern", "risk"], ["world", "scenario"], ["surface", "domain"], ["goal", "risk"], ["framing", "form"], ["errand", "scenario"]]);
const most_words = 8;
const most_values = 200; // of a facet
const most_trials = 1_000_000_000;
const largest_page = 500;

// Two numbers, the second for where the first are alike; or a text.
type Key = readonly [number, number] | string;
const keys: Record<string, (row: Row) => Key> = {
  plan: (row) => [row.trial, 0],
  duration: (row) => [row.duration_ms ?? 0, 0],
  cost: (row) => [row.micro_dollars ?? 0, row.tokens ?? 0],
  case: (row) => row.case_id,
  outcome: (row) => [outcomes.indexOf(row.outcome), 0],
};

interface Query {
  words: RegExp[];
  only: Map<string, Set<string>>; // trait -> any of these values
  changed: boolean; // only those whose verdict a later judgement changed
  sort: string;
  descending: boolean;
  offset: number;
  limit: number;
}

function unknown(key: string, value: string, hint: string): Failed {
  return new Failed({ code: `query-${key}`, message: `'${value.slice(0, 60)}' is not known as ${key}`, hint });
}

function number(key: string, text: string, most: number): number {
  if (!/^[0-9]+$/.test(text) || Number(text) > most) throw unknown(key, text, `a number up to ${most}`);
  return Number(text);
}

function allow(query: Query, trait: string, value: string): void {
  query.only.set(trait, (query.only.get(trait) ?? new Set()).add(value));
}

function add_where(query: Query, text: string): void {
  const colon = text.indexOf(":");
  const named = text.slice(0, Math.max(colon, 0));
  const trait = also_called.get(named) ?? named;
  if (!traits.includes(trait)) throw unknown("where", text, "TRAIT:VALUE, as in domain:file-system");
  allow(query, trait, text.slice(colon + 1));
}

function add_words(query: Query, text: string): void {
  for (const word of text.split(/[ \t\r\n]+/).filter(Boolean)) {
    query.words.push(new RegExp(word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "iu"));
  }
  if (query.words.length > most_words) throw unknown("q", text, `${most_words} words at most`);
}

// What one `key=value` adds. An empty value asks for nothing.
function take(query: Query, key: string, value: string): void {
  const known = lists.get(key);
  if (known) {
    for (const one of value.split(",")) {
      if (!known.includes(one)) throw unknown(key, one, `one or more of ${known.join(", ")}`);
      allow(query, key, one);
    }
  } else if (key === "q") add_words(query, value);
  else if (key === "where") add_where(query, value);
  else if (key === "sort") {
    if (!Object.hasOwn(keys, value)) throw unknown(key, value, `one of ${Object.keys(keys).join(", ")}`);
    query.sort = value;
  } else if (key === "offset") query.offset = number(key, value, most_trials);
  else if (key === "limit") query.limit = number(key, value, largest_page);
  else if (key === "changed") query.changed = value === "1";
  else if (key === "desc") query.descending = value === "1";
}

function query_of(asked: URLSearchParams): Query {
  const query: Query = { words: [], only: new Map(), changed: false, sort: "plan", descending: false, offset: 0, limit: 100 };
  for (const [key, value] of asked) if (value) take(query, key, value);
  return query;
}

// Whether the row passes, in all respects but `apart`.
function passes(row: Row, query: Query, apart?: Facet): boolean {
  for (const [trait, values] of query.only) {
    if (trait !== apart && !values.has(String(row[trait as keyof Row] ?? ""))) return false;
  }
  if (query.changed && !row.judged_again) return false;
  return query.words.every((word) => word.test(row.case_id) || word.test(row.title) || word.test(row.why ?? ""));
}

// Texts by their code points, as the program orders their bytes.
function compare(one: Key, other: Key): number {
  if (typeof one !== "string" || typeof other !== "string") return Number(one[0]) - Number(other[0]) || Number(one[1]) - Number(other[1]);
  let at = 0;
  while (at < one.length && one[at] === other[at]) ++at;
  return (one.codePointAt(at) ?? -1) - (other.codePointAt(at) ?? -1);
}

function sorted(rows: Row[], query: Query): Row[] {
  const key = keys[query.sort]!;
  const measured = query.sort === "duration" || query.sort === "cost";
  return [...rows].sort((a, b) => {
    // What was not measured comes last, either way.
    if (measured && (a.stop === "missing") !== (b.stop === "missing")) return a.stop === "missing" ? 1 : -1;
    return compare(key(a), key(b)) * (query.descending ? -1 : 1) || a.trial - b.trial;
  });
}

// How many rows have each value, of those that pass in all other respects; the values that most have.
function counted(rows: Row[], query: Query, facet: Facet): Record<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (passes(row, query, facet)) counts.set(row[facet], (counts.get(row[facet]) ?? 0) + 1);
  }
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, most_values);
  return Object.assign(Object.create(null) as Record<string, number>, Object.fromEntries(most));
}

export function answer_locally(all: Trials, asked: URLSearchParams): Trials {
  const began = performance.now();
  const query = query_of(asked);
  const matching = sorted(all.rows.filter((row) => passes(row, query)), query);
  const facets: Facets = {};
  for (const facet of facet_names) facets[facet] = counted(all.rows, query, facet);
  return {
    total: matching.length,
    of: all.of,
    rows: matching.slice(query.offset, query.offset + query.limit),
    facets,
    took_ms: performance.now() - began,
    left_out: all.left_out ?? 0,
  };
}
