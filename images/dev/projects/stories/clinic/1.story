@@ Olga | Run migrations in order
=== bin/migrate
#!/usr/bin/env python3
"""Applies migrations: migrate DATABASE up | down [N] | status"""

import json
import os
import pathlib
import re
import sqlite3
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAME = re.compile(r"(\d{4})_(\w+)\.up\.sql")


def known():
    """{version: name}, in order; a gap or a missing down is an error."""
    found = {}
    for path in sorted((ROOT / "migrations").glob("*.up.sql")):
        match = NAME.fullmatch(path.name)
        if not match or int(match[1]) != len(found) + 1:
            raise SystemExit(f"migrate: {path.name} is not the next one")
        if not path.with_name(path.name.replace(".up.", ".down.")).exists():
            raise SystemExit(f"migrate: {path.name} has no down")
        found[int(match[1])] = f"{match[1]}_{match[2]}"
    return found


def applied(base):
    base.execute("CREATE TABLE IF NOT EXISTS schema_versions (version INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    return [row[0] for row in base.execute("SELECT version FROM schema_versions ORDER BY version")]


def run(base, text, after, values):
    """One file and its version, or neither."""
    base.executescript("BEGIN;\n" + text)
    base.execute(after, values)
    base.execute("COMMIT")


def views(base):
    """Makes the views anew; they hold nothing of their own."""
    for path in sorted((ROOT / "views").glob("*.sql")):
        base.execute(f"DROP VIEW IF EXISTS {path.stem}")
    for path in sorted((ROOT / "views").glob("*.sql")):
        base.executescript(path.read_text(encoding="utf-8"))


def drop_views(base):
    for path in (ROOT / "views").glob("*.sql"):
        base.execute(f"DROP VIEW IF EXISTS {path.stem}")


def up(base):
    names, done = known(), applied(base)
    drop_views(base)
    for version in sorted(names.keys() - set(done)):
        text = (ROOT / "migrations" / f"{names[version]}.up.sql").read_text(encoding="utf-8")
        run(base, text, "INSERT INTO schema_versions VALUES (?, ?)", (version, names[version]))
        print("applied", names[version])
    views(base)


def down(base, count):
    place = os.environ.get("CLINIC_ENV", "development")
    if not json.loads((ROOT / f"config/{place}.json").read_text(encoding="utf-8"))["migrations"]["allow_down"]:
        raise SystemExit(f"migrate: not in {place}")
    names = known()
    drop_views(base)
    for version in reversed(applied(base)[-count:]):
        text = (ROOT / "migrations" / f"{names[version]}.down.sql").read_text(encoding="utf-8")
        run(base, text, "DELETE FROM schema_versions WHERE version = ?", (version,))
        print("undone", names[version])


def main(words):
    if len(words) < 2 or words[1] not in ("up", "down", "status"):
        raise SystemExit(__doc__)
    pathlib.Path(words[0]).parent.mkdir(parents=True, exist_ok=True)
    base = sqlite3.connect(words[0], isolation_level=None)
    base.execute("PRAGMA foreign_keys = ON")
    if words[1] == "up":
        up(base)
    elif words[1] == "down":
        down(base, int(words[2]) if len(words) > 2 else 1)
    else:
        done = applied(base)
        for version, name in known().items():
            print("x" if version in done else " ", name)


if __name__ == "__main__":
    main(sys.argv[1:])
=== bin/load
#!/usr/bin/env python3
"""Runs SQL files on a database: load DATABASE FILE..."""

import pathlib
import sqlite3
import sys

if len(sys.argv) < 3:
    raise SystemExit(__doc__)
base = sqlite3.connect(sys.argv[1])
base.execute("PRAGMA foreign_keys = ON")
for name in sys.argv[2:]:
    base.executescript("BEGIN;\n" + pathlib.Path(name).read_text(encoding="utf-8") + "\nCOMMIT;")
    print("loaded", name)
=== bin/query
#!/usr/bin/env python3
"""Prints the rows of a query: query DATABASE FILE [name=value...]"""

import pathlib
import sqlite3
import sys

if len(sys.argv) < 3:
    raise SystemExit(__doc__)
base = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
values = dict(word.split("=", 1) for word in sys.argv[3:])
found = base.execute(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"), values)
print("|".join(column[0] for column in found.description))
for row in found:
    print("|".join("" if value is None else str(value) for value in row))
=== migrations/0001_people.up.sql
CREATE TABLE doctors (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  field TEXT NOT NULL
);

CREATE TABLE patients (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  born TEXT NOT NULL,
  town TEXT NOT NULL
);
=== migrations/0001_people.down.sql
DROP TABLE patients;
DROP TABLE doctors;
=== tests/conftest.py
"""An empty database with all migrations, and the programs of bin/."""

import pathlib
import sqlite3
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent


def program(name, *words, check=True, **more):
    return subprocess.run([sys.executable, str(ROOT / "bin" / name), *map(str, words)], check=check, capture_output=True, text=True, timeout=30, **more)


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    path = tmp_path_factory.mktemp("base") / "clinic.sqlite3"
    program("migrate", path, "up")
    return path


@pytest.fixture
def base(template):
    made = sqlite3.connect(":memory:")
    with sqlite3.connect(template) as source:
        source.backup(made)
    made.execute("PRAGMA foreign_keys = ON")
    yield made
    made.close()
=== tests/test_migrations.py
import os
import sqlite3

from conftest import ROOT, program


def shape(path):
    """Tables and columns, whatever way the database came there."""
    base = sqlite3.connect(path)
    tables = [row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {table: [row[1:4] for row in base.execute(f"PRAGMA table_info({table})")] for table in tables}


def test_every_step_can_be_undone(tmp_path):
    path = tmp_path / "c.sqlite3"
    program("migrate", path, "up")
    whole = shape(path)
    count = len(list((ROOT / "migrations").glob("*.up.sql")))
    for steps in range(1, count + 1):
        program("migrate", path, "down", steps)
        program("migrate", path, "up")
        assert shape(path) == whole
    program("migrate", path, "down", count)
    assert list(shape(path)) == ["schema_versions"]


def test_up_twice_does_nothing(tmp_path):
    program("migrate", tmp_path / "c.sqlite3", "up")
    assert program("migrate", tmp_path / "c.sqlite3", "up").stdout == ""


def test_production_does_not_go_down(tmp_path):
    done = program("migrate", tmp_path / "c.sqlite3", "down", check=False, env=os.environ | {"CLINIC_ENV": "production"})
    assert done.returncode != 0 and "not in production" in done.stderr
=== views/README.md
# Views

The interface for programs. One file each; the file has the view's name. A view may read tables and views that come before it in the alphabet.
@@ Amina | Rooms and slots
=== migrations/0002_slots.up.sql
CREATE TABLE slots (
  id INTEGER PRIMARY KEY,
  doctor_id INTEGER NOT NULL REFERENCES doctors (id),
  day TEXT NOT NULL,
  start TEXT NOT NULL,
  patient_id INTEGER REFERENCES patients (id)
);

CREATE INDEX slots_by_day ON slots (day, doctor_id);
=== migrations/0002_slots.down.sql
DROP TABLE slots;
=== queries/free_slots.sql
-- Free slots of a day, for all doctors.
SELECT slots.id, doctors.name, doctors.field, slots.start
FROM slots JOIN doctors ON doctors.id = slots.doctor_id
WHERE slots.day = :day AND slots.patient_id IS NULL
ORDER BY slots.start, doctors.name
=== cases/free_slots.sql
-- queries/free_slots.sql day=2026-03-02
INSERT INTO doctors VALUES (1, 'Rosa Ferrer', 'skin'), (2, 'Jan Tamm', 'heart');
INSERT INTO patients (id, name, born, town) VALUES (1, 'Hana Sato', '1980-04-01', 'Norrby');
INSERT INTO slots (id, doctor_id, day, start, patient_id) VALUES (1, 1, '2026-03-02', '09:00', NULL), (2, 2, '2026-03-02', '08:20', NULL), (3, 2, '2026-03-02', '08:00', 1), (4, 1, '2026-03-03', '08:00', NULL);
=== cases/free_slots.expected
2|Jan Tamm|heart|08:20
1|Rosa Ferrer|skin|09:00
=== tests/test_cases.py
"""cases/NAME.sql is run on an empty database; then the query that it names must give the rows of cases/NAME.expected."""

import pytest
from conftest import ROOT

CASES = sorted(path.stem for path in (ROOT / "cases").glob("*.sql"))


@pytest.mark.parametrize("name", CASES)
def test_case(base, name):
    text = (ROOT / "cases" / f"{name}.sql").read_text(encoding="utf-8")
    query, *values = text.splitlines()[0].removeprefix("-- ").split()
    base.executescript(text)
    found = base.execute((ROOT / query).read_text(encoding="utf-8"), dict(value.split("=", 1) for value in values))
    lines = ["|".join("" if value is None else str(value) for value in row) for row in found]
    assert lines == (ROOT / "cases" / f"{name}.expected").read_text(encoding="utf-8").splitlines()


def test_every_query_has_a_case():
    asked = {(ROOT / "cases" / f"{name}.sql").read_text(encoding="utf-8").split()[1] for name in CASES}
    assert {f"queries/{path.name}" for path in (ROOT / "queries").glob("*.sql")} <= asked
@@ call people | 4 30
@@ Rafael | Invented doctors and patients
=== tests/test_seeds.py
"""The seeds fit the schema and hold together."""

from conftest import ROOT


def test_seeds(base):
    for path in sorted((ROOT / "seeds").glob("*.sql")):
        base.executescript(path.read_text(encoding="utf-8"))
    assert base.execute("SELECT COUNT(*) FROM patients").fetchone()[0] >= 30
    assert base.execute("PRAGMA foreign_key_check").fetchall() == []
@@ Amina | Nobody has two appointments at a time
=== migrations/0003_one_slot_at_a_time.up.sql
CREATE UNIQUE INDEX slots_of_doctor ON slots (doctor_id, day, start);
=== migrations/0003_one_slot_at_a_time.down.sql
DROP INDEX slots_of_doctor;
=== queries/double_booked.sql
-- Patients with two slots that begin at the same time.
SELECT patients.name, slots.day, slots.start, COUNT(*) AS slots
FROM slots JOIN patients ON patients.id = slots.patient_id
GROUP BY patients.name, slots.day, slots.start
HAVING COUNT(*) > 1
ORDER BY slots.day, slots.start, patients.name
=== cases/double_booked.sql
-- queries/double_booked.sql
INSERT INTO doctors VALUES (1, 'Rosa Ferrer', 'skin'), (2, 'Jan Tamm', 'heart');
INSERT INTO patients (id, name, born, town) VALUES (1, 'Hana Sato', '1980-04-01', 'Norrby'), (2, 'Nils Dahl', '1999-02-11', 'Pelkau');
INSERT INTO slots (id, doctor_id, day, start, patient_id) VALUES (1, 1, '2026-03-02', '09:00', 1), (2, 2, '2026-03-02', '09:00', 1), (3, 2, '2026-03-02', '08:00', 2);
=== cases/double_booked.expected
Hana Sato|2026-03-02|09:00|2
=== tests/test_rules.py
"""What the schema itself refuses."""

import sqlite3

import pytest

PEOPLE = "INSERT INTO doctors VALUES (1, 'Rosa Ferrer', 'skin'); INSERT INTO patients (id, name, born, town) VALUES (1, 'Hana Sato', '1980-04-01', 'Norrby');"


def refused(base, statement):
    with pytest.raises(sqlite3.IntegrityError):
        base.execute(statement)


def test_one_slot_of_a_doctor_at_a_time(base):
    base.executescript(PEOPLE + "INSERT INTO slots (id, doctor_id, day, start) VALUES (1, 1, '2026-03-02', '09:00');")
    refused(base, "INSERT INTO slots (id, doctor_id, day, start) VALUES (2, 1, '2026-03-02', '09:00')")


def test_no_slot_without_a_doctor(base):
    refused(base, "INSERT INTO slots (id, doctor_id, day, start) VALUES (1, 9, '2026-03-02', '09:00')")


def test_a_patient_with_slots_stays(base):
    base.executescript(PEOPLE + "INSERT INTO slots (id, doctor_id, day, start, patient_id) VALUES (1, 1, '2026-03-02', '09:00', 1);")
    refused(base, "DELETE FROM patients")
@@ release minor | People, slots, free slots
@@ Amina | The day of a doctor, as a view
=== views/doctor_day.sql
CREATE VIEW doctor_day AS
SELECT slots.day, slots.start, doctors.name AS doctor, patients.name AS patient, patients.born
FROM slots
JOIN doctors ON doctors.id = slots.doctor_id
LEFT JOIN patients ON patients.id = slots.patient_id;
=== queries/day_of.sql
-- What a doctor does on a day.
SELECT start, patient, born FROM doctor_day WHERE doctor = :doctor AND day = :day ORDER BY start
=== cases/day_of.sql
-- queries/day_of.sql doctor=Tamm day=2026-03-02
INSERT INTO doctors VALUES (1, 'Tamm', 'heart');
INSERT INTO patients (id, name, born, town) VALUES (1, 'Hana Sato', '1980-04-01', 'Norrby');
INSERT INTO slots (id, doctor_id, day, start, patient_id) VALUES (1, 1, '2026-03-02', '09:00', 1), (2, 1, '2026-03-02', '08:20', NULL);
=== cases/day_of.expected
08:20||
09:00|Hana Sato|1980-04-01
@@ Luca | Prescriptions
=== migrations/0004_prescriptions.up.sql
CREATE TABLE medicines (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  most_per_day INTEGER NOT NULL CHECK (most_per_day > 0)
);

CREATE TABLE prescriptions (
  id INTEGER PRIMARY KEY,
  slot_id INTEGER NOT NULL REFERENCES slots (id),
  medicine_code TEXT NOT NULL REFERENCES medicines (code),
  per_day INTEGER NOT NULL CHECK (per_day > 0),
  days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 90)
);
=== migrations/0004_prescriptions.down.sql
DROP TABLE prescriptions;
DROP TABLE medicines;
=== queries/too_much.sql
-- Prescriptions of more than a medicine allows in a day.
SELECT prescriptions.id, patients.name, medicines.name AS medicine, prescriptions.per_day, medicines.most_per_day
FROM prescriptions
JOIN medicines ON medicines.code = prescriptions.medicine_code
JOIN slots ON slots.id = prescriptions.slot_id
JOIN patients ON patients.id = slots.patient_id
WHERE prescriptions.per_day > medicines.most_per_day
ORDER BY prescriptions.id
=== cases/too_much.sql
-- queries/too_much.sql
INSERT INTO doctors VALUES (1, 'Tamm', 'heart');
INSERT INTO patients (id, name, born, town) VALUES (1, 'Hana Sato', '1980-04-01', 'Norrby');
INSERT INTO slots (id, doctor_id, day, start, patient_id) VALUES (1, 1, '2026-03-02', '09:00', 1);
INSERT INTO medicines VALUES ('M1', 'Calmin', 3), ('M2', 'Dolorin', 4);
INSERT INTO prescriptions VALUES (1, 1, 'M1', 3, 10), (2, 1, 'M1', 4, 10), (3, 1, 'M2', 4, 5);
=== cases/too_much.expected
2|Hana Sato|Calmin|4|3
+++ tests/test_rules.py
def test_days_of_a_prescription(base):
    base.executescript(PEOPLE + "INSERT INTO slots (id, doctor_id, day, start, patient_id) VALUES (1, 1, '2026-03-02', '09:00', 1); INSERT INTO medicines VALUES ('M1', 'Calmin', 3);")
    refused(base, "INSERT INTO prescriptions VALUES (1, 1, 'M1', 3, 91)")
