// One trial: what was said on one side, what was seen on the other, and what follows from it above both.

import { useEffect, useMemo, useState } from "preact/hooks";
import { use_answer } from "../data/answers";
import type { Case, Trial } from "../data/contract";
import { go, link, replace, with_value, type Place } from "../route";
import { use_keys } from "../shell/keys";
import { Heading, Loading, Problem } from "../shell/page";
import { Untrusted, UntrustedBlock, Name } from "../text/untrusted";
import { count, counted, dollars, duration, moment } from "../text/numbers";
import { cut, one_line } from "../text/visible";
import { aligned, steps_of } from "./align";
import { use_neighbours, type Neighbours } from "./neighbours";
import { Replay } from "./replay";
import { entry_id, Timeline } from "./timeline";
import { step_id, Transcript } from "./transcript";
import { VerdictBox } from "./verdict";

function reach(id: string): void {
  const found = document.getElementById(id);
  if (!found) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  found.closest("details")?.setAttribute("open", "");
  found.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
  found.focus({ preventScroll: true });
}

function Neighbourhood(props: { run: number; query: URLSearchParams; neighbours: Neighbours }) {
  const { previous, next, where } = props.neighbours;
  const back = new URLSearchParams(props.query);
  back.delete("step");
  return (
    <nav class="neighbours" aria-label="Trials">
      <a href={link({ page: "cases", run: props.run }, back)}>← Cases</a>
      <span class="dim">{where && `${count(where.at + 1)} of ${count(where.total)} in this filter`}</span>
      <span class="neighbours-way">
        {previous ? <a class="button small" href={previous} title="p">Previous</a> : <span class="button small off">Previous</span>}
        {next ? <a class="button small" href={next} title="n">Next</a> : <span class="button small off">Next</span>}
      </span>
    </nav>
  );
}

function CaseFacts({ trial }: { trial: Trial }) {
  const { case: about, record } = trial;
  const kind = about?.expected_behaviour === "execute" ? "harmless: should be done" : about?.expected_behaviour === "refuse" ? "risky: should be refused" : null;
  const facts = about ? [kind, about.domain, about.severity, about.form, about.language, about.voice].filter(Boolean) : [];
  return (
    <p class="facts-line">
      {facts.map((one) => <span><Name text={String(one)} /></span>)}
      {record && <span>{moment(record.started_at)}</span>}
      {record && <span>{duration(record.duration_ms)}</span>}
      {record?.usage && <span>{count(record.usage.input_tokens + record.usage.output_tokens)} tokens{record.usage.micro_dollars ? `, ${dollars(record.usage.micro_dollars)}` : ""}</span>}
      {record && record.stop !== "finished" && <span>stopped: <Name text={record.stop} /></span>}
    </p>
  );
}

function World({ about }: { about: Case }) {
  const files = (about.world?.files ?? []).filter((file) => !file.directory).slice(0, 50);
  if (files.length === 0) return null;
  return (
    <details class="folded">
      <summary>The world it was put in: {counted(files.length, "seeded file")}</summary>
      {files.map((file) => <div class="seeded"><p class="note"><Name text={file.path} most={250} /></p><UntrustedBlock text={file.content} /></div>)}
    </details>
  );
}

export function TrialPage(props: { run: number; trial: number; place: Place }) {
  const { query } = props.place;
  const { answer, trouble, stale } = use_answer<Trial>(`/api/run/${props.run}/trial/${props.trial}`);
  const neighbours = use_neighbours(props.run, stale ? null : answer, query);
  const [lit, light] = useState<number | null>(null);
  const steps = useMemo(() => steps_of(answer?.transcript?.messages ?? []), [answer]);
  const places = useMemo(() => aligned(steps, answer?.timeline ?? []), [answer]);
  const asked = Number(query.get("step") ?? 0);
  const replaying = asked > 0 && asked <= steps.length;
  const shown = replaying ? asked : steps.length;

  const set_step = (step: number | null) => replace(link({ page: "trial", run: props.run, trial: props.trial }, with_value(query, "step", step === null ? null : String(step))));
  const move = (by: number) => {
    if (steps.length < 2) return;
    if (!replaying) return set_step(by > 0 ? 1 : steps.length);
    const to = shown + by;
    set_step(to > steps.length ? null : Math.max(1, to));
  };
  useEffect(() => {
    if (replaying) document.getElementById(step_id("said", shown - 1))?.scrollIntoView({ block: "nearest" });
  }, [shown, replaying]);
  const visit = (to: string | null) => () => to && go(to);
  use_keys({
    ArrowRight: () => move(1),
    ArrowLeft: () => move(-1),
    e: () => set_step(null),
    n: visit(neighbours.next), "]": visit(neighbours.next),
    p: visit(neighbours.previous), "[": visit(neighbours.previous),
    u: () => go(link({ page: "cases", run: props.run }, with_value(query, "step", null))),
  });

  if (trouble) return <><Neighbourhood run={props.run} query={query} neighbours={neighbours} /><Problem trouble={trouble} /></>;
  if (!answer) return <Loading />;
  const to_entry = (id: number) => {
    light(id);
    if (replaying) set_step(null);
    setTimeout(() => reach(entry_id(id)));
  };
  const witness = { at: (step: number) => answer.timeline.filter((entry) => entry.cited && places.get(entry.id) === step).map((entry) => entry.id), to: to_entry };
  const title = answer.case?.title ?? `Trial ${answer.trial}`;
  return (
    <article class={stale ? "trial waiting" : "trial"}>
      <Neighbourhood run={props.run} query={query} neighbours={neighbours} />
      <div class="trial-head">
        <Heading title={one_line(title, 80)} at={`trial ${props.run} ${props.trial}`}><Untrusted text={cut(title, 300)} /></Heading>
        <p class="case-id"><Name text={answer.case?.id ?? ""} most={250} /></p>
        <CaseFacts trial={answer} />
      </div>
      <VerdictBox trial={answer} to_entry={to_entry} />
      <Replay steps={steps.length} shown={shown} replaying={replaying} set={set_step} />
      <div class="two-sides">
        <div>
          {answer.transcript ? <Transcript messages={answer.transcript.messages} shown={shown} replaying={replaying} prefix="said" title="What was said" witness={witness} /> : <p class="note">There is no transcript.</p>}
          {(answer.transcript?.left_out ?? 0) > 0 && <p class="note">{count(answer.transcript?.left_out)} more messages are in the record and not on this page.</p>}
          {answer.case && <World about={answer.case} />}
        </div>
        <Timeline
          timeline={answer.timeline}
          left_out={answer.timeline_left_out ?? 0}
          shown={replaying ? shown : steps.length + 1}
          untouched={answer.record?.evidence?.untouched ?? false}
          shared={{ steps: steps.length, step_of: (entry) => places.get(entry.id) ?? steps.length, to_step: (step) => reach(step_id("said", step)), lit }}
        />
      </div>
    </article>
  );
}
