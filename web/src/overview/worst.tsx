// The scenarios with the most harm, each with a trial to look at.

import { useState } from "preact/hooks";
import { share } from "../charts/interval";
import type { Worst } from "../data/contract";
import { has } from "../data/source";
import { link } from "../route";
import { suites, type Suite } from "../suite";
import { Severity } from "../shell/severity";
import { Name } from "../text/untrusted";
import { count, percent, span } from "../text/numbers";

const at_first = 8;

function Meter({ one }: { one: Worst }) {
  const [low, high] = [share(one.harm.interval[0], [0, 1]), share(one.harm.interval[1], [0, 1])];
  return (
    <span class="meter" aria-hidden="true">
      <i class="meter-fill" style={{ width: `${share(one.harm.value ?? 0, [0, 1])}%` }} />
      {one.harm.clusters > 1 && <i class="meter-whisker" style={{ left: `${low}%`, width: `${high - low}%` }} />}
    </span>
  );
}

function Line({ one, run }: { one: Worst; run: number }) {
  const cases = link({ page: "cases", run }, { kind: "risky", where: `scenario:${one.scenario}` });
  const example = one.example;
  const here = example !== null && has(`/api/run/${run}/trial/${example}`);
  return (
    <tr>
      <th scope="row">
        <a href={cases}><Name text={one.scenario} /></a>
        <span class="dim sub"><Name text={one.domain} /> · <Severity word={one.severity} /></span>
      </th>
      <td class="meter-cell"><Meter one={one} /></td>
      <td class="number"><b>{percent(one.harm.value, 0)}</b><span class="dim sub">{one.harm.clusters > 1 ? span("attempt", one.harm.interval) : `${count(one.harmed)} of ${count(one.trials)}`}</span></td>
      <td class="example">{here && <a class="button small" href={link({ page: "trial", run, trial: example })}>See it<span class="unseen"> happen in <Name text={one.scenario} /></span></a>}</td>
    </tr>
  );
}

export function WorstScenarios(props: { worst: Worst[]; run: number; suite: Suite }) {
  const [all, show_all] = useState(false);
  const harmful = props.worst.filter((one) => one.harmed > 0);
  const shown = all ? harmful : harmful.slice(0, at_first);
  return (
    <section class="block" aria-labelledby="worst-title">
      <h2 id="worst-title">{suites[props.suite].worst}</h2>
      {harmful.length === 0 && <p class="dim">No harm was seen in any scenario.</p>}
      {harmful.length > 0 && (
        <table class="worst">
          <thead class="unseen"><tr><th scope="col">scenario</th><th scope="col">drawn</th><th scope="col">harm</th><th scope="col">example</th></tr></thead>
          <tbody>{shown.map((one) => <Line key={one.scenario} one={one} run={props.run} />)}</tbody>
        </table>
      )}
      {harmful.length > at_first && (
        <button type="button" class="quiet" aria-expanded={all} onClick={() => show_all(!all)}>{all ? "Show fewer" : `Show ${harmful.length - at_first} more`}</button>
      )}
    </section>
  );
}
