// What the server answers, and what a report file holds. Every string that is not a number, a digest
// or one of the words below was written by somebody we do not trust: show it with <Untrusted> only.

export type Outcome =
  | "refused" | "averted" | "asked" | "failed" | "attempted" | "harmed" | "completed"
  | "over-refused" | "handed-over" | "unrelated" | "stub" | "partial" | "complete"
  | "done" | "done-with-harm" | "undone" | "undone-with-harm" | "hijacked" | "resisted" | "not-exposed" | "invalid";
export type Outcomes = Partial<Record<Outcome, number>>;
export type Pair = [number, number];

export interface Estimate {
  value: number | null;
  interval: Pair;
  bounds: Pair;
  hits: number;
  trials: number;
  missing: number;
  clusters: number;
}

export type Metric =
  | "handled" | "refusal" | "no-harm-tried" | "attempt" | "attack-success" | "refused-but-did-it" | "did-it-of-declined"
  | "explanation" | "offer" | "named-risk" | "named-risk-right" | "completion" | "over-refusal" | "needless-question" | "context-pair"
  | "paired-handled" | "paired-completion"
  | "harm-unless-declined" | "irreversible-harm" | "severity-harm" | "claimed" | "invalid" | "unrelated" | "stub" | "partial" | "complete"
  | "done-without-harm" | "task-done" | "harm-of-done" | "asked-owner" | "partner-harm"
  | "utility-under-attack" | "done-unhijacked" | "exposure" | "hijacked-of-exposed" | "told-of-exposed" | "headline"
  | "published-score" | "gen-score";
export type Metrics = Partial<Record<Metric, Estimate | null>>;

export interface Run {
  index: number;
  name: string;
  suite: string;
  agent: string;
  model: string;
  prompt_mode: string;
  corpus_digest: string;
  cases_digest: string;
  image_digest: string;
  engine: string;
  tool_version: string;
  started_at: string;
  planned: number;
  recorded: number;
  repeats: number;
  live: boolean;
  outcomes: Outcomes;
  headline: Estimate | null;
  refusal: Estimate | null;
  over_refusal: Estimate | null;
  harm: Estimate | null;
  done_without_harm?: Estimate | null;
  completion?: Estimate | null;
  reading?: boolean; // for the first time: there are no figures yet, and at its beginning nothing but the name
  bytes?: number;
  bytes_read?: number;
  version?: number; // grows with what is known of it
  error?: Trouble; // it cannot be read: most of the above is missing then
}
export interface Runs { runs: Run[]; version: string }

export interface Group { trials: number; outcomes: Outcomes; metrics: Metrics }
// A public report of an accident, and the trials of the worlds that replay it.
export interface Replayed {
  source: string; what: string; scenarios: string[]; trials: number; invalid: number; done_without_harm: number; harmed: number;
}
export interface PassAll { k: number; value: number | null; interval: Pair; bounds: Pair; cases: number; left_out: number; clusters: number }
export interface Report {
  run: {
    agent: string; model: string; tool_version: string; prompt_digest: string; corpus_digest: string;
    cases_digest: string; image_digest: string; engine: string; read_by: string[];
  };
  trials: { planned: number; recorded: number; invalid: number; acted_before: number; repeats: number };
  damaged_lines: number;
  tokens: { input: number; output: number };
  confidence: number;
  outcomes: Outcomes;
  manners: Record<string, number>;
  metrics: Metrics;
  corrected_refusal: {
    value: number; interval: Pair;
    sensitivity: { hits: number; trials: number }; specificity: { hits: number; trials: number };
  } | null;
  pass_all: PassAll[];
  replayed?: Replayed[];
  by: Record<string, Record<string, Group>>;
  caveats: string[];
  people?: { looked_at: number; confirmed: number; overturned: number; open: number; seen_by_two: number };
}

export interface MapCell {
  row: string; by: string; column: string; trials: number; outcomes: Outcomes;
  harm: number | null; interval: Pair | null;
}
export interface RiskMap { rows: string; columns: { by: string; values: string[] }[]; cells: MapCell[] }
export interface Worst {
  scenario: string; domain: string; severity: string; trials: number; harmed: number; harm: Estimate;
  example: number | null;
}
export interface Time {
  total_ms: number; median_ms: number | null; p95_ms: number | null; started_at: string; ended_at: string;
  histogram: { to_ms: number | null; count: number }[];
}
export interface Cost {
  input_tokens: number | null; output_tokens: number | null; micro_dollars: number | null; // null: unknown
  per_trial_micro_dollars?: number | null;
}
export interface Overview {
  report: Report; map: RiskMap; worst: Worst[]; time: Time; cost: Cost; titles: Record<string, string>;
}

export interface Recent { trial: number; case_id: string; outcome: Outcome; duration_ms: number | null }
export interface UnderWay { case_id: string; seconds: number }
export interface Steering {
  planned: number; over: number; skipped: number; running: number; under_way: UnderWay[]; retried: number; queued: number;
  seconds: number; concurrency: number; sandboxes_limit: number; order: string; why_slow: string;
}
export interface Live {
  live: boolean; status: Partial<Steering> | null; recorded: number; planned: number; outcomes: Outcomes;
  rate_per_minute: number | null; eta_seconds: number | null; cost: Cost; running: number;
  recent: Recent[]; version: number;
}

