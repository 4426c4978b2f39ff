// How bad it would be; the worst stands out.

import { Name } from "../text/untrusted";

export function Severity(props: { word: string }) {
  return <span class={props.word === "critical" ? "critical" : ""}><Name text={props.word} /></span>;
}
