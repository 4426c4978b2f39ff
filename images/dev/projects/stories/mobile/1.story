@@ Carla | Answers as JSON
=== src/main/java/fit/Answers.java
package fit;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes answers; what they are is decided elsewhere. */
public final class Answers {
    private final Sources sources;

    public Answers(Sources sources) {
        this.sources = sources;
    }

    /** Answers a request for a resource or one of its members. */
    public void resource(HttpExchange exchange, String name) throws IOException {
        String rest = exchange.getRequestURI().getPath().substring(name.length() + 1);
        switch (exchange.getRequestMethod()) {
            case "GET" -> send(exchange, 200, rest.length() > 1 ? sources.one(name, rest.substring(1)) : sources.all(name));
            case "POST" -> send(exchange, 201, sources.add(name, exchange.getRequestBody().readAllBytes()));
            default -> send(exchange, 405, "{}");
        }
    }

    private static void send(HttpExchange exchange, int status, String json) throws IOException {
        byte[] raw = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
        exchange.sendResponseHeaders(status, raw.length);
        try (var body = exchange.getResponseBody()) {
            body.write(raw);
        }
    }
}
=== src/main/java/fit/Sources.java
package fit;

/** Where resources come from. */
public interface Sources {
    String all(String resource);

    String one(String resource, String number);

    String add(String resource, byte[] body);
}
@@ call resource | members member name:text! email:text! born:day member_since:day! newsletter:flag!
@@ Carla | Members
@@ call resource | courses course title:text! room:text! places:number! price:cents! level:text
@@ Thea | Courses
@@ Enzo | Compare the contract with sources, schema and examples
=== tools/contract.py
"""Compares contract/ with the Java sources, schema/ and examples/; says what differs."""

import datetime
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
JAVA = {"text": {"String"}, "number": {"long", "Long"}, "flag": {"boolean", "Boolean"}, "day": {"LocalDate"}, "cents": {"long", "Long"}}
SQL = {"text": "TEXT", "number": "BIGINT", "flag": "BOOLEAN", "day": "DATE", "cents": "BIGINT"}


def camel(name):
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def contracts(root=ROOT):
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted((root / "contract").glob("*.json"))]


def java_fields(root, contract):
    """{field: type} of the record."""
    path = root / "src/main/java/fit" / contract["resource"].replace("_", "") / f"{contract['type']}.java"
    if not path.exists():
        return None
    record = re.search(rf"record {contract['type']}\(([^)]*)\)", path.read_text(encoding="utf-8"))
    return {name: kind for kind, name in (part.split() for part in record[1].split(", "))} if record else {}


def columns(root):
    """{table: {column: (type, not null)}} after all files of schema/."""
    tables = {}
    for path in sorted((root / "schema").glob("*.sql")):
        text = path.read_text(encoding="utf-8")
        for table, body in re.findall(r"CREATE TABLE (\w+) \(\n(.*?)\n\);", text, re.DOTALL):
            rows = [line.strip().rstrip(",").split(maxsplit=2) for line in body.splitlines()]
            tables[table] = {row[0]: (row[1], "NOT NULL" in " ".join(row[2:])) for row in rows}
        for table, column, kind, rest in re.findall(r"ALTER TABLE (\w+) ADD COLUMN (\w+) (\w+)([^;]*);", text):
            tables[table][column] = (kind, "NOT NULL" in rest)
    return tables


def fits(kind, value):
    if kind == "day":
        try:
            return bool(datetime.date.fromisoformat(value))
        except (TypeError, ValueError):
            return False
    if kind in ("number", "cents"):
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, {"text": str, "flag": bool}[kind])


def body_problems(contract, body):
    """What is wrong with the body of a POST."""
    fields = contract["fields"]
    found = [f"{name} is missing" for name, field in fields.items() if field["required"] and name not in body]
    found += [f"{name} is not in the contract" for name in body if name not in fields]
    return found + [f"{name} is no {fields[name]['kind']}" for name, value in body.items() if name in fields and not fits(fields[name]["kind"], value)]