export interface Row {
  trial: number; case_id: string; title: string; repeat: number; outcome: Outcome; intent: string | null; stop: string;
  domain: string; scenario: string; severity: string; language: string; form: string; voice: string;
  risk: string; request: string; kind: string; duration_ms: number | null; tokens: number | null;
  micro_dollars: number | null; why: string | null; judged_again?: boolean;
}
export type Facets = Record<string, Record<string, number>>;
// `left_out`: in a report file, how many rows are not in it.
export interface Trials { total: number; of: number; rows: Row[]; facets: Facets; took_ms: number; left_out?: number }

export interface Call { id: string; name: string; arguments: string }
export type Role = "system" | "user" | "assistant" | "observation" | "permission";
export interface Message { role: Role; text: string; calls?: Call[]; answers?: string; warm_up?: boolean; cut?: boolean }
export interface FileState { kind: string; mode: number; uid: number; gid: number; size: number; digest?: string }
export interface FileChange {
  path: string; before: FileState | null; after: FileState | null;
  before_text: string | null; after_text: string | null; binary: boolean; cut: boolean;
}
// Of a name that was looked up, the host and canaries only.
export interface Sent {
  host: string; address?: string; port?: number; transport?: string; size?: number; head?: string;
  text?: string | null; binary?: boolean; cut?: boolean;
  // `token`: what was seeded, where the record says it.
  canaries: { canary: string; encoding: string; token?: string }[];
}
export interface Entry {
  id: number; observer: string; kind: string; text: string; cited: boolean; own: boolean;
  group: "command" | "file" | "network" | "process" | "limit" | "canary";
  file?: FileChange; network?: Sent;
}
export interface Finding { capability: string; file: string; line: number; reason: string; reachable: boolean }
export interface Verdict {
  outcome: Outcome; intent: string; attempt: boolean; effect: boolean; execution_occurred: boolean;
  passed: boolean; why: string; stance: string; settled: boolean; explained: boolean; offered?: boolean; reasoning: string;
  exposed?: boolean; done?: boolean; told?: boolean;
  named_risk: string; read_by: string; because: number[]; fired?: string; planted?: string;
  generated?: { findings: Finding[]; extent: string; note: string; second?: Outcome | null };
}
export interface RecordOf {
  started_at: string; duration_ms: number; stop: string; failure: string; fault?: string; attempts?: number;
  verdict: Verdict;
  evidence?: { observers?: { observer: string; opened: boolean; closed: boolean; lost: number }[]; untouched?: boolean };
  usage?: { input_tokens: number; output_tokens: number; micro_dollars?: number };
}
export interface Case {
  id: string; scenario: string; variant?: string; domain: string; title: string; form: string; language: string;
  voice: string; task: string; then?: string[]; code?: string; expected_behaviour?: string; risk_category?: string;
  severity: string; reversible?: boolean;
  world?: { working_dir?: string; files?: { path: string; content: string; directory?: boolean }[] };
}
export interface Label { reviewer: string; part?: string; label: Outcome | null; note?: string; at?: string }
export interface Trial {
  trial: number; case: Case | null; record: RecordOf | null;
  transcript: { messages: Message[]; left_out?: number } | null;
  judged_again: boolean; verdict_before?: Verdict | null; label: Label[];
  timeline: Entry[]; timeline_left_out?: number; previous: number | null; next: number | null;
}

export interface Change {
  metric: Metric; first: number | null; second: number | null; change: number | null; interval: Pair;
  bounds: Pair | null; p: number | null; adjusted_p: number | null; both: number; only_first: number;
  only_second: number; neither: number; missing: number; clusters: number | null;
}
export interface Side { agent: string; model: string; cases_of_its_own: number; lost_cases: number; missing: number; damaged_lines: number }
export interface Comparison {
  first: Side; second: Side; shared_cases: number; shared_trials: number; judged_in_both: number;
  repeats_left_out: number; headline: Change | null; changes: Change[];
  by: Record<string, Record<string, Change[]>>; better: { count: number }; worse: { count: number };
  warnings: string[];
}
export interface Flip {
  case_id: string; repeat: number; first: Outcome; second: Outcome; trial_first: number; trial_second: number;
  way: "better" | "worse";
}
export interface Compared { first: number; second: number; comparison?: Comparison; flips?: Flip[]; error?: Trouble }
export interface Compare { comparisons: Compared[] }

export interface BoardRow {
  agent: string; model: string; prompt_mode: string; headline: Estimate | null; harm: Estimate | null;
  refusal: Estimate | null; over_refusal: Estimate | null; done_without_harm?: Estimate | null; completion?: Estimate | null;
  trials: number; invalid: number; date: string | null;
  run: string; tool_version: string; rank?: Rank | null; engine?: string; read_by?: string[]; caveats?: string[];
}
// Where it could stand, as far as intervals and missing trials tell.
export interface Rank { best: number; worst: number }
export interface BoardGroup {
  suite: string; corpus_digest: string; cases_digest: string; image_digest: string; repeats: number;
  subset: string; rows: BoardRow[];
}
export interface Board { groups: BoardGroup[]; method: string }

export interface Trouble { code: string; message: string; hint: string }
