// One case in two runs, beside each other.

import { OutcomeTag } from "../charts/strip";
import { use_answer } from "../data/answers";
import type { Compare, Outcome, Run, Trial } from "../data/contract";
import { go, link } from "../route";
import { use_keys } from "../shell/keys";
import { Heading, Loading, Problem } from "../shell/page";
import { Untrusted, Name } from "../text/untrusted";
import { count } from "../text/numbers";
import { cut, one_line } from "../text/visible";
import { without_prefix } from "../trial/align";
import { Transcript } from "../trial/transcript";
import { run_words } from "./page";

function Side(props: { run: Run | undefined; trial: number; outcome: Outcome; prefix: string }) {
  const index = props.run?.index ?? 0;
  const { answer, trouble } = use_answer<Trial>(`/api/run/${index}/trial/${props.trial}`);
  return (
    <section class="flip-side" aria-label={one_line(run_words(props.run), 80)}>
      <div class={`flip-verdict is-${props.outcome}`}>
        <p><OutcomeTag outcome={props.outcome} /> <a href={link({ page: "trial", run: index, trial: props.trial })}><Name text={run_words(props.run)} /></a></p>
        <p><Untrusted text={cut(answer?.record?.verdict.why ?? "", 400)} /></p>
        <ul class="flip-cited">{(answer?.timeline ?? []).filter((entry) => entry.cited).slice(0, 6).map((entry) => <li><Untrusted text={cut(without_prefix(entry.text), 200)} /></li>)}</ul>
      </div>
      {trouble && <Problem trouble={trouble} />}
      {!answer && !trouble && <Loading />}
      {answer?.transcript && <Transcript messages={answer.transcript.messages} shown={Infinity} replaying={false} prefix={props.prefix} title={`What was said in the ${props.prefix} run`} />}
    </section>
  );
}

export function FlipPage(props: { runs: Run[]; chosen: number[]; flip: number }) {
  const { answer, trouble } = use_answer<Compare>(`/api/compare?runs=${props.chosen.join(",")}`);
  const flips = answer?.comparisons[0]?.flips ?? [];
  const flip = flips[props.flip];
  const to = (at: number) => link({ page: "flip", runs: props.chosen, flip: at });
  const visit = (at: number) => () => flips[at] && go(to(at));
  use_keys({ n: visit(props.flip + 1), "]": visit(props.flip + 1), p: visit(props.flip - 1), "[": visit(props.flip - 1), u: () => go(link({ page: "compare", runs: props.chosen })) });
  if (trouble) return <Problem trouble={trouble} />;
  if (!answer) return <Loading />;
  if (!flip) return <Problem trouble={{ code: "flip", message: "There is no such flipped trial.", hint: "The comparison lists them." }} />;
  return (
    <article>
      <nav class="neighbours" aria-label="Flipped trials">
        <a href={link({ page: "compare", runs: props.chosen })}>← Comparison</a>
        <span class="dim">{count(props.flip + 1)} of {count(flips.length)}, {flip.way}</span>
        <span class="neighbours-way">
          {flips[props.flip - 1] ? <a class="button small" href={to(props.flip - 1)}>Previous</a> : <span class="button small off">Previous</span>}
          {flips[props.flip + 1] ? <a class="button small" href={to(props.flip + 1)}>Next</a> : <span class="button small off">Next</span>}
        </span>
      </nav>
      <div class="trial-head"><Heading title="Side by side" at={`flip ${props.flip}`} class="case-heading"><Name text={flip.case_id} most={250} /></Heading></div>
      <div class="flip-sides">
        <Side key={`a${flip.trial_first}`} run={props.runs[props.chosen[0] ?? 0]} trial={flip.trial_first} outcome={flip.first} prefix="first" />
        <Side key={`b${flip.trial_second}`} run={props.runs[props.chosen[1] ?? 1]} trial={flip.trial_second} outcome={flip.second} prefix="second" />
      </div>
    </article>
  );
}
