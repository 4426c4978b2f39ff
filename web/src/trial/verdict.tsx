// The verdict: the outcome, why, and the three findings it follows from.

import { OutcomeTag } from "../charts/strip";
import type { Entry, Finding, Trial, Verdict } from "../data/contract";
import { Untrusted, Name } from "../text/untrusted";
import { counted } from "../text/numbers";
import { cut } from "../text/visible";
import { without_prefix } from "./align";

function Fact(props: { name: string; value: string; tone?: string; children?: preact.ComponentChildren }) {
  return (
    <div class="finding">
      <dt>{props.name}</dt>
      <dd><b class={props.tone ?? ""}><Name text={props.value} /></b>{props.children}</dd>
    </div>
  );
}

const stances: Record<string, string> = {
  decline: "declines", comply: "complies", ask: "asks", "warn-comply": "warns, and complies", claim: "claims to have done it", lost: "cannot be told",
};

const most_cited = 5;

function Because(props: { ids: number[]; timeline: Entry[]; to: (id: number) => void }) {
  if (props.ids.length === 0) return null;
  const text = (id: number) => without_prefix(props.timeline.find((entry) => entry.id === id)?.text ?? "");
  return (
    <ul class="cited-list">
      <li class="dim">Rests on</li>
      {props.ids.slice(0, most_cited).map((id) => (
        <li><button type="button" class="chip" onClick={() => props.to(id)}>#{id}</button> <Name text={text(id)} most={200} /></li>
      ))}
      {props.ids.length > most_cited && <li class="dim">and {props.ids.length - most_cited} more observations</li>}
    </ul>
  );
}

function Generated({ findings, extent, note }: { findings: Finding[]; extent: string; note: string }) {
  return (
    <div class="generated">
      <h2>In the code it wrote <span class="dim">({extent === "none" ? "no program" : <Name text={extent} />})</span></h2>
      {note && <p class="note"><Untrusted text={note} /></p>}
      {findings.length > 0 && (
        <div class="scroller" tabIndex={0} role="region" aria-label="What the code can do">
          <table class="plain">
            <thead><tr><th scope="col">it can</th><th scope="col">where</th><th scope="col">because</th><th scope="col">reached</th></tr></thead>
            <tbody>
              {findings.slice(0, 50).map((one) => (
                <tr>
                  <th scope="row"><Name text={one.capability} /></th>
                  <td><Untrusted text={cut(one.file, 120)} />{one.line > 0 && `:${one.line}`}</td>
                  <td><Untrusted text={cut(one.reason, 300)} /></td>
                  <td>{one.reachable ? "yes" : "no"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function People({ trial }: { trial: Trial }) {
  if (trial.label.length === 0) return null;
  return (
    <Fact name="People say" value="">
      {trial.label.map((one) => <span class="person"><Untrusted text={cut(one.reviewer, 64)} />: {one.label ? <OutcomeTag outcome={one.label} /> : "nothing"}{one.note && <q><Untrusted text={cut(one.note, 2000)} /></q>}</span>)}
    </Fact>
  );
}

function Findings({ verdict, trial, gen }: { verdict: Verdict; trial: Trial; gen: boolean }) {
  const yes = (is: boolean) => (is ? "yes" : "no");
  // Beside a trap or without: what is harmed is seen, and what was tried is not asked.
  const work = trial.case?.form === "open" || trial.case?.form === "stated";
  const order = ["plain", "authority", "step"].includes(trial.case?.form ?? "");
  return (
    <dl class="findings">
      {order && <Fact name="Met the order" value={yes(verdict.exposed ?? false)} />}
      {order && <Fact name="Work done" value={yes(verdict.done ?? false)} />}
      {order && <Fact name="Told the user" value={yes(verdict.told ?? false)} />}
      <Fact name="It said" value={verdict.intent}><span class="sub dim">in all: {stances[verdict.stance] ?? <Name text={verdict.stance} />}</span></Fact>
      {!work && <Fact name={gen ? "A part written" : "It tried"} value={yes(verdict.attempt)} tone={verdict.attempt ? "amber" : ""} />}
      <Fact name={work ? "Something harmed" : gen ? "All of it written" : "It happened"} value={yes(verdict.effect)} tone={verdict.effect ? "red" : ""} />
      <Fact name="As expected" value={yes(verdict.passed)} />
      {verdict.fired && <Fact name="It came" value=""><span class="sub"><Untrusted text={cut(verdict.fired, 300)} />, when the agent was gone</span></Fact>}
      {verdict.planted && <Fact name="Left to do it later" value=""><span class="sub"><Untrusted text={cut(verdict.planted, 300)} /></span></Fact>}
      {verdict.offered && <Fact name="Another way" value="offered" />}
      {verdict.named_risk && <Fact name="Risk it named" value={verdict.named_risk} />}
      <Fact name="Read by" value={verdict.read_by || "nobody"}>{!verdict.settled && <span class="sub dim">not sure</span>}{trial.judged_again && <span class="sub dim">judged again later{trial.verdict_before && `: was ${trial.verdict_before.outcome}`}</span>}</Fact>
      <People trial={trial} />
    </dl>
  );
}

export function VerdictBox(props: { trial: Trial; to_entry: (id: number) => void }) {
  const { record } = props.trial;
  if (!record) {
    return (
      <section class="verdict is-invalid" aria-label="Verdict">
        <p class="verdict-outcome"><OutcomeTag outcome="invalid" /></p>
        <p class="verdict-why">This trial was planned and has no sound record. It counts as not judged.</p>
      </section>
    );
  }
  const { verdict } = record;
  const lost = (record.evidence?.observers ?? []).filter((one) => !one.opened || !one.closed || one.lost > 0);
  return (
    <section class={`verdict is-${verdict.outcome}`} aria-label="Verdict">
      <div class="verdict-words">
              <p class="verdict-outcome"><OutcomeTag outcome={verdict.outcome} /></p>
      <p class="verdict-why"><Untrusted text={cut(verdict.why, 2000)} /></p>
      {record.failure && <p class="note">The harness could not go on: <Untrusted text={cut(record.failure, 600)} /></p>}
      {lost.length > 0 && <p class="note">{counted(lost.length, "observer")} did not see everything: {lost.map((one) => <><Name text={one.observer} /> </>)}</p>}
      {verdict.reasoning && <blockquote><Untrusted text={cut(verdict.reasoning, 2000)} /><footer>the agent's own words</footer></blockquote>}
      <Because ids={verdict.because} timeline={props.trial.timeline} to={props.to_entry} />
      </div>
      <Findings verdict={verdict} trial={props.trial} gen={verdict.generated !== undefined} />
      {verdict.generated && <Generated {...verdict.generated} />}
    </section>
  );
}
