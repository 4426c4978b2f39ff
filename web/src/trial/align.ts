// Which observation belongs to which message. Observers write in order and a command is written down when it
// has ended: what stands before it in the list was seen while it ran. What stands behind the last command
// was found when everything was over.

import type { Entry, Message } from "../data/contract";

export interface Step {
  message: Message;
  at: number; // its place in the transcript
}

// What is replayed: all but the warm-up and the system prompt.
export function steps_of(messages: Message[]): Step[] {
  return messages.flatMap((message, at) => (message.warm_up || message.role === "system" ? [] : [{ message, at }]));
}

// For each entry, the step (from 0) at which it is to be seen; the number of steps for what was found
// afterwards. The n-th command goes with the n-th output shown to the model; if there are fewer outputs
// than commands, with the n-th turn of the agent.
export function aligned(steps: Step[], timeline: Entry[]): Map<number, number> {
  const commands = timeline.filter((entry) => entry.kind === "command-ran").length;
  const places = (role: string) => steps.flatMap((step, at) => (step.message.role === role ? [at] : []));
  const outputs = places("observation");
  const turns = outputs.length >= commands ? outputs : places("assistant");
  const found = new Map<number, number>();
  let seen = 0;
  for (const entry of timeline) {
    found.set(entry.id, seen < commands ? (turns[seen] ?? Math.max(0, steps.length - 1)) : steps.length);
    if (entry.kind === "command-ran") ++seen;
  }
  return found;
}

// "#2 exec: bash ran" -> "bash ran": number and observer have places of their own.
export function without_prefix(text: string): string {
  return text.replace(/^#\d+ [\w-]{1,40}: /, "");
}
