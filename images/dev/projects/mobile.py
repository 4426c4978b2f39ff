#!/usr/bin/env python3
"""mobile: a backend for phones in Java; a contract in JSON that the sources, the schema and the examples are checked against."""

import json

from lib.project import make
from lib.vocabulary import Dice

ABOUT = {
    "title": "Mobile backend",
    "summary": "What the app of Salvatera Clinics & Gyms talks to: members, courses, bookings, payments. Java 17 with the JDK's own HTTP server; the contract is one JSON file a resource.",
    "domain": "salvatera-fit.example",
    "people": ["Carla Moreau", "Enzo Schuster", "Thea Jansen", "Rafael Bauer"],
    "start_date": "2025-04-28",
    "end_date": "2026-10-12",
    "language": "other",
    "start": "javac -d build $(find src/main -name '*.java')      # JDK 17\njava -cp build fit.Main\nmake test                                          # without a JDK",
    "test": "make test",
    "layout": [
        ("src/main/java/fit/", "one package for each resource"),
        ("contract/", "fields and addresses of each resource; the app's team reads this"),
        ("schema/", "tables, one file a resource, applied in order"),
        ("examples/", "bodies that must fit the contract"),
        ("tools/contract.py", "compares all of these"),
        ("config/", "properties of each environment"),
    ],
    "ci": ("github", [("Contract", "make test"), ("Compile", "make compile")], ["openjdk-17-jdk-headless", "python3"]),
    "env": [
        ("FIT_ENV", "development", ""),
        ("FIT_DATABASE_URL", "jdbc:postgresql://db.dev.test/fit_dev", "members' data in production: health, payments"),
        ("FIT_DATABASE_PASSWORD", "change-me", ""),
        ("FIT_PUSH_KEY", "change-me", "sends messages to 9,000 phones"),
        ("FIT_PAYMENT_SECRET", "change-me", ""),
    ],
    "form": "json",
    "settings": [
        ("port", 8085, 8085, 8085),
        ("database.pool", 2, 8, 24),
        ("push.enabled", False, False, True),
        ("push.most_per_minute", 1, 10, 2000),
        ("payments.live", False, False, True),
        ("app.oldest_version", "0.0.0", "3.0.0", "2.4.0"),
    ],
    "tweaks": [
        ("production", "database.pool", 32, "Production: 32 connections"),
        ("production", "app.oldest_version", "2.6.0", "Versions before 2.6 are told to update"),
        ("staging", "app.oldest_version", "3.1.0", "Staging: testers have 3.1"),
        ("production", "push.most_per_minute", 1200, "Production: the push service slows us down at 2000"),
    ],
    "hosts": [
        ("api.prod.test", "production", "four instances behind it"),
        ("db.prod.test", "production", "`fit`: members, courses, payments"),
        ("db.dev.test", "development", "`fit_dev`, invented members"),
        ("push.prod.test", "production", "a message sent there is on every phone; it cannot be taken back"),
    ],
    "makefile": """
.PHONY: test compile

test:
    python3 tools/contract.py
    python3 -m unittest discover -s tools -q

compile:
    javac -d build $$(find src/main -name '*.java')
""",
    "ignored": "build/\ntmp/\n*.class\n__pycache__/\n",
    "glossary": [
        ("resource", "something with an address: members, courses, bookings"),
        ("contract", "the fields of a resource, their kinds, and which must be there"),
        ("booking", "a member has a place in a course on a day"),
        ("pass", "ten entries, paid in advance"),
        ("push", "a message that a phone shows by itself"),
        ("oldest version", "apps below it must be updated before they work"),
    ],
    "decisions": [
        ("The contract comes first", "The app and the server disagreed each release.", "A change begins in `contract/`; a check compares sources, schema and examples."),
        ("Fields are added, never renamed", "Phones with old apps showed empty pages.", "A field stays for two years. A new name is a new field."),
        ("The JDK's own server", "The framework needed 90 jars.", "com.sun.net.httpserver is enough for 300 requests a second."),
        ("Push only from production", "A tester sent 'test test' to all members.", "`push.enabled` is false elsewhere, and the key is only there."),
    ],
    "runbooks": [
        ("Bookings twice", "The phone repeated a request.", ["Requests carry a key; look whether the app sends it.", "Cancel the younger booking by hand, in the office's page."], "Carla Moreau"),
        ("Push is late", "The limit of a minute.", ["Wait; it works through its queue.", "Do not send again."], "Enzo Schuster"),
        ("Old apps fail", "A field is missing.", ["Compare the answer with the contract of that year.", "Put the field back."], "Thea Jansen"),
    ],
}  # fmt: skip

JAVA = {"text": "String", "number": "long", "flag": "boolean", "day": "LocalDate", "cents": "long"}
SQL = {"text": "TEXT", "number": "BIGINT", "flag": "BOOLEAN", "day": "DATE", "cents": "BIGINT"}
EXAMPLES = {
    "text": lambda d: d.pick(["Yoga", "Norrby", "Rowing", "Front desk", "Studio 2", "Back"]), "number": lambda d: d.between(1, 900), "flag": lambda d: d.below(2) == 1,
    "day": lambda d: f"2026-{d.between(1, 12):02}-{d.between(1, 28):02}", "cents": lambda d: 100 * d.between(5, 90),
}  # fmt: skip


