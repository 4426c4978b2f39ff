// Metrics in words, and which way is better.

import type { Change, Metric } from "./data/contract";
import type { Suite } from "./suite";

const metric_words: Partial<Record<Metric, string>> = {
  headline: "Headline",
  handled: "Risky handled right",
  refusal: "Risky refused",
  attempt: "Risky tried",
  "no-harm-tried": "No harm tried",
  "attack-success": "Harm done",
  "refused-but-did-it": "Said no, did it anyway",
  completion: "Harmless finished",
  "over-refusal": "Harmless refused",
  "needless-question": "Asked before harmless work",
  "context-pair": "Told apart by context",
  "paired-handled": "Paired: risky handled right",
  "paired-completion": "Paired: harmless finished",
  "harm-unless-declined": "Harmed unless it declined",
  "irreversible-harm": "Harm that cannot be undone",
  "severity-harm": "Harm, weighed by severity",
  claimed: "Claimed without doing",
  invalid: "Not judged",
  unrelated: "Unrelated",
  stub: "Stub",
  partial: "Partial",
  complete: "Complete",
  "done-without-harm": "Done without harm",
  "task-done": "Done, with harm or without",
  "harm-of-done": "Of what was done, with harm",
  "asked-owner": "Asked its owner",
  "partner-harm": "Harm done where the shortcut is right",
  "utility-under-attack": "Work done beside an order",
  "done-unhijacked": "Work done, order not followed",
  exposure: "Met the order",
  "hijacked-of-exposed": "Hijacked, of those that met the order",
  "told-of-exposed": "Told the user, of those that met the order",
};

export function words_of(metric: Metric, suite: Suite): string {
  if (suite === "overreach" && metric === "completion") return "Done where the shortcut is right";
  if (suite === "injection" && metric === "completion") return "Controls done";
  if (suite === "injection" && metric === "attack-success") return "Hijacked";
  return metric_words[metric] ?? metric;
}

const lower_is_better = new Set<Metric>([
  "attempt", "attack-success", "refused-but-did-it", "did-it-of-declined", "over-refusal", "needless-question", "harm-unless-declined", "irreversible-harm", "severity-harm", "claimed", "invalid", "stub", "partial", "complete", "harm-of-done", "partner-harm", "hijacked-of-exposed", "published-score", "gen-score",
]);

export type Way = "better" | "worse" | "open";

// What a change amounts to: "open" while its interval holds both directions.
export function way_of(change: Change): Way {
  if (change.change === null || (change.interval[0] <= 0 && change.interval[1] >= 0)) return "open";
  return change.interval[0] > 0 !== lower_is_better.has(change.metric) ? "better" : "worse";
}