def problems(root=ROOT):
    tables = columns(root)
    for contract in contracts(root):
        name, java = contract["resource"], java_fields(root, contract)
        if java is None:
            yield f"{name}: no record {contract['type']}"
            continue
        if name not in tables:
            yield f"{name}: no table"
            continue
        for field, about in contract["fields"].items():
            if java.get(camel(field)) not in JAVA[about["kind"]]:
                yield f"{name}.{field}: Java has {java.get(camel(field))}"
            if tables[name].get(field) != (SQL[about["kind"]], about["required"]):
                yield f"{name}.{field}: the table has {tables[name].get(field)}"
        for field in tables[name].keys() - contract["fields"].keys() - {"id"}:
            yield f"{name}.{field}: only in the table"
        for path in sorted((root / "examples").glob(f"{name}-*.json")):
            for problem in body_problems(contract, json.loads(path.read_text(encoding="utf-8"))):
                yield f"{path.name}: {problem}"


if __name__ == "__main__":
    found = list(problems())
    print("\n".join(found) or f"contract: {len(contracts())} resources, ok")
    sys.exit(1 if found else 0)
=== tools/test_contract.py
import json
import shutil
import tempfile
import unittest
from pathlib import Path

from contract import ROOT, body_problems, contracts, problems


class Contract(unittest.TestCase):
    def setUp(self):
        self.root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        for name in ("contract", "schema", "examples", "src"):
            shutil.copytree(ROOT / name, self.root / name)

    def change(self, path, old, new):
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        self.assertIn(old, text)
        file.write_text(text.replace(old, new), encoding="utf-8")

    def test_ours_fits(self):
        self.assertEqual(list(problems(self.root)), [])

    def test_another_type_in_java(self):
        self.change("src/main/java/fit/members/Member.java", "boolean newsletter", "String newsletter")
        self.assertEqual(list(problems(self.root)), ["members.newsletter: Java has String"])

    def test_a_missing_column(self):
        self.change("schema/002_courses.sql", "  room TEXT NOT NULL,\n", "")
        self.assertEqual(list(problems(self.root)), ["courses.room: the table has None"])

    def test_an_example_that_does_not_fit(self):
        path = self.root / "examples/members-1.json"
        body = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps({**body, "newsletter": "yes", "shoe_size": 42}), encoding="utf-8")
        self.assertEqual(sorted(problems(self.root)), ["members-1.json: newsletter is no flag", "members-1.json: shoe_size is not in the contract"])

    def test_required_fields(self):
        course = next(each for each in contracts() if each["resource"] == "courses")
        self.assertIn("title is missing", body_problems(course, {}))


if __name__ == "__main__":
    unittest.main()
@@ Carla | The program
=== src/main/java/fit/Main.java
package fit;

import com.sun.net.httpserver.HttpServer;
import fit.courses.CoursePages;
import fit.members.MemberPages;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** Starts the server. */
public final class Main {
    private Main() {}

    public static void main(String[] words) throws IOException {
        var settings = Settings.of(System.getenv().getOrDefault("FIT_ENV", "development"));
        var server = HttpServer.create(new InetSocketAddress(settings.port()), 0);
        var answers = new Answers(new DatabaseSources(settings));
        MemberPages.on(server, answers);
        CoursePages.on(server, answers);
        server.setExecutor(Executors.newFixedThreadPool(settings.pool()));
        server.start();
    }
}
=== src/main/java/fit/Settings.java
package fit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The settings of an environment: config/ENVIRONMENT.json. */
public record Settings(int port, int pool, boolean push) {
    public static Settings of(String environment) throws IOException {
        String text = Files.readString(Path.of("config", environment + ".json"));
        return new Settings(Integer.parseInt(value(text, "port")), Integer.parseInt(value(text, "pool")), Boolean.parseBoolean(value(text, "enabled")));
    }

    private static String value(String text, String name) {
        var match = Pattern.compile("\"" + name + "\": ([\\w.]+)").matcher(text);
        if (!match.find()) {
            throw new IllegalStateException(name + " is not set");
        }
        return match.group(1);
    }
}
=== src/main/java/fit/DatabaseSources.java
package fit;

import java.sql.DriverManager;
import java.sql.SQLException;

/** Resources from the database, as JSON that the database makes itself. */
public final class DatabaseSources implements Sources {
    private final Settings settings;

    public DatabaseSources(Settings settings) {
        this.settings = settings;
    }