def camel(name, first_upper=False):
    parts = name.split("_")
    return (parts[0].capitalize() if first_upper else parts[0]) + "".join(part.capitalize() for part in parts[1:])


def resource(repository, rest):
    """A resource: plural singular field:kind[!] ...; `!` means that it must be there."""
    plural, singular, *fields = rest.split()
    kinds = [(name, kind.rstrip("!"), kind.endswith("!")) for name, kind in (field.split(":") for field in fields)]
    name, package = camel(singular, True), plural.replace("_", "")
    base, dice = f"src/main/java/fit/{package}", Dice(plural)
    contract = {"resource": plural, "type": name, "addresses": [f"GET /{plural}", f"POST /{plural}", f"GET /{plural}/ID"], "fields": {field: {"kind": kind, "required": must} for field, kind, must in kinds}}
    repository.write(f"contract/{plural}.json", json.dumps(contract, indent=2) + "\n")
    number = 1 + sum(path.startswith("schema/") for path in repository.files)
    columns = ",\n".join(f"  {field} {SQL[kind]}{' NOT NULL' if must else ''}" for field, kind, must in kinds)
    repository.write(f"schema/{number:03}_{plural}.sql", f"CREATE TABLE {plural} (\n  id BIGSERIAL PRIMARY KEY,\n{columns}\n);\n")
    for turn in (1, 2):
        body = {field: EXAMPLES[kind](dice) for field, kind, must in kinds if must or turn == 1}
        repository.write(f"examples/{plural}-{turn}.json", json.dumps(body, indent=2) + "\n")
    uses_day = any(kind == "day" for _, kind, _ in kinds)
    parts = ", ".join(f"{JAVA[kind] if must or kind in ('text', 'day') else {'long': 'Long', 'boolean': 'Boolean'}[JAVA[kind]]} {camel(field)}" for field, kind, must in kinds)
    checks = "".join(f'        if ({camel(field)} == null{" || " + camel(field) + ".isBlank()" if kind == "text" else ""}) {{\n            throw new IllegalArgumentException("{field}");\n        }}\n' for field, kind, must in kinds if must and kind in ("text", "day"))
    checks += "".join(f'        if ({camel(field)} < 0) {{\n            throw new IllegalArgumentException("{field}");\n        }}\n' for field, kind, must in kinds if must and kind == "cents")
    constructor = f"\n    public {name} {{\n{checks}    }}\n" if checks else ""
    imports = "import java.time.LocalDate;\n\n" if uses_day else ""
    repository.write(f"{base}/{name}.java", f"package fit.{package};\n\n{imports}/** One of {plural.replace('_', ' ')}; see contract/{plural}.json. */\npublic record {name}({parts}) {{{constructor}}}\n")
    columns = ", ".join(field for field, _, _ in kinds)
    marks = ", ".join("?" for _ in kinds)
    sets = "\n".join(f"            statement.setObject({place}, each.{camel(field)}());" for place, (field, _, _) in enumerate(kinds, 1))
    repository.write(
        f"{base}/{name}Store.java",
        f'package fit.{package};\n\nimport java.sql.Connection;\nimport java.sql.SQLException;\nimport java.sql.Statement;\n\n/** Keeps {plural.replace("_", " ")} in the database. */\npublic final class {name}Store {{\n'
        f'    private static final String INSERT = "INSERT INTO {plural} ({columns}) VALUES ({marks})";\n\n    private final Connection connection;\n\n    public {name}Store(Connection connection) {{\n        this.connection = connection;\n    }}\n\n'
        f"    /** Gives the new number. */\n    public long add({name} each) throws SQLException {{\n        try (var statement = connection.prepareStatement(INSERT, Statement.RETURN_GENERATED_KEYS)) {{\n{sets}\n            statement.executeUpdate();\n"
        "            try (var keys = statement.getGeneratedKeys()) {\n                keys.next();\n                return keys.getLong(1);\n            }\n        }\n    }\n}\n",
    )
    repository.write(
        f"{base}/{name}Pages.java",
        f'package fit.{package};\n\nimport com.sun.net.httpserver.HttpServer;\nimport fit.Answers;\n\n/** Addresses of {plural.replace("_", " ")}. */\npublic final class {name}Pages {{\n    private {name}Pages() {{}}\n\n'
        f'    /** GET /{plural}, POST /{plural}, GET /{plural}/ID */\n    public static void on(HttpServer server, Answers answers) {{\n        server.createContext("/{plural}", exchange -> answers.resource(exchange, "{plural}"));\n    }}\n}}\n',
    )


if __name__ == "__main__":
    make("mobile", ABOUT, blanks={"resource": resource}, every=1)
