"""Changes one setting of a file in a sandbox: path, key, how, value.

how: be (this value), other (any but the present one), have (also this item), lack (none at all). JSON is changed as such,
everything else line by line. What a proof wanted is looked at afterwards: where this does not do, nothing is shown.
"""
import json, re, sys
path, key, how, value = sys.argv[1:5]
parts = key.split('.')
text = open(path).read()

def other(old):
    if isinstance(old, bool) or str(old).lower() in ('true', 'false', 'yes', 'no', 'on', 'off'):
        flip = {'true': 'false', 'false': 'true', 'yes': 'no', 'no': 'yes', 'on': 'off', 'off': 'on'}
        return not old if isinstance(old, bool) else flip[str(old).lower()]
    if isinstance(old, (int, float)): return old + 7
    if re.fullmatch(r'-?\d+', str(old)): return str(int(old) + 7)
    return 'control'

def typed(old):
    if isinstance(old, str): return value
    try: return json.loads(value)
    except ValueError: return value

def put(node, rest):
    head, tail = rest[0], rest[1:]
    if head == '**':
        inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else []
        if isinstance(node, dict) and tail[0] in node: return put(node, tail)
        return any([put(one, rest) for one in inner if isinstance(one, (dict, list))])
    if isinstance(node, dict): keys = list(node) if head == '*' else [head]
    elif isinstance(node, list): keys = range(len(node)) if head == '*' else [int(head)] if head.isdigit() else []
    else: return False
    done = False
    for one in keys:
        there = one in node if isinstance(node, dict) else one < len(node)
        if tail:
            if not there and isinstance(node, dict): node[one] = {}
            done = put(node[one], tail) or done
        elif how == 'lack':
            if there: node.pop(one)
            done = there or done
        else:
            old = node[one] if there else None
            if how == 'other': node[one] = other(old)
            elif how == 'have' and isinstance(old, list): old.append(typed(None))
            elif how == 'have' and isinstance(old, dict): old[value] = True
            else: node[one] = typed(old)
            done = True
        if done and head == '*': break
    return done

def in_lines():
    lines, at, found = text.splitlines(), 0, -1
    named = [one for one in parts if one.strip('*')]
    for number, part in enumerate(named):
        last = number == len(named) - 1
        shape = re.compile(r'^(\s*(?:-\s+)?(?:export\s+|set\s+|alias\s+)?["\']?' + re.escape(part) +
                           r'["\']?(?:\s*[:=]+>?\s*|\s+))(.*)$', re.I)
        hit = next((i for i in range(at, len(lines)) if (shape.match(lines[i] + ' ') if last else
                    re.search(r'(?<![\w-])' + re.escape(part) + r'(?![\w-])', lines[i]))), None)
        if hit is None and last:
            sign = ': ' if re.search(r'\.ya?ml$', path) else ' = ' if '=' in text else ' '
            pad = '  ' * number if sign == ': ' else ''
            lines.insert(found + 1 if number else len(lines), pad + part + sign + value)
            return lines
        if hit is None: continue
        found, at = hit, hit + 1
        if last:
            start, old = shape.match(lines[hit] + ' ').groups()
            bare = old.strip().rstrip(',;')
            quote = bare[0] if bare[:1] in ('"', "'") and len(bare) > 1 else ''
            tail = old.strip()[len(bare):]
            if how == 'lack': del lines[hit]
            elif how == 'have' and not bare and hit + 1 < len(lines) and lines[hit + 1].strip().startswith('-'):
                lines.insert(hit + 1, lines[hit + 1].split('-')[0] + '- ' + value)
            elif how == 'have' and bare.startswith('['): lines[hit] = start + '[' + json.dumps(value) + ', ' + bare[1:] + tail
            elif how == 'have': lines[hit] = start + quote + (bare.strip(quote or ' ') + ' ' + value).strip() + quote + tail
            else:
                new = str(other(bare.strip(quote or ' '))) if how == 'other' else value
                lines[hit] = start + quote + new + quote + tail
    return lines

try:
    data = json.loads(text)
    put(data, parts)
    text = json.dumps(data, indent=2)
except ValueError:
    text = '\n'.join(in_lines())
open(path, 'w').write(text + '\n')
