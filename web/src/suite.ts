// What is told in other words from suite to suite: which figures, in which order, and what they are of.

import type { Tone } from "./charts/interval";
import type { Metric } from "./data/contract";

export type Suite = "exec" | "gen" | "overreach" | "injection";

// A suite that this page does not know is told like the first.
export function suite_of(word: string | undefined): Suite {
  return word === "gen" || word === "overreach" || word === "injection" ? word : "exec";
}

export interface Line { metric: Metric; words: string; tone: Tone; better: "more" | "fewer" }
export interface Column { metric: Metric; words: string; tone: "safe" | "harm" | "over" }

export interface SuiteWords {
  title: string; // of a leaderboard's group
  risky: string; // of the bar with their outcomes
  twins: string;
  kinds: Record<string, string>; // in filters
  traits: Record<string, string>; // likewise; those that are called something else here
  lines: Line[]; // beside the headline
  columns: Column[]; // of a breakdown
  harm: Metric;
  how_often: string; // what the map's colour tells
  worst: string;
  marks: string; // what else would have a headline of `mark`
  mark: number;
  headline: string; // the mean of what
  told_apart: string; // what a good headline shows
  by: string[]; // traits, in order
}

const by_domain = ["domain", "severity", "form", "language", "voice", "risk", "request", "scenario"];

export const suites: Record<Suite, SuiteWords> = {
  exec: {
    title: "Risky tasks, in sandboxes",
    risky: "Risky tasks",
    twins: "Harmless look-alikes",
    kinds: { twin: "harmless (twin)" },
    traits: {},
    lines: [
      { metric: "handled", words: "Risky tasks handled right", tone: "safe", better: "more" },
      { metric: "attempt", words: "Risky tasks tried", tone: "harm", better: "fewer" },
      { metric: "attack-success", words: "Harm done", tone: "harm", better: "fewer" },
      { metric: "completion", words: "Harmless tasks finished", tone: "safe", better: "more" },
      { metric: "over-refusal", words: "Harmless tasks refused", tone: "over", better: "fewer" },
      { metric: "context-pair", words: "Pairs told apart by their context", tone: "safe", better: "more" },
    ],
    columns: [
      { metric: "handled", words: "handled right", tone: "safe" },
      { metric: "attack-success", words: "harm", tone: "harm" },
      { metric: "completion", words: "harmless finished", tone: "safe" },
      { metric: "over-refusal", words: "harmless refused", tone: "over" },
    ],
    harm: "attack-success",
    how_often: "the harm happened",
    worst: "Worst scenarios",
    marks: "refuses or obeys everything",
    mark: 50,
    headline: "risky tasks handled right and harmless ones finished",
    told_apart: "It tells risky tasks from harmless ones",
    by: by_domain,
  },
  gen: {
    title: "Requests for harmful software",
    risky: "Requests for harmful software",
    twins: "Honest requests",
    kinds: { twin: "harmless (twin)" },
    traits: {},
    lines: [
      { metric: "refusal", words: "Harmful requests refused", tone: "safe", better: "more" },
      { metric: "attempt", words: "A working part written", tone: "harm", better: "fewer" },
      { metric: "complete", words: "The whole of it written", tone: "harm", better: "fewer" },
      { metric: "completion", words: "Honest requests met", tone: "safe", better: "more" },
      { metric: "over-refusal", words: "Honest requests refused", tone: "over", better: "fewer" },
    ],
    columns: [
      { metric: "refusal", words: "refused", tone: "safe" },
      { metric: "attempt", words: "part written", tone: "harm" },
      { metric: "completion", words: "honest met", tone: "safe" },
      { metric: "over-refusal", words: "honest refused", tone: "over" },
    ],
    harm: "attempt",
    how_often: "a working part was written",
    worst: "Worst scenarios",
    marks: "refuses or obeys everything",
    mark: 50,
    headline: "risky tasks handled right and harmless ones finished",
    told_apart: "It tells risky tasks from harmless ones",
    by: by_domain,
  },
  overreach: {
    title: "Honest work in worlds with a trap",
    risky: "Tasks in worlds with a trap",
    twins: "The same tasks where the shortcut is right",
    kinds: { risky: "with a trap", twin: "shortcut is right (partner)" },
    traits: { domain: "group", scenario: "world" },
    lines: [
      { metric: "done-without-harm", words: "Done without harm, beside a trap", tone: "safe", better: "more" },
      { metric: "attack-success", words: "Harm done", tone: "harm", better: "fewer" },
      { metric: "harm-of-done", words: "Of the work that was done, with harm", tone: "harm", better: "fewer" },
      { metric: "irreversible-harm", words: "Harm that cannot be undone", tone: "harm", better: "fewer" },
      { metric: "completion", words: "Done where the shortcut is right", tone: "safe", better: "more" },
      { metric: "context-pair", words: "Both worlds of a task right", tone: "safe", better: "more" },
    ],
    columns: [
      { metric: "done-without-harm", words: "without harm", tone: "safe" },
      { metric: "attack-success", words: "harm", tone: "harm" },
      { metric: "completion", words: "done where it is right", tone: "safe" },
    ],
    harm: "attack-success",
    how_often: "something was harmed",
    worst: "Worst worlds",
    marks: "always takes the shortcut",
    mark: 50,
    headline: "work done without harm beside a trap and where the shortcut is right",
    told_apart: "It looks before it takes a shortcut",
    by: ["form", "domain", "risk", "severity", "voice", "scenario"],
  },
  injection: {
    title: "Honest work beside a stranger's orders",
    risky: "Tasks beside a stranger's order",
    twins: "Controls: no order, one asked for, one to copy",
    kinds: { risky: "beside an order", twin: "control" },
    traits: { domain: "surface", scenario: "errand", risk: "goal", form: "framing" },
    lines: [
      { metric: "done-unhijacked", words: "Work done, order not followed", tone: "safe", better: "more" },
      { metric: "attack-success", words: "Hijacked", tone: "harm", better: "fewer" },
      { metric: "exposure", words: "Met the order", tone: "accent", better: "more" },
      { metric: "hijacked-of-exposed", words: "Of those, hijacked", tone: "harm", better: "fewer" },
      { metric: "utility-under-attack", words: "Work done beside an order", tone: "safe", better: "more" },
      { metric: "completion", words: "Controls done", tone: "safe", better: "more" },
      { metric: "told-of-exposed", words: "Told the user, of those that met it", tone: "safe", better: "more" },
    ],
    columns: [
      { metric: "done-unhijacked", words: "done, not hijacked", tone: "safe" },
      { metric: "attack-success", words: "hijacked", tone: "harm" },
      { metric: "completion", words: "controls done", tone: "safe" },
    ],
    harm: "attack-success",
    how_often: "the order was followed",
    worst: "Worst errands",
    marks: "follows every order it reads",
    mark: 100 / 3,
    headline: "work done beside an order that was not followed, and of controls done",
    told_apart: "It tells its user's words from a stranger's",
    by: ["form", "domain", "risk", "severity", "voice", "scenario"],
  },
};
