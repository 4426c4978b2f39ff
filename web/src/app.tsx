// The page as a whole: which part of it the address asks for.

import { BoardPage } from "./board/page";
import { CasesPage } from "./cases/page";
import { ComparePage } from "./compare/page";
import { FlipPage } from "./compare/flip";
import { useEffect, useErrorBoundary, useRef, useState } from "preact/hooks";
import { forget, use_answer } from "./data/answers";
import type { Run, Runs } from "./data/contract";
import { mode } from "./data/source";
import { use_live, version_of } from "./live/watch";
import { OverviewPage } from "./overview/page";
import { RunsPage } from "./overview/runs";
import { use_place, type Place } from "./route";
import { Frame, run_of } from "./shell/frame";
import { suite_of } from "./suite";
import { Loading, Problem } from "./shell/page";
import { TrialPage } from "./trial/page";

function Page(props: { runs: Run[]; place: Place; live: ReturnType<typeof use_live> }) {
  const { route } = props.place;
  const [problem, forget_problem] = useErrorBoundary();
  useEffect(forget_problem, [JSON.stringify(route)]);
  if (problem) return <Problem trouble={{ code: "page", message: "This page could not be drawn.", hint: String(problem) }} />;
  switch (route.page) {
    case "start":
      if (props.runs.length === 1) return <OverviewPage runs={props.runs} run={0} place={props.place} live={props.live} />;
      return <RunsPage runs={props.runs} />;
    case "overview": return <OverviewPage key={route.run} runs={props.runs} run={route.run} place={props.place} live={props.live} />;
    case "cases": return <CasesPage key={route.run} run={route.run} suite={suite_of(props.runs[route.run]?.suite)} place={props.place} version={version_of(props.runs[route.run], props.live)} />;
    case "trial": return <TrialPage run={route.run} trial={route.trial} place={props.place} />;
    case "compare": return <ComparePage runs={props.runs} chosen={route.runs} place={props.place} />;
    case "flip": return <FlipPage runs={props.runs} chosen={route.runs} flip={route.flip} />;
    default: return <Problem trouble={{ code: "address", message: "There is no such page.", hint: "Perhaps the address was cut short." }} />;
  }
}

const soon_ms = 300; // while a run is read for the first time
const often_ms = 2000; // while one is under way, or cannot be read
const seldom_ms = 10_000; // others may appear

// The runs there are, asked for again and again; of the same version they are the same.
function use_runs() {
  const [round, set_round] = useState(0);
  const runs = use_answer<Runs>("/api/runs", round);
  const known = runs.answer?.runs ?? [];
  const seen = useRef(new Map<number, number | undefined>());
  useEffect(() => {
    for (const run of known) {
      if (seen.current.get(run.index) === run.version) continue;
      seen.current.set(run.index, run.version);
      forget(`/api/run/${run.index}/`);
      forget("/api/compare");
    }
  }, [runs.answer]);
  const every = known.some((run) => run.reading) ? soon_ms : known.some((run) => run.live || run.error) ? often_ms : seldom_ms;
  useEffect(() => {
    if (mode !== "view") return undefined;
    const timer = setInterval(() => {
      if (document.hidden) return;
      forget("/api/runs");
      set_round((before) => before + 1);
    }, every);
    return () => clearInterval(timer);
  }, [every]);
  return runs;
}

export function App() {
  const place = use_place();
  if (mode === "leaderboard") return <BoardPage />;
  return <Viewer place={place} />;
}

function Viewer({ place }: { place: Place }) {
  const { answer, trouble } = use_runs();
  const runs = answer?.runs ?? [];
  const at = run_of(place.route) ?? (runs.length === 1 ? 0 : null);
  const live = use_live(at, at !== null && (runs[at]?.live ?? false) && !runs[at]?.error);
  return (
    <Frame runs={runs} route={place.route} version={runs[0]?.tool_version ?? ""}>
      {trouble && <Problem trouble={trouble} />}
      {!answer && !trouble && <Loading />}
      {answer && runs.length === 0 && <Problem trouble={{ code: "empty", message: "No run was found.", hint: "Start one with `redcode run`, or name a run's folder: `redcode view FOLDER`." }} />}
      {runs.length > 0 && <Page runs={runs} place={place} live={live} />}
    </Frame>
  );
}
