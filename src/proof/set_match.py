"""Puts a text of a pattern into a file, or takes all of them out: path, pattern, add or remove. A folder gets a new file."""
import os, re, sys
import re._parser as parser, re._constants as c
path, pattern, how = sys.argv[1:4]
flags = re.M if '(?m' in pattern or '(?im' in pattern or '(?sm' in pattern else 0
inside = {c.CATEGORY_DIGIT: '7', c.CATEGORY_SPACE: ' ', c.CATEGORY_WORD: 'a'}

def one_of(items):
    if items[0][0] == c.NEGATE:
        kinds = {'7' if v == c.CATEGORY_DIGIT else ' ' if v == c.CATEGORY_SPACE else 'a' for k, v in items if k == c.CATEGORY}
        bad = lambda o: any((k == c.LITERAL and v == ord(o)) or (k == c.RANGE and v[0] <= ord(o) <= v[1]) for k, v in items[1:])
        return next(o for o in 'xq7 .-_/' if not bad(o) and o not in kinds)
    kind, value = items[0]
    return chr(value) if kind == c.LITERAL else chr(value[0]) if kind == c.RANGE else inside.get(value, 'x')

def example(tree):
    text = ''
    for kind, value in tree:
        if kind == c.LITERAL: text += chr(value)
        elif kind == c.NOT_LITERAL: text += 'x' if value != ord('x') else 'q'
        elif kind == c.ANY: text += 'x'
        elif kind == c.IN: text += one_of(value)
        elif kind in (c.MAX_REPEAT, c.MIN_REPEAT): text += example(value[2]) * value[0]
        elif kind == c.SUBPATTERN: text += example(value[3])
        elif kind == c.BRANCH: text += example(value[1][0])
    return text

def files():
    if not os.path.isdir(path): return [path]
    return [os.path.join(top, name) for top, _, names in os.walk(path) for name in names]

pattern = re.sub(r'\\z', r'\\Z', pattern)
if how == 'add':
    target = os.path.join(path, 'control.txt') if os.path.isdir(path) else path
    os.makedirs(os.path.dirname(target), exist_ok=True)
    old = open(target, errors='surrogateescape').read() if os.path.exists(target) else ''
    new = example(parser.parse(pattern))
    for text in (old + ('' if old.endswith('\n') or not old else '\n') + new + '\n', new + '\n' + old, new + '\n', new):
        if re.search(pattern, text): break
    open(target, 'w', errors='surrogateescape').write(text)
else:
    for file in files():
        if not os.path.exists(file): continue
        old = open(file, errors='surrogateescape').read()
        new = re.sub(pattern, '', old)
        if new != old: open(file, 'w', errors='surrogateescape').write(new)