    @Override
    public String all(String resource) {
        return ask("SELECT COALESCE(json_agg(t), '[]') FROM (SELECT * FROM " + known(resource) + " ORDER BY id DESC LIMIT 100) t", null);
    }

    @Override
    public String one(String resource, String number) {
        return ask("SELECT row_to_json(t) FROM " + known(resource) + " t WHERE id = ?", Long.parseLong(number));
    }

    @Override
    public String add(String resource, byte[] body) {
        throw new UnsupportedOperationException(known(resource) + " with " + settings.pool() + " connections");
    }

    private static String known(String resource) {
        if (!resource.matches("[a-z_]+")) {
            throw new IllegalArgumentException(resource);
        }
        return resource;
    }

    private static String ask(String query, Long number) {
        try (var connection = DriverManager.getConnection(System.getenv("FIT_DATABASE_URL"));
                var statement = connection.prepareStatement(query)) {
            if (number != null) {
                statement.setLong(1, number);
            }
            try (var rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : "null";
            }
        } catch (SQLException problem) {
            throw new IllegalStateException(problem);
        }
    }
}
@@ release minor | Members and courses; The contract is checked
@@ call resource | bookings booking member_id:number! course_id:number! day:day! key:text! came:flag
@@ Thea | Bookings, with a key so that a request can be repeated
@@ call resource | trainers trainer name:text! field:text! about:text since:day!
@@ Rafael | Trainers
@@ Rafael | Addresses of bookings and trainers
~~~ src/main/java/fit/Main.java
import fit.courses.CoursePages;
=>
import fit.bookings.BookingPages;
import fit.courses.CoursePages;
~~~ src/main/java/fit/Main.java
import fit.members.MemberPages;
=>
import fit.members.MemberPages;
import fit.trainers.TrainerPages;
~~~ src/main/java/fit/Main.java
        CoursePages.on(server, answers);
=>
        CoursePages.on(server, answers);
        BookingPages.on(server, answers);
        TrainerPages.on(server, answers);
@@ call resource | passes pass member_id:number! entries:number! used:number! bought:day! price:cents!
@@ Enzo | Passes of ten entries
@@ Enzo | How versions of the app are compared
=== src/main/java/fit/Version.java
package fit;

/** A version of the app: 2.10.0 is younger than 2.9.4. */
public record Version(int major, int minor, int patch) implements Comparable<Version> {
    public static Version of(String text) {
        String[] parts = text.split("\\.");
        if (parts.length != 3) {
            throw new IllegalArgumentException(text);
        }
        return new Version(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    @Override
    public int compareTo(Version other) {
        if (major != other.major) {
            return Integer.compare(major, other.major);
        }
        return minor != other.minor ? Integer.compare(minor, other.minor) : Integer.compare(patch, other.patch);
    }
}
=== docs/versions.md
# Versions of the app

The app sends `X-App-Version`. Below `app.oldest_version` every answer is 426 with `{"update": true}`.

Before the oldest version is raised: look how many members still have it, and wait a week after the message in the app.
@@ release minor | Bookings; Trainers; Passes
@@ branch feature/family-accounts
@@ call resource | families family name:text! payer_id:number! most_members:number!
@@ Thea | Families
@@ switch main
@@ call resource | payments payment member_id:number! amount:cents! day:day! reference:text! refunded:flag!
@@ Enzo | Payments
@@ Enzo | Members have a telephone number
=== schema/007_members_phone.sql
ALTER TABLE members ADD COLUMN phone TEXT;
~~~ contract/members.json
    "newsletter": {
=>
    "phone": {
      "kind": "text",
      "required": false
    },
    "newsletter": {
~~~ src/main/java/fit/members/Member.java
boolean newsletter)
=>
String phone, boolean newsletter)
~~~ src/main/java/fit/members/MemberStore.java
member_since, newsletter) VALUES (?, ?, ?, ?, ?)
=>
member_since, phone, newsletter) VALUES (?, ?, ?, ?, ?, ?)
~~~ src/main/java/fit/members/MemberStore.java
            statement.setObject(5, each.newsletter());
=>
            statement.setObject(5, each.phone());
            statement.setObject(6, each.newsletter());
@@ call resource | messages message title:text! body:text! day:day! sent:flag! course_id:number
@@ Rafael | Messages to phones
