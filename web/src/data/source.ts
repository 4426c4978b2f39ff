// Where answers come from: out of this very file if it holds them, else from the server that gave it out.
// A file that holds data never asks anybody.

import type { Trials, Trouble } from "./contract";
import { Failed } from "./failed";
import { answer_locally } from "./local_query";

export type Mode = "view" | "report" | "leaderboard";

type Held = { mode: Mode } & Record<string, unknown>;

const held = read_held();
const token = held ? "" : take_token();

export const mode: Mode = held?.mode ?? "view";

function read_held(): Held | null {
  const element = document.getElementById("redcode-data");
  return element ? (JSON.parse(element.textContent ?? "") as Held) : null;
}

// The token goes out of the address, so that it is in no picture of the window and in no copied link.
function take_token(): string {
  const parameters = new URLSearchParams(location.search);
  const given = parameters.get("token");
  if (given === null) return remembered() ?? "";
  try {
    sessionStorage.setItem("redcode-token", given);
    parameters.delete("token");
    const rest = parameters.toString();
    history.replaceState(null, "", location.pathname + (rest ? `?${rest}` : "") + location.hash);
  } catch {
    // Then a reload needs the address it was opened with.
  }
  return given;
}

function remembered(): string | null {
  try {
    return sessionStorage.getItem("redcode-token");
  } catch {
    return null;
  }
}

// Whether an answer is to be had at all: of a file, only what is in it.
export function has(path: string): boolean {
  return held === null || path in held;
}

export async function ask<T>(path: string, signal?: AbortSignal): Promise<T> {
  if (held) return from_file(held, path) as T;
  let reply: Response;
  try {
    reply = await fetch(path, { headers: { "X-Redcode-Token": token }, cache: "no-store", ...(signal ? { signal } : {}) });
  } catch (problem) {
    if (signal?.aborted) throw problem;
    throw new Failed({ code: "unreachable", message: "The server does not answer.", hint: "Is `redcode view` still running? Start it again and open the address that it prints." });
  }
  const answer = (await reply.json().catch(() => null)) as { error?: Trouble } | null;
  if (answer?.error) throw new Failed(answer.error);
  if (!reply.ok || answer === null) {
    throw new Failed({ code: "http", message: `The server answered ${reply.status}.`, hint: "Open the address that `redcode view` printed: it carries a token." });
  }
  return answer as T;
}

function from_file(file: Held, path: string): unknown {
  if (path in file) return file[path];
  const [name = "", query = ""] = path.split("?");
  const all = file[name] as Trials | undefined;
  if (name.endsWith("/trials") && all) return answer_locally(all, new URLSearchParams(query));
  throw new Failed({ code: "not-in-file", message: "This is not in the file.", hint: "A report keeps the figures and a few trials. `redcode view` shows the whole run." });
}
