"""Settings of environments, written in the format that a project reads."""

import json

ENVIRONMENTS = ("development", "staging", "production")


def nested(pairs):
    """{"a.b": 1} as {"a": {"b": 1}}, in the order given."""
    tree = {}
    for name, value in pairs.items():
        *parents, last = name.split(".")
        place = tree
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    return tree


def scalar(value):
    return json.dumps(value, ensure_ascii=False)


def as_yaml(tree, depth=0):
    lines = []
    for name, value in tree.items():
        if isinstance(value, dict):
            lines += [f"{'  ' * depth}{name}:", as_yaml(value, depth + 1)]
        else:
            lines.append(f"{'  ' * depth}{name}: {scalar(value)}")
    return "\n".join(lines)


def as_toml(tree):
    """TOML of plain values and one level of tables."""
    plain = [f"{name} = {scalar(value)}" for name, value in tree.items() if not isinstance(value, dict)]
    tables = [f"[{name}]\n" + "\n".join(f"{key} = {scalar(entry)}" for key, entry in value.items()) for name, value in tree.items() if isinstance(value, dict)]
    return "\n\n".join(["\n".join(plain), *tables] if plain else tables)


def as_env(pairs):
    return "\n".join(f"{name.upper().replace('.', '_')}={value}" for name, value in pairs.items())


def as_ini(tree):
    return "\n\n".join(f"[{section}]\n" + "\n".join(f"{key} = {value}" for key, value in pairs.items()) for section, pairs in tree.items())


WRITERS = {
    "yaml": lambda pairs: as_yaml(nested(pairs)),
    "json": lambda pairs: json.dumps(nested(pairs), indent=2, ensure_ascii=False),
    "toml": lambda pairs: as_toml(nested(pairs)),
    "ini": lambda pairs: as_ini(nested(pairs)),
    "env": as_env,
}


class Settings:
    """The settings of every environment: rows of (name, development, staging, production)."""

    def __init__(self, rows, form="yaml", folder="config"):
        self.values = {place: {row[0]: row[1 + number] for row in rows} for number, place in enumerate(ENVIRONMENTS)}
        self.form, self.folder = form, folder

    def path(self, place):
        return f"{self.folder}/{place}.{self.form}"

    def write(self, repository):
        for place in ENVIRONMENTS:
            repository.write(self.path(place), WRITERS[self.form](self.values[place]) + "\n", executable=False)

    def change(self, repository, place, name, value):
        self.values[place][name] = value
        self.write(repository)
