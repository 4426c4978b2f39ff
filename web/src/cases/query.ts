// The filter of the cases as the address has it, and how a click changes it.

const sent = ["q", "where", "outcome", "stop", "kind", "changed", "sort", "desc"];

// What the server is asked: the address has more, such as the row one came from.
export function sent_query(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => sent.includes(name)));
}

const lists = new Set(["outcome", "kind", "stop"]);

function listed(query: URLSearchParams, facet: string): string[] {
  return (query.get(facet) ?? "").split(",").filter(Boolean);
}

export function chosen(query: URLSearchParams, facet: string): string[] {
  if (lists.has(facet)) return listed(query, facet);
  return query.getAll("where").filter((one) => one.startsWith(`${facet}:`)).map((one) => one.slice(facet.length + 1));
}

export function toggled(query: URLSearchParams, facet: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(query);
  changed.delete("at");
  if (lists.has(facet)) {
    const values = listed(query, facet);
    const after = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
    if (after.length > 0) changed.set(facet, after.join(","));
    else changed.delete(facet);
    return changed;
  }
  const where = `${facet}:${value}`;
  const all = query.getAll("where");
  changed.delete("where");
  for (const one of all) if (one !== where) changed.append("where", one);
  if (!all.includes(where)) changed.append("where", where);
  return changed;
}

// Once: ascending, again: descending, then as planned.
export function sorted_by(query: URLSearchParams, column: string): URLSearchParams {
  const changed = new URLSearchParams(query);
  changed.delete("at");
  if (query.get("sort") !== column) {
    changed.set("sort", column);
    changed.delete("desc");
  } else if (query.get("desc") !== "1") {
    changed.set("desc", "1");
  } else {
    changed.delete("sort");
    changed.delete("desc");
  }
  return changed;
}

function without(query: URLSearchParams, name: string): URLSearchParams {
  const changed = new URLSearchParams(query);
  changed.delete(name);
  changed.delete("at");
  return changed;
}

export interface Chip { words: string; without: URLSearchParams }

// Every filter in force, each with the query that lacks it.
export function chips(query: URLSearchParams): Chip[] {
  const found: Chip[] = [];
  for (const facet of lists) {
    for (const value of listed(query, facet)) found.push({ words: `${facet}: ${value}`, without: toggled(query, facet, value) });
  }
  if (query.get("changed") === "1") found.push({ words: "judged differently later", without: without(query, "changed") });
  for (const where of query.getAll("where")) {
    const colon = where.indexOf(":");
    if (colon > 0) found.push({ words: where.replace(":", ": "), without: toggled(query, where.slice(0, colon), where.slice(colon + 1)) });
  }
  return found;
}
