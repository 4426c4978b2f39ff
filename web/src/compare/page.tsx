// Two or more runs: paired differences, and the cases that flipped.

import { Forest } from "../charts/forest";
import { use_answer } from "../data/answers";
import type { Compare, Compared, Comparison, Run } from "../data/contract";
import { mode } from "../data/source";
import { words_of } from "../metric";
import { go, link, replace, with_value, type Place } from "../route";
import { suite_of, suites, type Suite } from "../suite";
import { Heading, Loading, Problem } from "../shell/page";
import { Untrusted, Name } from "../text/untrusted";
import { count, counted } from "../text/numbers";
import { one_line } from "../text/visible";
import { Flips } from "./flips";
import { compared_words } from "./sentence";

export function run_words(run: Run | undefined): string {
  return run?.model === undefined ? (run?.name ?? "?") : `${run.model} · ${run.agent}`;
}

function Chooser(props: { runs: Run[]; chosen: number[] }) {
  if (mode !== "view") return null;
  const pick = (place: number) => (event: { currentTarget: HTMLSelectElement }) => {
    const chosen = [...props.chosen];
    chosen[place] = Number(event.currentTarget.value);
    go(link({ page: "compare", runs: chosen }));
  };
  const select = (place: number, words: string) => (
    <label key={place}>
      <span class="dim">{words}</span>
      <select value={String(props.chosen[place])} onChange={pick(place)}>
        {props.runs.map((run) => <option value={String(run.index)}>{one_line(run.model === undefined ? run.name : `${run.name} · ${run.model}`, 70)}</option>)}
      </select>
    </label>
  );
  const another = props.runs.find((run) => !props.chosen.includes(run.index));
  return (
    <div class="chooser">
      {props.chosen.map((_, place) => select(place, place === 0 ? "Base" : "Against"))}
      {another && <button type="button" class="quiet" onClick={() => go(link({ page: "compare", runs: [...props.chosen, another.index] }))}>Add a run</button>}
      {props.chosen.length > 2 && <button type="button" class="quiet" onClick={() => go(link({ page: "compare", runs: props.chosen.slice(0, -1) }))}>Take one away</button>}
    </div>
  );
}

function Verdict({ comparison, suite }: { comparison: Comparison; suite: Suite }) {
  return (
    <div class="lead">
      {compared_words(comparison, suite).map((one) => <p><b class={`way-${one.way}`}>{one.strong}:</b> {one.words}</p>)}
      <p>{counted(comparison.better.count, "trial")} came out right that had been wrong, {count(comparison.worse.count)} the other way.</p>
    </div>
  );
}

function Coverage({ comparison }: { comparison: Comparison }) {
  const left_out: [number, string][] = [
    [comparison.first.cases_of_its_own, "cases that only the first run has"],
    [comparison.second.cases_of_its_own, "cases that only the second run has"],
    [comparison.first.lost_cases + comparison.second.lost_cases, "planned cases that cannot be read"],
    [comparison.first.missing, "shared trials not judged in the first run"],
    [comparison.second.missing, "shared trials not judged in the second run"],
    [comparison.repeats_left_out, "repeats that only one run has"],
  ];
  const said = left_out.filter(([number]) => number > 0);
  return (
    <>
      <p class="dim coverage">{counted(comparison.shared_cases, "case")} shared, {counted(comparison.judged_in_both, "trial")} judged in both.{said.length > 0 && ` Left out: ${said.map(([number, words]) => `${count(number)} ${words}`).join("; ")}.`}</p>
      {comparison.warnings.length > 0 && (
        <aside class="caveats"><h2>Read with care</h2><ul>{comparison.warnings.map((one) => <li><Untrusted text={one} /></li>)}</ul></aside>
      )}
    </>
  );
}

