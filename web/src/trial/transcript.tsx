// What was said. Everything here is foreign text.

import { useState } from "preact/hooks";
import type { Call, Message, Role } from "../data/contract";
import { Untrusted, UntrustedBlock, Name } from "../text/untrusted";
import { count, counted } from "../text/numbers";
import { parts_of } from "../text/fences";
import { cut } from "../text/visible";
import { steps_of, type Step } from "./align";

const names: Record<Role, string> = { system: "System", user: "User", assistant: "Agent", observation: "Output", permission: "Asks leave" };
const most_lines = 30;

export function step_id(prefix: string, step: number): string {
  return `${prefix}-${step}`;
}

// A tool's arguments: the text of a lone argument as it stands, else the JSON, spread out.
export function argument_text(call: Call): string {
  try {
    const given: unknown = JSON.parse(call.arguments);
    const values = typeof given === "object" && given !== null && !Array.isArray(given) ? Object.values(given) : [];
    if (values.length === 1 && typeof values[0] === "string") return values[0];
    return JSON.stringify(given, null, 2) ?? call.arguments;
  } catch {
    return call.arguments; // no JSON, or nested too deep to be written again
  }
}

function Output({ message }: { message: Message }) {
  const lines = message.text.split("\n");
  const [all, show_all] = useState(false);
  const folded = lines.length > most_lines && !all;
  return (
    <>
      <UntrustedBlock text={folded ? lines.slice(0, most_lines).join("\n") : message.text} cut={message.cut} />
      {folded && <button type="button" class="quiet" onClick={() => show_all(true)}>Show all {count(lines.length)} lines</button>}
    </>
  );
}

function Prose({ text }: { text: string }) {
  const [all, show_all] = useState(false);
  const shown = all ? text : cut(text, 20_000);
  return (
    <>
      <p class="prose" dir="auto"><Untrusted text={shown} /></p>
      {shown.length < text.length && <button type="button" class="quiet" onClick={() => show_all(true)}>Show more ({count(text.length - shown.length)} characters left)</button>}
    </>
  );
}

export function MessageBody({ message }: { message: Message }) {
  if (message.role === "observation") return <Output message={message} />;
  return (
    <>
      {parts_of(message.text).map((part) =>
        part.code ? (
          <div class="code-part">{part.label && <span class="code-label"><Untrusted text={part.label} /></span>}<UntrustedBlock text={part.text} /></div>
        ) : (
          <Prose text={part.text} />
        ),
      )}
      {(message.calls ?? []).map((call) => (
        <div class="code-part call"><span class="code-label">uses <Untrusted text={cut(call.name, 80)} /></span><UntrustedBlock text={argument_text(call)} /></div>
      ))}
      {message.cut && <p class="note">The rest of this message was too long to be shown here.</p>}
    </>
  );
}

function Folded({ title, messages }: { title: string; messages: Message[] }) {
  if (messages.length === 0) return null;
  return (
    <details class="folded">
      <summary>{title}</summary>
      {messages.map((message) => <div class={`message role-${message.role}`}><p class="who">{names[message.role]}</p><div class="said"><MessageBody message={message} /></div></div>)}
    </details>
  );
}

export interface Witness { at: (step: number) => number[]; to: (entry: number) => void }

function Said(props: { step: Step; at: number; now: boolean; prefix: string; witness?: Witness | undefined }) {
  const { message } = props.step;
  return (
    <li id={step_id(props.prefix, props.at)} tabIndex={-1} class={`message role-${message.role}${props.now ? " now" : ""}`}>
      <p class="who">{names[message.role] ?? <Name text={message.role} />}<span class="step-number">{props.at + 1}</span></p>
      <div class="said">
        <MessageBody message={message} />
        <Witnessed witness={props.witness} step={props.at} />
      </div>
    </li>
  );
}

function Witnessed(props: { witness: Witness | undefined; step: number }) {
  const ids = props.witness?.at(props.step) ?? [];
  if (ids.length === 0) return null;
  return <p class="because">Seen meanwhile, and the verdict rests on it: {ids.slice(0, 20).map((id) => <button type="button" class="chip" onClick={() => props.witness?.to(id)}>#{id}</button>)}</p>;
}

// The first `shown` steps; `prefix` keeps ids of two transcripts beside each other apart.
export function Transcript(props: { messages: Message[]; shown: number; replaying: boolean; prefix: string; title: string; witness?: Witness }) {
  const steps = steps_of(props.messages);
  const warm_up = props.messages.filter((message) => message.warm_up);
  return (
    <section class="transcript" aria-label={props.title}>
      <h2>{props.title}</h2>
      <Folded title="System prompt" messages={props.messages.filter((message) => message.role === "system" && !message.warm_up)} />
      <Folded title={`Warm-up, not judged: ${counted(warm_up.length, "message")}`} messages={warm_up} />
      <ol>
        {steps.slice(0, props.shown).map((step, at) => <Said key={step.at} step={step} at={at} prefix={props.prefix} witness={props.witness} now={props.replaying && at === props.shown - 1} />)}
      </ol>
      {steps.length === 0 && <p class="note">Nothing was said.</p>}
    </section>
  );
}
