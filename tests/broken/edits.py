"""Broken scenario files: sound.yaml with the edits of edits.txt, one at a time."""
import dataclasses
import pathlib
import re

HOME = pathlib.Path(__file__).resolve().parent
SOUND = (HOME / "sound.yaml").read_text()
PLACE = "data/shop-hurt.yaml"  # where the scenario has to stand, below a corpus folder


@dataclasses.dataclass
class Edit:
    code: str
    name: str
    out: str = ""
    put: str = ""

    def broken(self):
        """The broken file's text, and line and column that the complaint must name (None: any)."""
        assert SOUND.count(self.out) == 1, f"{self.name}: stands there {SOUND.count(self.out)} times"
        text = SOUND.replace(self.out, self.put)
        before, mark, _ = text.partition("»")
        if not mark:
            return text, None
        return text.replace("»", ""), (before.count("\n") + 1, len(before) - before.rfind("\n"))


def edits():
    found = []
    for line in (HOME / "edits.txt").read_text().splitlines(keepends=True):
        heading = re.fullmatch(r"\[([a-z-]+)\] (.+)\n", line)
        if heading:
            found.append(Edit(*heading.groups()))
        elif line.startswith("- "):
            found[-1].out += line[2:]
        elif line.startswith("+ "):
            found[-1].put += line[2:]
        else:
            assert line.startswith("#") or line == "\n", line
    return found
