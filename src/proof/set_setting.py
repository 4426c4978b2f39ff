"""Changes one setting of a file in a sandbox: path, key, how, value.

how: be (this value), other (any but the present one), have (also this item), drop (this value no more), lack (none at
all). JSON is changed as such, everything else line by line. What a proof wanted is looked at afterwards: where this does
not do, nothing is shown.
"""
import json
import re
import sys

path, key, how, value = sys.argv[1:5]
parts = key.split(".")
FLIPPED = {"true": "false", "false": "true", "yes": "no", "no": "yes", "on": "off", "off": "on"}


def other(old):
    if isinstance(old, bool):
        return not old
    if isinstance(old, (int, float)):
        return old + 7
    if re.fullmatch(r"-?\d+", str(old)):
        return str(int(old) + 7)
    return FLIPPED.get(str(old).lower(), "control")


def typed(old):
    if isinstance(old, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def new_value(old):
    if how == "other":
        return other(old)
    if isinstance(old, list):
        return [*old, typed(None)] if how == "have" else [one for one in old if str(one) != value] if how == "drop" else typed(None)
    if how == "drop":
        return other(old) if str(old).lower() == value.lower() else str(old).replace(value, "control") if value in str(old) else old
    if isinstance(old, dict) and how == "have":
        return {**old, value: True}
    return typed(old)


def members(node, head):
    if isinstance(node, dict):
        return list(node) if head == "*" else [head]
    if isinstance(node, list) and (head == "*" or head.isdigit()):
        return [one for one in (range(len(node)) if head == "*" else [int(head)]) if one < len(node)]
    return []


def put(node, rest):
    """Whether anything below `node` was changed."""
    head, tail = rest[0], rest[1:]
    if head == "**":
        if isinstance(node, dict) and tail[0] in node:
            return put(node, tail)
        inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else []
        return any([put(one, rest) for one in inner])
    done = False
    for one in members(node, head):
        if isinstance(node, dict) and one not in node:
            if how in ("lack", "drop"):
                continue
            node[one] = {} if tail else None
        if tail:
            done = put(node[one], tail) or done
        elif how == "lack":
            node.pop(one)
            return True
        else:
            old = node[one]
            node[one] = new_value(old)
            done = node[one] != old or done
        if done and head == "*" and how != "drop":
            return True
    return done


def shape_of(name):
    return re.compile(r'^(\s*(?:-\s+)?(?:export\s+|set\s+|alias\s+)?["\']?' + re.escape(name) + r'["\']?(?:\s*[:=]+>?\s*|\s+))(.*)$', re.I)


def find(lines, sections, name):
    """The line behind all of its sections, and the last section's; None where there is none."""
    at = 0
    for section in sections:
        word = re.compile(r"(?<![\w-])" + re.escape(section) + r"(?![\w-])", re.I)
        at = next((i + 1 for i in range(at, len(lines)) if word.search(lines[i])), None)
        if at is None:
            return None, None
    return next((i for i in range(at, len(lines)) if shape_of(name).match(lines[i] + " ")), None), at


def changed_line(lines, hit, name):
    start, rest = shape_of(name).match(lines[hit] + " ").groups()
    bare = rest.strip().rstrip(",;")
    tail = rest.strip()[len(bare):]
    quote = bare[0] if len(bare) > 1 and bare[0] in "\"'" and bare[-1] == bare[0] else ""
    plain = bare.strip(quote) if quote else bare
    following = lines[hit + 1] if hit + 1 < len(lines) else ""
    if how == "lack":
        return []
    if how == "have" and not bare and following.strip().startswith("-"):
        return [lines[hit], following.split("-")[0] + "- " + value]
    if how == "have" and bare.startswith("["):
        return [start + "[" + json.dumps(value) + ", " + bare[1:] + tail]
    if how == "have":
        return [start + quote + (plain + " " + value).strip() + quote + tail]
    return [start + quote + (str(other(plain)) if how == "other" else value) + quote + tail]


def inside_a_line(lines, start, name):
    """As in {inner: {internal: true}}; None where there is none."""
    shape = re.compile(r"""((?<![\w.-])["']?""" + re.escape(name) + r"""["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^,}\]\s]+)(,\s*)?""", re.I)
    for i in range(start, len(lines)):
        hit = shape.search(lines[i])
        if hit:
            old = hit[2].strip("\"'")
            new = "" if how == "lack" else hit[1] + str(other(old) if how == "other" else value) + (hit[3] or "")
            return [*lines[:i], lines[i][:hit.start()] + new + lines[i][hit.end():], *lines[i + 1:]]
    return None


def in_lines(text):
    lines = text.splitlines()
    # Places in a list are not written down.
    named = [part for part in parts if part.strip("*") and not part.isdigit()] or parts[-1:]
    if how == "drop":
        near = re.compile(r"(?<![\w.-])" + re.escape(value) + r"(?![\w-])", re.I)
        wide = len(value) > 3
        return [near.sub(str(other(value)), line) if wide or named[-1].lower() in line.lower() else line for line in lines]
    # A name may hold dots itself.
    for split in reversed(range(len(named))):
        name = ".".join(named[split:])
        hit, _ = find(lines, named[:split], name)
        if hit is not None:
            return lines[:hit] + changed_line(lines, hit, name) + lines[hit + 1:]
    _, at = find(lines, named[:-1], named[-1])
    changed = inside_a_line(lines, max((at or 0) - 1, 0), named[-1])
    if changed:
        return changed
    yaml = re.search(r"\.ya?ml$", path)
    line = named[-1] + (": " if yaml else " = " if "=" in text else " ") + (value or "control")
    at = len(lines) if at is None or len(named) == 1 else at
    return [*lines[:at], "  " * (len(named) - 1 if yaml else 0) + line, *lines[at:]]


with open(path) as file:
    before = file.read()
try:
    data = json.loads(before)
    put(data, parts)
    after = json.dumps(data, indent=2)
except ValueError:
    after = "\n".join(in_lines(before))
with open(path, "w") as file:
    file.write(after + "\n")
