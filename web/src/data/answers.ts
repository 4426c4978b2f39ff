// Answers as parts of the page use them: asked for once, shown at once when one goes back, and what was
// on show stays until the new answer is there, so that nothing jumps.

import { useEffect, useState } from "preact/hooks";
import type { Trouble } from "./contract";
import { Failed } from "./failed";
import { ask } from "./source";

export interface Answer<T> {
  answer: T | null;
  trouble: Trouble | null;
  stale: boolean; // of another question than the one asked now
}

const kept = new Map<string, unknown>();
const most_kept = 60;

function keep(path: string, answer: unknown): void {
  kept.delete(path);
  kept.set(path, answer);
  for (const oldest of kept.keys()) {
    if (kept.size <= most_kept) break;
    kept.delete(oldest);
  }
}

// What was kept of a run that has grown is out of date.
export function forget(prefix: string): void {
  for (const path of [...kept.keys()]) if (path.startsWith(prefix)) kept.delete(path);
}

export function trouble_of(problem: unknown): Trouble {
  if (problem instanceof Failed) return problem.trouble;
  return { code: "page", message: String(problem), hint: "Reload the page." };
}

const patience_ms = 700;

// A run that the server is still reading is asked for again until it is read.
async function ask_patiently<T>(path: string, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask<T>(path, signal);
    } catch (problem) {
      if (!(problem instanceof Failed) || problem.trouble.code !== "run-reading" || signal?.aborted) throw problem;
    }
    await new Promise((resume) => setTimeout(resume, patience_ms));
  }
}

export async function ask_once<T>(path: string, signal?: AbortSignal): Promise<T> {
  const known = kept.get(path);
  if (known !== undefined) return known as T;
  const answer = await ask_patiently<T>(path, signal);
  keep(path, answer);
  return answer;
}

// Of answers that say which version they are, a new one may be the old one again: then nothing is drawn anew.
function is_same(before: unknown, after: unknown): boolean {
  const version = (answer: unknown) => (answer as { version?: unknown } | null)?.version;
  return before === after || (version(before) !== undefined && version(before) === version(after) && JSON.stringify(before) === JSON.stringify(after));
}

// `version` grows when the same question has a new answer.
export function use_answer<T>(path: string | null, version = 0): Answer<T> {
  const [state, set_state] = useState<{ path: string | null; answer: T | null; trouble: Trouble | null }>(
    () => ({ path, answer: path === null ? null : ((kept.get(path) as T | undefined) ?? null), trouble: null }),
  );
  useEffect(() => {
    if (path === null) return undefined;
    const stop = new AbortController();
    ask_once<T>(path, stop.signal).then(
      (answer) => stop.signal.aborted || set_state((before) => (is_same(before.answer, answer) && before.path === path && !before.trouble ? before : { path, answer, trouble: null })),
      (problem: unknown) => stop.signal.aborted || set_state({ path, answer: null, trouble: trouble_of(problem) }),
    );
    return () => stop.abort();
  }, [path, version]);
  return { answer: state.answer, trouble: state.path === path ? state.trouble : null, stale: state.path !== path };
}