function ByDomain(props: { against: string; suite: Suite; comparison: Comparison; metric: string | null; choose: (metric: string) => void }) {
  const groups = props.comparison.by.domain ?? {};
  const changes = Object.values(groups)[0] ?? [];
  const metric = changes.find((one) => one.metric === props.metric)?.metric ?? changes.find((one) => one.metric === "attack-success" || one.metric === "attempt")?.metric ?? changes[0]?.metric;
  if (!metric) return null;
  const lines = Object.entries(groups).flatMap(([words, all]) => {
    const change = all.find((one) => one.metric === metric);
    return change ? [{ words, change }] : [];
  });
  lines.sort((a, b) => (b.change.change ?? -9) - (a.change.change ?? -9));
  return (
    <section class="block">
      <div class="block-head">
        <h2>By {suites[props.suite].traits.domain ?? "domain"}</h2>
        <label class="by-metric"><span class="unseen">Metric</span>
          <select value={metric} onChange={(event) => props.choose(event.currentTarget.value)}>{changes.map((one) => <option value={one.metric}>{words_of(one.metric, props.suite)}</option>)}</select>
        </label>
      </div>
      <Forest lines={lines} name="domain" label={`Differences by domain, ${props.against}`} />
    </section>
  );
}

function One(props: { compared: Compared; runs: Run[]; place: Place; chosen: number[] }) {
  const { compared, runs } = props;
  const [first, second] = [runs[compared.first], runs[compared.second]];
  const { comparison } = compared;
  const suite = suite_of(first?.suite);
  const against = `${one_line(run_words(first), 60)} against ${one_line(run_words(second), 60)}`;
  return (
    <section class="comparison" aria-label={against}>
      <p class="versus">
        <span><span class="dim">first</span> <a href={link({ page: "overview", run: compared.first })}><Name text={run_words(first)} /></a> <span class="dim"><Name text={first?.name ?? ""} /></span></span>
        <span><span class="dim">second</span> <a href={link({ page: "overview", run: compared.second })}><Name text={run_words(second)} /></a> <span class="dim"><Name text={second?.name ?? ""} /></span></span>
      </p>
      {compared.error && <Problem trouble={compared.error} />}
      {comparison && (
        <>
          <Verdict comparison={comparison} suite={suite} />
          <Coverage comparison={comparison} />
          <section class="block">
            <h2>Paired differences</h2>
            <p class="dim">The second run less the first, in points, over trials judged in both. Teal: better; red: worse; grey: the interval holds both.</p>
            <Forest name="rate" label={`Paired differences, ${against}`} lines={[...(comparison.headline ? [{ words: "Headline", change: comparison.headline, strong: true }] : []), ...comparison.changes.map((change) => ({ words: words_of(change.metric, suite), change }))]} />
          </section>
          <Flips flips={compared.flips ?? []} runs={[compared.first, compared.second]} better={comparison.better.count} worse={comparison.worse.count} />
          <ByDomain against={against} suite={suite} comparison={comparison} metric={props.place.query.get("metric")} choose={(metric) => replace(link({ page: "compare", runs: props.chosen }, with_value(props.place.query, "metric", metric)))} />
        </>
      )}
    </section>
  );
}

export function ComparePage(props: { runs: Run[]; chosen: number[]; place: Place }) {
  const versions = props.chosen.map((index) => (props.runs[index]?.live ? 0 : (props.runs[index]?.version ?? 0)));
  const { answer, trouble } = use_answer<Compare>(`/api/compare?runs=${props.chosen.join(",")}`, versions.reduce((sum, one) => sum + one, 0));
  return (
    <article>
      <div class="page-head">
        <Heading title="Compare" at="compare">Compare</Heading>
        <Chooser runs={props.runs} chosen={props.chosen} />
      </div>
      {trouble && <Problem trouble={trouble} />}
      {!answer && !trouble && <Loading />}
      {answer?.comparisons.map((compared) => <One key={compared.second} compared={compared} runs={props.runs} place={props.place} chosen={props.chosen} />)}
    </article>
  );
}
