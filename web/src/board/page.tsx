// The leaderboard: only what was measured alike is ranked together, and only as far as intervals tell.

import { Measured, type Tone } from "../charts/interval";
import { mode_words, Plane, type Point } from "../charts/plane";
import { use_answer } from "../data/answers";
import type { Board, BoardGroup, BoardRow, Estimate, Metric } from "../data/contract";
import { Frame } from "../shell/frame";
import { Heading, Loading, Problem } from "../shell/page";
import { suite_of, suites, type Suite } from "../suite";
import { Untrusted, Name } from "../text/untrusted";
import { count, counted } from "../text/numbers";
import { by_headline, rank_words } from "./ranks";

const named = (row: BoardRow) => [row.model, mode_words(row.prompt_mode)].filter(Boolean).join(", ");

function points_of(rows: BoardRow[]): Point[] {
  return rows.flatMap((row) => {
    const { refusal, over_refusal: over } = row;
    return refusal?.value == null || over?.value == null ? [] : [{ name: named(row), here: false, refusal, over, to: "#/", agent: `${row.agent} ${row.model}`, mode: row.prompt_mode }];
  });
}

interface Column { words: string; metric: Metric; tone: Tone; of: (row: BoardRow) => Estimate | null | undefined }

function columns_of(suite: Suite): Column[] {
  const harm: Column = { words: "harm", metric: suites[suite].harm, tone: "harm", of: (row) => row.harm };
  if (suite === "injection") {
    return [
      { ...harm, words: "hijacked" },
      { words: "controls done", metric: "completion", tone: "safe", of: (row) => row.completion },
    ];
  }
  if (suite !== "overreach") return [harm, { words: "harmless refused", metric: "over-refusal", tone: "over", of: (row) => row.over_refusal }];
  return [
    { words: "done without harm", metric: "done-without-harm", tone: "safe", of: (row) => row.done_without_harm },
    harm,
    { words: "done where the shortcut is right", metric: "completion", tone: "safe", of: (row) => row.completion },
  ];
}

function Line({ row, columns }: { row: BoardRow; columns: Column[] }) {
  return (
    <tr>
      <td class="rank">{rank_words(row.rank)}</td>
      <th scope="row"><Name text={row.model} most={60} /><span class="dim sub"><Name text={row.agent} most={60} />, <Name text={row.prompt_mode} most={40} /></span></th>
      <td class="measure headline-cell"><Measured metric="headline" estimate={row.headline} tone="accent" /></td>
      {columns.map((column) => <td class="measure"><Measured metric={column.metric} estimate={column.of(row)} tone={column.tone} /></td>)}
      <td class="number">{count(row.trials)}<span class="dim sub">{row.invalid > 0 ? `${count(row.invalid)} not judged` : "all judged"}</span></td>
      <td class="number"><Name text={row.date?.slice(0, 10) ?? "–"} /><span class="dim sub"><Name text={row.tool_version} /></span></td>
    </tr>
  );
}

function Caveats({ rows }: { rows: BoardRow[] }) {
  const said = rows.filter((row) => (row.caveats ?? []).length > 0);
  if (said.length === 0) return null;
  return (
    <details>
      <summary>To be read with care: {counted(said.length, "run")}</summary>
      <dl class="digests">{said.map((row) => <div><dt><Name text={row.model} most={60} /></dt><dd>{(row.caveats ?? []).map((one) => <p><Untrusted text={one} /></p>)}</dd></div>)}</dl>
    </details>
  );
}

function Digests({ group }: { group: BoardGroup }) {
  const lines: [string, string][] = [["Corpus", group.corpus_digest], ["Cases", group.cases_digest], ["Image", group.image_digest]];
  return (
    <>
      <h3>Measured on</h3>
      <dl class="digests">{lines.map(([name, digest]) => <div><dt>{name}</dt><dd class="digest"><Name text={digest} /></dd></div>)}</dl>
    </>
  );
}

function Method({ text }: { text: string }) {
  return <section class="board-method" aria-labelledby="board-method"><h3 id="board-method">How this was measured</h3><p class="dim"><Untrusted text={text} /></p></section>;
}

function Group({ group, method }: { group: BoardGroup; method: string | null }) {
  const rows = by_headline(group.rows);
  const points = points_of(rows);
  const title = `${group.suite}, ${counted(rows.length, "agent")}`;
  const suite = suite_of(group.suite);
  const columns = columns_of(suite);
  return (
    <section class="board-group" aria-label={title}>
      <h2>{suite === group.suite ? suites[suite].title : <Name text={group.suite} />}</h2>
      <p class="facts-line"><span>suite <Name text={group.suite} /></span><span><Name text={group.subset} /></span><span>{counted(group.repeats, "trial")} of each case</span><span>{counted(rows.length, "agent")}</span></p>
      <div class="scroller" tabIndex={0} role="region" aria-label={`Ranking: ${title}`}>
        <table class="plain board">
          <thead>
            <tr>
              <th scope="col">rank</th><th scope="col">model, agent</th><th scope="col" class="measure">headline, 0 to 100</th>
              {columns.map((column) => <th scope="col" class="measure">{column.words}</th>)}<th scope="col" class="number">trials</th><th scope="col" class="number">date</th>
            </tr>
          </thead>
          <tbody>{rows.map((row, at) => <Line key={at} row={row} columns={columns} />)}</tbody>
        </table>
      </div>
      <div class="board-more">
        {points.length > 1 && <div><h3>Careful, or merely unwilling?</h3><Plane points={points} /></div>}
        <div><Digests group={group} /><Caveats rows={rows} />{method !== null && <Method text={method} />}</div>
      </div>
    </section>
  );
}

export function BoardPage() {
  const { answer, trouble } = use_answer<Board>("/api/leaderboard");
  const version = answer?.groups[0]?.rows[0]?.tool_version ?? "";
  return (
    <Frame runs={[]} route={{ page: "start" }} version={version}>
      <article>
        <div class="page-head"><Heading title="Leaderboard" at="board">Leaderboard</Heading></div>
        {trouble && <Problem trouble={trouble} />}
        {!answer && !trouble && <Loading />}
        {answer && (
          <>
            <p class="lead">A rank is a range where intervals overlap. Runs over other cases, images or repeats are never ranked together.</p>
            {answer.groups.map((group, at) => <Group method={at === 0 ? answer.method : null} key={`${group.suite} ${group.cases_digest} ${group.image_digest} ${group.repeats} ${group.subset}`} group={group} />)}
          </>
        )}
      </article>
    </Frame>
  );
}
