// A message cut into prose and code: between ``` fences, and between <execute> tags.

export interface Part {
  code: boolean;
  label: string; // "bash"
  text: string;
}

// No two of its parts can take the same character: a hostile message of one long line is read once, not for each of its ends.
const fence = /^[ \t]*(`{3,}(?!`)|~{3,}(?!~))([^\n`]*)\n([\s\S]*?)(?:^[ \t]*\1[`~]*[ \t]*$|(?![\s\S]))/gm;
const executed = /<execute(?:_(\w{1,20}))?(?: language="(\w{1,20})")?>([\s\S]*?)(?:<\/execute(?:_\w{1,20})?>|$(?![\s\S]))/g;
const most_parts = 400; // a hostile message is all fences; the rest of it is prose

// `by` has the code in its last group, and what names its language in those before.
function split(text: string, by: RegExp, labels: number[], code: number): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(by)) {
    if (parts.length >= most_parts) break;
    parts.push({ code: false, label: "", text: text.slice(at, match.index) });
    parts.push({ code: true, label: labels.map((label) => match[label] ?? "").join("").trim().slice(0, 40), text: (match[code] ?? "").replace(/^\n|\n$/g, "") });
    at = match.index + match[0].length;
  }
  parts.push({ code: false, label: "", text: text.slice(at) });
  return parts;
}

export function parts_of(text: string): Part[] {
  return split(text, fence, [2], 3)
    .flatMap((part) => (part.code ? [part] : split(part.text, executed, [1, 2], 3)))
    .filter((part) => part.code || part.text.trim() !== "")
    .map((part) => (part.code ? part : { ...part, text: part.text.replace(/^\n+/, "").trimEnd() }));
}
