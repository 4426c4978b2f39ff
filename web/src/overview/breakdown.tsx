// Every figure by one trait: a line for each value.

import { Measured } from "../charts/interval";
import { Bar } from "../charts/strip";
import type { Group, Overview } from "../data/contract";
import { Choice } from "../shell/choice";
import { link } from "../route";
import { suites, type Suite } from "../suite";
import { Name } from "../text/untrusted";
import { count } from "../text/numbers";

const order = ["low", "medium", "high", "critical"];

export function sorted_values(trait: string, groups: Record<string, Group>): [string, Group][] {
  const entries = Object.entries(groups);
  if (trait === "severity") return entries.sort(([a], [b]) => order.indexOf(b) - order.indexOf(a));
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

export function Breakdown(props: { overview: Overview; run: number; suite: Suite; by: string | null; choose: (by: string) => void }) {
  const { by } = props.overview.report;
  const titles = props.overview.titles;
  const options = suites[props.suite].by.filter((trait) => by[trait] && Object.keys(by[trait]).length > 0);
  const trait = options.find((one) => one === props.by) ?? options[0];
  if (!trait) return null;
  const { columns } = suites[props.suite];
  return (
    <section class="block" aria-labelledby="breakdown-title">
      <div class="block-head">
        <h2 id="breakdown-title">Breakdown</h2>
        <Choice label="By" options={options} words={titles} chosen={trait} choose={props.choose} />
      </div>
      <div class="scroller" tabIndex={0} role="region" aria-label="Breakdown, as a table">
        <table class="plain breakdown">
          <thead>
            <tr>
              <th scope="col"><Name text={titles[trait] ?? trait} most={40} /></th><th scope="col" class="number">trials</th><th scope="col">outcomes</th>
              {columns.map((column) => <th scope="col" class="measure">{column.words}</th>)}
            </tr>
          </thead>
          <tbody>
            {sorted_values(trait, by[trait] ?? {}).map(([value, group]) => (
              <tr key={value}>
                <th scope="row"><a href={link({ page: "cases", run: props.run }, { where: `${trait}:${value}` })}><Name text={value || "–"} /></a></th>
                <td class="number">{count(group.trials)}</td>
                <td class="bar-cell"><Bar counts={group.outcomes} slim /></td>
                {columns.map((column) => <td class="measure"><Measured metric={column.metric} estimate={group.metrics[column.metric]} tone={column.tone} /></td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
