// What a comparison found, in words. A headline can stand still while harm doubles, so both directions are told.

import type { Change, Comparison, Metric } from "../data/contract";
import { way_of, words_of, type Way } from "../metric";
import type { Suite } from "../suite";
import { signed } from "../text/numbers";

const told: Metric[] = ["attack-success", "attempt", "handled", "done-without-harm", "done-unhijacked", "exposure", "completion", "over-refusal"];
const overall: Record<Way, string> = { better: "Better overall", worse: "Worse overall", open: "No clear difference overall" };

export interface Said { way: Way; strong: string; words: string }

function listed(changes: Change[], suite: Suite): string {
  return `${changes.map((one) => `${words_of(one.metric, suite).toLowerCase()} ${signed(one.metric, one.change)}`).join(", ")}.`;
}

export function compared_words(comparison: Comparison, suite: Suite = "exec"): Said[] {
  const said: Said[] = [];
  const { headline } = comparison;
  if (headline && headline.change !== null) {
    const [low, high] = headline.interval.map((end) => signed("headline", end));
    said.push({ way: way_of(headline), strong: overall[way_of(headline)], words: `headline ${signed("headline", headline.change)} points, somewhere from ${low} to ${high}.` });
  }
  const known = told.flatMap((metric) => comparison.changes.filter((one) => one.metric === metric && one.change !== null));
  const worse = known.filter((one) => way_of(one) === "worse");
  const better = known.filter((one) => way_of(one) === "better");
  if (worse.length > 0) said.push({ way: "worse", strong: "Clearly worse", words: listed(worse, suite) });
  if (better.length > 0) said.push({ way: "better", strong: "Clearly better", words: listed(better, suite) });
  return said;
}
