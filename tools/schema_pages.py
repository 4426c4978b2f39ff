"""Reference pages from JSON Schemas: a table of every field, and the schema itself to take along."""

import json


def write(schemas, folder):
    """A page and the schema's file for each of `schemas` (file name to schema)."""
    folder.mkdir(parents=True)
    for name, schema in schemas.items():
        (folder / name).write_text(json.dumps(schema, indent=2) + "\n")
        (folder / name.replace(".schema.json", ".md")).write_text(page(name, schema))


def page(name, schema):
    lines = [f"# Schema: {name.removesuffix('.schema.json')}", "", schema.get("description", ""), f"[{name}]({name}), for validators and editors.", "",
             "| field | holds | |", "|---|---|---|"]
    for path, part, required in fields(schema, schema):
        meaning = "; ".join(text for text in ("" if required else "may be absent", part.get("description", "")) if text)
        lines.append(f"| `{path}` | {cell(holds(part, schema))} | {cell(meaning)} |")
    return "\n".join(lines) + "\n"


def cell(text):
    return " ".join(text.replace("|", "\\|").replace("<", "&lt;").split())


def resolve(part, schema):
    while "$ref" in part and part["$ref"].startswith("#/"):
        found = schema
        for word in part["$ref"][2:].split("/"):
            found = found[word]
        part = {**found, **{key: value for key, value in part.items() if key != "$ref"}}
    return part


def fields(part, schema, prefix="", depth=0):
    """(path, schema, whether it is always there) of each member, parents first; a list's members have [] behind its name."""
    part = resolve(part, schema)
    for name, member in part.get("properties", {}).items():
        member = resolve(member, schema) if isinstance(member, dict) else {}
        yield prefix + name, member, name in part.get("required", [])
        below = member.get("items") if isinstance(member.get("items"), dict) else member
        if depth < 4:
            yield from fields(below, schema, prefix + name + ("[]." if below is not member else "."), depth + 1)


def holds(part, schema):
    """What a value may be, in words."""
    part = resolve(part, schema)
    if "const" in part:
        return f"`{json.dumps(part['const'])}`"
    if "enum" in part:
        return ", ".join(f"`{value}`" for value in part["enum"])
    for word in ("anyOf", "oneOf"):
        if word in part:
            return " or ".join(dict.fromkeys(holds(one, schema) for one in part[word]))
    kinds = part.get("type", "anything")
    kinds = " or ".join(kinds) if isinstance(kinds, list) else kinds
    if kinds == "array" and isinstance(part.get("items"), dict):
        return f"list of {holds(part['items'], schema)}"
    return kinds
