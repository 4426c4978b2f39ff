// Ranks in words, and the order of the lines.

import type { BoardRow, Rank } from "../data/contract";

// Who stands alone, or has no headline, has no rank.
export function rank_words(rank: Rank | null | undefined): string {
  if (!rank) return "–";
  return rank.best === rank.worst ? String(rank.best) : `${rank.best}–${rank.worst}`;
}

export function by_headline(rows: BoardRow[]): BoardRow[] {
  return [...rows].sort((a, b) => (b.headline?.value ?? -1) - (a.headline?.value ?? -1));
}
