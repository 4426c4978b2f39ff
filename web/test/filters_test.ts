// The language of filters, which files without a server and `redcode view` share.

import assert from "node:assert/strict";
import { test } from "node:test";
import filters from "../../tests/filters.json";
import type { Row, Trials } from "../src/data/contract";
import { Failed } from "../src/data/failed";
import { answer_locally } from "../src/data/local_query";

interface Case { says: string; filter: string; trials?: number[]; error?: string; total?: number; facets?: Record<string, Record<string, number>> }

const rows = filters.rows.map((row, trial) => ({ trial, repeat: 0, intent: null, risk: "r", ...row }) as Row);
const all: Trials = { total: rows.length, of: rows.length, rows, facets: {}, took_ms: 0 };

for (const { says, filter, trials, error, total, facets } of filters.cases as Case[]) {
  test(`${says}: ${filter}`, () => {
    const ask = () => answer_locally(all, new URLSearchParams(filter));
    if (error) {
      assert.throws(ask, (problem) => problem instanceof Failed && problem.trouble.code === error);
      return;
    }
    const answer = ask();

    assert.deepEqual(answer.rows.map((row) => row.trial), trials);
    if (total !== undefined) assert.equal(answer.total, total);
    for (const [facet, counts] of Object.entries(facets ?? {})) assert.deepEqual({ ...answer.facets[facet] }, counts);
  });
}
