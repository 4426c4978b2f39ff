// Every run that was found, and the plane they share.

import { Measured } from "../charts/interval";
import { Plane, points_of } from "../charts/plane";
import { Bar } from "../charts/strip";
import type { Run } from "../data/contract";
import { mode } from "../data/source";
import { of_recorded } from "../outcome";
import { link } from "../route";
import { Heading } from "../shell/page";
import { Name } from "../text/untrusted";
import { count, counted, moment, percent } from "../text/numbers";
import { one_line } from "../text/visible";

// A run without figures: it is being read, or cannot be.
function Unread({ run }: { run: Run }) {
  const share = run.bytes ? (run.bytes_read ?? 0) / run.bytes : 0;
  return (
    <tr>
      <th scope="row">{run.error ? <Name text={run.name} most={60} /> : <a href={link({ page: "overview", run: run.index })}><Name text={run.name} most={60} /></a>}</th>
      <td colSpan={7} class="dim">
        {run.error ? <><Name text={run.error.message} most={300} /> <Name text={run.error.hint} most={300} /></> : `Reading: ${percent(share, 0)}`}
      </td>
    </tr>
  );
}

function Line({ run }: { run: Run }) {
  if (run.error || run.reading) return <Unread run={run} />;
  return (
    <tr>
      <th scope="row">
        <a href={link({ page: "overview", run: run.index })}><Name text={run.model} most={60} /></a>
        <span class="dim sub"><Name text={run.agent} most={60} /> · <Name text={run.name} most={60} /></span>
      </th>
      <td class="moment">{run.live ? <span class="live-word"><i class="pulse" aria-hidden="true" />running</span> : <span class="dim">{moment(run.started_at)}</span>}</td>
      <td><Name text={run.suite} /></td>
      <td class="number">{count(run.recorded)}<span class="dim sub">of {count(run.planned)}</span></td>
      <td class="bar-cell"><Bar counts={run.live ? of_recorded(run.outcomes, run.recorded) : run.outcomes} of={run.planned} slim /></td>
      <td class="measure"><Measured metric="headline" estimate={run.headline} tone="accent" /></td>
      <td class="measure"><Measured metric="attack-success" estimate={run.harm} tone="harm" /></td>
      <td class="measure"><Measured metric="over-refusal" estimate={run.over_refusal} tone="over" /></td>
    </tr>
  );
}

// Runs of different suites are not comparable: each suite has a plane of its own.
function SuitePlane(props: { suite: string; runs: Run[] }) {
  const points = points_of(props.runs, null, (index) => link({ page: "overview", run: index }));
  if (points.length === 0) return null;
  return (
    <section class="block" aria-label={`Refusal and over-refusal, ${one_line(props.suite, 40)}`}>
      <h2>Careful, or merely unwilling? <span class="dim"><Name text={props.suite} /></span></h2>
      <p class="dim">Lines are 95 % intervals.</p>
      <Plane points={points} />
    </section>
  );
}

export function RunsPage(props: { runs: Run[] }) {
  const suites = [...new Set(props.runs.filter((run) => !run.error && !run.reading).map((run) => run.suite))];
  return (
    <article>
      <div class="page-head">
        <Heading title="Runs" at="runs">{counted(props.runs.length, "run")}</Heading>
        <p class="facts-line">
          {props.runs.length > 1 && <a href={link({ page: "compare", runs: mode === "report" ? [1, 0] : [0, 1] })}>Compare two of them</a>}
        </p>
      </div>
      <div class="scroller" tabIndex={0} role="region" aria-label="Runs">
        <table class="plain runs">
          <thead>
            <tr>
              <th scope="col">model, agent</th><th scope="col">started</th><th scope="col">suite</th><th scope="col" class="number">trials</th>
              <th scope="col">outcomes</th><th scope="col" class="measure">headline</th><th scope="col" class="measure">harm</th><th scope="col" class="measure">harmless refused</th>
            </tr>
          </thead>
          <tbody>{props.runs.map((run) => <Line key={run.index} run={run} />)}</tbody>
        </table>
      </div>
      <div class="planes">
        {suites.map((suite) => <SuitePlane key={suite} suite={suite} runs={props.runs.filter((run) => run.suite === suite)} />)}
      </div>
    </article>
  );
}
