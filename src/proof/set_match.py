"""Puts a text of a pattern into a file, or takes all of them out: path, pattern, add or remove.

A folder gets a new file. "remove-text": the pattern is a text as it stands.
"""
import os
import re
import re._constants as c
import re._parser as parser
import sys

path, pattern, how = sys.argv[1:4]
IN_CLASS = {c.CATEGORY_DIGIT: "7", c.CATEGORY_SPACE: " ", c.CATEGORY_WORD: "a"}


def as_python(written):
    """Flags stand in front here, and lines are lines, as for an oracle."""
    flags = "".join(sorted(set("m" + "".join(re.findall(r"\(\?([ims]+)\)", written)))))
    bare = re.sub(r"\(\?[ims]+\)", "", written).replace(r"\z", r"\Z")
    return f"(?{flags})" + bare


def one_of(items):
    if items[0][0] == c.NEGATE:
        kinds = {IN_CLASS.get(value) for kind, value in items if kind == c.CATEGORY}

        def excluded(letter):
            return letter in kinds or any((kind == c.LITERAL and value == ord(letter)) or (kind == c.RANGE and value[0] <= ord(letter) <= value[1])
                                          for kind, value in items[1:])
        return next(letter for letter in "xq7 .-_/#" if not excluded(letter))
    kind, value = items[0]
    return chr(value) if kind == c.LITERAL else chr(value[0]) if kind == c.RANGE else IN_CLASS.get(value, "x")


def example(tree, text=""):
    """`text` and an example behind it."""
    for kind, value in tree:
        if kind == c.LITERAL:
            text += chr(value)
        elif kind == c.NOT_LITERAL:
            text += "x" if value != ord("x") else "q"
        elif kind == c.ANY:
            text += "x"
        elif kind == c.IN:
            text += one_of(value)
        elif kind in (c.MAX_REPEAT, c.MIN_REPEAT):
            for _ in range(value[0]):
                text = example(value[2], text)
        elif kind == c.SUBPATTERN:
            text = example(value[3], text)
        elif kind == c.BRANCH:
            text = example(value[1][0], text)
        elif kind == c.AT and value == c.AT_BEGINNING and text and not text.endswith("\n"):
            text += "\n"
    return text


def read(name):
    with open(name, errors="surrogateescape") as file:
        return file.read()


def write(name, text):
    with open(name, "w", errors="surrogateescape") as file:
        file.write(text)


def add(wanted):
    target = os.path.join(path, "control.txt") if os.path.isdir(path) else path
    os.makedirs(os.path.dirname(target), exist_ok=True)
    old = read(target) if os.path.exists(target) else ""
    new = example(parser.parse(wanted))
    line = "" if old.endswith("\n") or not old else "\n"
    for text in (old + line + new + "\n", new + "\n" + old, old + line + "a " + new + " \n", new + "\n", new):
        if re.search(wanted, text):
            break
    write(target, text)


def remove(unwanted):
    names = [os.path.join(top, name) for top, _, found in os.walk(path) for name in found] if os.path.isdir(path) else [path]
    for name in names:
        old = read(name) if os.path.exists(name) else ""
        new = re.sub(unwanted, "", old)
        if new != old:
            write(name, new)


(add if how == "add" else remove)(re.escape(pattern) if how == "remove-text" else as_python(pattern))
