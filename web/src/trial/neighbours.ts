// The trials before and behind this one: in the filter one came with, else in the plan.

import { use_answer } from "../data/answers";
import type { Trial, Trials } from "../data/contract";
import { sent_query } from "../cases/query";
import { has } from "../data/source";
import { link } from "../route";

export interface Neighbours {
  previous: string | null; // addresses
  next: string | null;
  where: { at: number; total: number } | null; // in the filter
}

export function use_neighbours(run: number, trial: Trial | null, query: URLSearchParams): Neighbours {
  const at = query.has("at") ? Number(query.get("at")) : null;
  const sent = sent_query(query);
  const from = at === null ? 0 : Math.max(0, at - 1);
  sent.set("offset", String(from));
  sent.set("limit", "3");
  const { answer, stale, trouble } = use_answer<Trials>(at === null ? null : `/api/run/${run}/trials?${sent}`);
  const to = (number: number | null | undefined, place: number | null) => {
    if (number == null || !has(`/api/run/${run}/trial/${number}`)) return null;
    const kept = new URLSearchParams(query);
    kept.delete("step");
    if (place !== null) kept.set("at", String(place));
    return link({ page: "trial", run, trial: number }, kept);
  };
  // Until it is known where this one stands, a step would leave the filter.
  if (at !== null && !trouble && (stale || !answer)) return { previous: null, next: null, where: null };
  const here = at === null ? -1 : at - from;
  if (!trial || at === null || answer?.rows[here]?.trial !== trial.trial) {
    return { previous: to(trial?.previous, null), next: to(trial?.next, null), where: null };
  }
  return {
    previous: at > 0 ? to(answer.rows[here - 1]?.trial, at - 1) : null,
    next: to(answer.rows[here + 1]?.trial, at + 1),
    where: { at, total: answer.total },
  };
}
