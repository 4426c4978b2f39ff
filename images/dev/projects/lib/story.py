"""A project's history as text, so that a generator reads like the project's log.

    @@ Who | Message            a commit of the files below; without `Who |` the dice choose who wrote it
    === path                    the whole file
    +++ path                    what is added to the end of the file
    ~~~ path                    an edit: the old text, a line `=>`, the new text
    --- path                    the file goes
    @@ tag NAME | Message       @@ branch NAME      @@ switch NAME      @@ merge NAME | Message
    @@ chores N                 N commits of the project's chores (Household.chores)
    @@ release minor | note; note      the changelog's next entry and its tag
    @@ call NAME | words        a function of the generator, for files that a program makes; the words are its argument
"""

MARKS = ("=== ", "+++ ", "~~~ ", "--- ")


def tell(repository, story, chores, every, verbs):
    """Makes the commits of a story; after each `every` commits of main one of the chores."""
    told = 0
    for heading, body in blocks(story):
        words = heading.split("|", 1)
        first, rest = words[0].strip(), words[-1].strip()
        verb, _, name = first.partition(" ")
        if verb in verbs and name:
            verbs[verb](repository, name, rest, chores)
            continue
        for mark, path, text in files(body):
            EDITS[mark](repository, path, text)
        repository.commit(rest, first if len(words) == 2 else None)
        told += 1
        if every and told % every == 0 and repository.on_main():
            next(chores, None)
    for _ in chores:
        pass


def blocks(story):
    """(heading, lines) of each @@ block."""
    found = []
    for line in story.splitlines():
        if line.startswith("@@ "):
            found.append((line[3:].strip(), []))
        elif found:
            found[-1][1].append(line)
    return found


def files(lines):
    """(mark, path, text) of each file of a block."""
    found = []
    for line in lines:
        if line.startswith(MARKS):
            found.append((line[:3], line[4:].strip(), []))
        elif found:
            found[-1][2].append(line)
    return [(mark, path, plain(text)) for mark, path, text in found]


def plain(lines):
    """The lines as a file's text: no blank lines at either end, one newline last."""
    text = "\n".join(lines).strip("\n")
    return text + "\n" if text else ""


def edit(repository, path, text):
    old, new = text.split("\n=>\n", 1)
    repository.replace(path, old, new.removesuffix("\n"))


def some_chores(repository, name, rest, chores):
    for _ in range(int(name)):
        next(chores, None)


EDITS = {
    "===": lambda repository, path, text: repository.write(path, text),
    "+++": lambda repository, path, text: repository.append(path, text),
    "---": lambda repository, path, text: repository.remove(path),
    "~~~": edit,
}
VERBS = {
    "tag": lambda repository, name, rest, chores: repository.tag(name, rest),
    "branch": lambda repository, name, rest, chores: repository.branch(name),
    "switch": lambda repository, name, rest, chores: repository.switch(name),
    "merge": lambda repository, name, rest, chores: repository.merge(name, rest),
    "chores": some_chores,
}
