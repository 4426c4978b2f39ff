"""A page of the documentation: its blocks, and the rule that they keep (README.md beside this file)."""
import dataclasses
import pathlib
import re

from markdown_it import MarkdownIt

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORDS = {"background", "root", "slow", "elsewhere"}
FIXTURES = {"fleet", "published"}
# What is typed is `sh`, so that there is one word to look for.
OTHER_SHELLS = {"bash", "shell", "console", "zsh", "shell-session", "terminal"}
# Capital letters that are what they are and stand for nothing else.
CAPITALS = {"GET", "POST", "PUT", "HEAD", "DELETE", "INT", "TERM", "KILL", "HUP", "USR1", "EOF", "END", "LICENSE", "NOTICE"}


@dataclasses.dataclass
class Block:
    """A fenced block: where its fence opens, and what it says behind it."""

    line: int
    info: str
    text: str

    @property
    def kind(self):
        return self.info.split()[0] if self.info else ""

    @property
    def words(self):
        return self.info.split()[1:]

    @property
    def typed(self):
        return self.kind == "sh"

    @property
    def exit_code(self):
        return int(self.value("exit") or 0)

    @property
    def needs(self):
        return set((self.value("needs") or "").split(",")) - {""}

    def value(self, name):
        return next((word.partition("=")[2] for word in self.words if word.startswith(name + "=")), None)

    def runs(self, slow):
        return self.typed and "elsewhere" not in self.words and (slow or "slow" not in self.words)


class Page:
    """The blocks of one Markdown file, and what is wrong with them."""

    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()
        self.name = str(self.path.relative_to(ROOT)) if self.path.is_relative_to(ROOT) else str(self.path)
        tokens = MarkdownIt("commonmark").parse(self.path.read_text())
        self.blocks = [Block(token.map[0] + 1, token.info.strip(), token.content) for token in tokens if token.type == "fence"]
        self.indented = [token.map[0] + 1 for token in tokens if token.type == "code_block"]

    @property
    def typed(self):
        return [block for block in self.blocks if block.typed]

    def mistakes(self):
        """What breaks the rule: a line of text each."""
        found = [(line, "an indented block; use a fence that says what it holds") for line in self.indented]
        for block in self.blocks:
            found += typed_mistakes(block) if block.typed else shown_mistakes(block)
        return [f"{self.name}:{line}: {what}" for line, what in sorted(found)]


def shown_mistakes(block):
    if not block.info:
        return [(block.line, "a fence without a word that says what it holds: sh, text, json, …")]
    if block.kind in OTHER_SHELLS:
        return [(block.line, f"what is typed is in a block with the word sh, not {block.kind}")]
    return [(block.line + number, f"a command in a block that is not run ({block.kind}): {line}")
            for number, line in enumerate(block.text.splitlines(), 1) if re.match(r"(redcode|redcode-bench|\$) ", line)]


def typed_mistakes(block):
    found = [(block.line, f"no word for an sh block: {word}") for word in block.words if not known(word)]
    return found + [(block.line + number, f"'{word}' stands for something: what is typed must run as it is")
                    for number, line in commands(block.text) for word in placeholders(line)]


def known(word):
    name, _, value = word.partition("=")
    if name == "exit":
        return value.isdigit() and 0 < int(value) < 256
    return word in WORDS or (name == "needs" and value and set(value.split(",")) <= FIXTURES)


def commands(text):
    """The lines with their numbers, without the texts of here-documents, quotations and comments."""
    end = None
    for number, line in enumerate(text.splitlines(), 1):
        if end is not None:
            end = None if line.strip() == end else end
            continue
        if opened := re.search(r"<<-?\s*(['\"]?)(\w+)\1", line):
            end = opened.group(2)
        line = re.sub(r"'[^']*'|\"[^\"]*\"", lambda quoted: quoted.group() if "://" in quoted.group() else "''", line)
        yield number, re.sub(r"(^|\s)#.*", "", line)


def placeholders(line):
    """Words that a reader would have to replace: an ellipsis, <name>, NAME."""
    found = re.findall(r"…|(?<![\w.])\.\.\.(?!\w)|<[a-z][\w -]*>", line)
    if re.match(r"\s*(export|unset|declare|local|readonly)\b", line):
        return found
    for word in re.finditer(r"(?<![\w$.{%-])(?<!--key-env )[A-Z][A-Z_]{2,}\d*(?![\w=.}+]|-\d)", line):
        if word.group() not in CAPITALS:
            found.append(word.group())
    return found


def all_pages():
    """Every page that a reader may type from."""
    first = [ROOT / name for name in ("README.md", "AGENTS.md", "CONTRIBUTING.md", "SECURITY.md")]
    return first + [path for folder in ("docs", "examples", "deploy") for path in sorted((ROOT / folder).rglob("*.md"))]
