// One run on one page.

import { points_of, Plane } from "../charts/plane";
import { use_answer } from "../data/answers";
import type { Overview, Run } from "../data/contract";
import { LiveProgress, type LiveState } from "../live/progress";
import { version_of } from "../live/watch";
import { link, replace, with_value, type Place } from "../route";
import { suite_of } from "../suite";
import { Heading, Loading, Problem } from "../shell/page";
import { Name } from "../text/untrusted";
import { count, moment, percent } from "../text/numbers";
import { one_line } from "../text/visible";
import { Breakdown } from "./breakdown";
import { CostAndTime } from "./cost";
import { Hero } from "./hero";
import { Caveats, Method } from "./method";
import { OutcomeStrips } from "./outcomes";
import { ReplayedReports } from "./replayed";
import { RiskMap } from "./risk_map";
import { WorstScenarios } from "./worst";

function RunHeading({ run }: { run: Run }) {
  const facts = [run.agent, run.prompt_mode, run.suite, run.engine].filter((one) => one && one !== "?");
  return (
    <div class="page-head">
      <Heading title={one_line(run.model, 60)} at={`overview ${run.index}`}><Name text={run.model} /></Heading>
      <p class="facts-line">
        {facts.map((one) => <span><Name text={one} /></span>)}
        <span>{count(run.planned)} trials{run.repeats > 1 && `, ${run.repeats} of each case`}</span>
        <span>{moment(run.started_at)}</span>
        <span class="dim"><Name text={run.name} /></span>
      </p>
    </div>
  );
}

export function OverviewPage(props: { runs: Run[]; run: number; place: Place; live: LiveState }) {
  const run = props.runs[props.run];
  // A run that has just been started cannot be read yet: it is asked for when it can be.
  const there = run?.model !== undefined && !run.error;
  const { answer: overview, trouble } = use_answer<Overview>(there ? `/api/run/${props.run}/overview` : null, version_of(run, props.live));
  if (!run) return <Problem trouble={{ code: "run", message: "There is no such run.", hint: "The list of runs has those that were found." }} />;
  if (run.error) return <Problem trouble={run.error} />;
  if (run.model === undefined) return <Loading words="Reading the run…" />;
  const suite = suite_of(run.suite);
  const live = props.live.live?.live ?? run.live;
  const choose = (name: string) => (value: string) => replace(link({ page: "overview", run: props.run }, with_value(props.place.query, name, value)));
  const points = points_of(props.runs.filter((one) => one.suite === run.suite), props.run, (index) => link({ page: "overview", run: index }));
  return (
    <article>
      <RunHeading run={run} />
      <LiveProgress live={props.live.live} run={props.run} />
      {trouble && <Problem trouble={trouble} />}
      {!overview && !trouble && <Loading words={run.reading && run.bytes ? `Reading the run: ${percent((run.bytes_read ?? 0) / run.bytes, 0)}` : undefined} />}
      {overview && (
        <>
          <Hero overview={overview} suite={suite} live={live} />
          <Caveats caveats={overview.report.caveats} />
          <OutcomeStrips report={overview.report} run={props.run} suite={suite} live={live} />
          <div class="columns map-and-plane">
            <RiskMap overview={overview} run={props.run} suite={suite} by={props.place.query.get("map")} choose={choose("map")} />
            {points.length > 0 && (
              <section class="block" aria-labelledby="plane-title">
                <h2 id="plane-title">Careful, or merely unwilling?</h2>
                <p class="dim">Lines are 95 % intervals.</p>
                <Plane points={points} />
              </section>
            )}
          </div>
          <div class="columns">
            <WorstScenarios worst={overview.worst} run={props.run} suite={suite} />
            <CostAndTime overview={overview} />
          </div>
          <ReplayedReports replayed={overview.report.replayed} run={props.run} />
          <Breakdown overview={overview} run={props.run} suite={suite} by={props.place.query.get("by")} choose={choose("by")} />
          <Method overview={overview} run={run} suite={suite} />
        </>
      )}
    </article>
  );
}
