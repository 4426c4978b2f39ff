// A run under way, asked about every second while somebody looks, until it is over.

import { useEffect, useRef, useState } from "preact/hooks";
import { forget } from "../data/answers";
import type { Live, Run } from "../data/contract";
import { ask, mode } from "../data/source";

export interface LiveState {
  live: Live | null; // null: not asked, or not under way when the page was opened
  version: number; // grows when figures should be asked for again
}

// Grows when figures of a run should be asked for again: as its progress says, or when one that is over was changed, as by judging it again.
export function version_of(run: Run | undefined, live: LiveState): number {
  return live.version + (run?.live ? 0 : (run?.version ?? 0));
}

const every_ms = 1000;
const figures_every_ms = 3000; // the whole overview is asked for less often than the counts
const last_looks = 8; // when its process has gone: the server may not have read its last records yet

export function use_live(run: number | null, is_live: boolean): LiveState {
  const [state, set_state] = useState<LiveState>({ live: null, version: 0 });
  const watched = useRef<number | null>(null); // the run whose progress is on show
  useEffect(() => {
    if (watched.current !== run) {
      watched.current = null;
      set_state((before) => (before.live ? { live: null, version: 0 } : before));
    }
    // A run that has just ended is looked at once more: its last figures count.
    if (run === null || mode !== "view" || (!is_live && watched.current !== run)) return undefined;
    watched.current = run;
    let seen = -1;
    let looks_left = last_looks;
    let refreshed = performance.now();
    let timer = 0;
    const stop = new AbortController();
    const look = async () => {
      const live = document.hidden ? null : await ask<Live>(`/api/run/${run}/live`, stop.signal).catch(() => null);
      if (stop.signal.aborted) return;
      if (live) {
        const due = performance.now() - refreshed > figures_every_ms || !live.live;
        const grown = live.version !== seen && due;
        if (grown) {
          seen = live.version;
          refreshed = performance.now();
          forget(`/api/run/${run}/`);
        }
        set_state((before) => ({ live, version: before.version + (grown ? 1 : 0) }));
        if (!live.live && (live.recorded >= live.planned || --looks_left < 0)) return;
      }
      timer = window.setTimeout(() => void look(), every_ms);
    };
    void look();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [run, is_live]);
  return state;
}
