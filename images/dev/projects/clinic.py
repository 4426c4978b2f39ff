#!/usr/bin/env python3
"""clinic: appointments in SQL: migrations, views and queries, with cases that are compared; runs on SQLite and PostgreSQL."""

from lib.project import make
from lib.vocabulary import TOWNS, Dice, person

ABOUT = {
    "title": "Clinic appointments",
    "summary": "The database of Fontvert Clinic: patients, doctors, rooms, appointments, prescriptions. Plain SQL that SQLite and PostgreSQL both understand.",
    "domain": "fontvert-clinic.example",
    "people": ["Amina Okafor", "Luca Gallo", "Olga Novak", "Rafael Silva"],
    "start_date": "2025-01-06",
    "end_date": "2026-08-14",
    "language": "python",
    "start": "bin/migrate tmp/clinic.sqlite3 up\nbin/load tmp/clinic.sqlite3 seeds/*.sql\nbin/query tmp/clinic.sqlite3 queries/free_slots.sql day=2026-03-02",
    "test": "make test",
    "layout": [
        ("migrations/", "NNNN_name.up.sql and .down.sql, applied in order"),
        ("views/", "one view a file; made anew after each migration"),
        ("queries/", "what the desk and the doctors ask; names after a colon are given"),
        ("seeds/", "invented people for development; never for production"),
        ("cases/", "statements and the rows that they must give"),
        ("bin/", "migrate, load, query"),
    ],
    "ci": ("gitlab", [("Cases", "make test")], ["python3-pytest"]),
    "env": [
        ("CLINIC_DATABASE", "tmp/clinic.sqlite3", "development: a file"),
        ("PGHOST", "db.dev.test", "staging and production: PostgreSQL"),
        ("PGDATABASE", "clinic_dev", ""),
        ("PGUSER", "clinic", ""),
        ("PGPASSWORD", "change-me", ""),
    ],
    "form": "json",
    "settings": [
        ("database", "tmp/clinic.sqlite3", "clinic_staging", "clinic"),
        ("migrations.allow_down", True, True, False),
        ("retention.years", 1, 10, 10),
        ("slots.minutes", 20, 20, 20),
        ("reminders.hours_before", 1, 24, 24),
    ],
    "tweaks": [
        ("production", "reminders.hours_before", 48, "Production: remind two days before"),
        ("staging", "reminders.hours_before", 48, "Staging: reminders as in production"),
        ("production", "slots.minutes", 15, "Production: slots of a quarter of an hour"),
        ("production", "retention.years", 12, "Records stay twelve years now, by the new rule"),
    ],
    "hosts": [
        ("db.dev.test", "development", "`clinic_dev`, invented people"),
        ("db.staging.test", "staging", "`clinic_staging`, names replaced"),
        ("db.prod.test", "production", "`clinic`; records of 31,000 people, kept by law"),
    ],
    "host_note": "Down-migrations are for development. In production, a mistake is corrected by the next migration.",
    "makefile": """
.PHONY: test database clean

test:
    python3 -m pytest -q -p no:cacheprovider tests

database:
    bin/migrate tmp/clinic.sqlite3 up
    bin/load tmp/clinic.sqlite3 seeds/*.sql

clean:
    rm -f tmp/clinic.sqlite3
""",
    "ignored": "tmp/\ndumps/\n",
    "glossary": [
        ("slot", "a time that a doctor offers; free until somebody takes it"),
        ("no-show", "a patient who did not come and did not call"),
        ("referral", "a letter of another doctor"),
        ("retention", "how long a record must be kept before it may go"),
        ("walk-in", "a patient without an appointment"),
        ("desk", "the people who answer the telephone"),
    ],
    "decisions": [
        ("Plain SQL", "Three programs in three languages use the database.", "The database is described in SQL; each program may read the views only."),
        ("SQLite for development", "Every laptop had another server version.", "Statements keep to what both understand; what cannot is in `postgresql/`."),
        ("Nothing is deleted", "A record that is gone cannot be explained.", "Rows get `ended`; after the retention they are moved, not deleted."),
        ("Views are the interface", "A renamed column broke the letters.", "Programs read views. Tables may change."),
        ("Cases beside the queries", "Nobody dared to change a query.", "Each query has a case with rows that it must give."),
    ],
    "runbooks": [
        ("Migration stops half way", "A statement failed; SQLite and PostgreSQL roll back the one file.", ["`bin/migrate DATABASE status`", "Correct the file in a branch; never edit `schema_versions`.", "In production: call Olga first."], "Olga Novak"),
        ("Two patients in one slot", "Somebody wrote beside the desk's program.", ["`queries/double_booked.sql`", "The desk calls the second patient.", "Do not remove either row."], "Amina Okafor"),
        ("Reminders went out twice", "The job ran on two hosts.", ["Stop one.", "`reminders_sent` tells who got two."], "Luca Gallo"),
    ],
}  # fmt: skip


def people(repository, rest):
    """Seeds: doctors and patients, and slots of one week."""
    doctors, patients = map(int, rest.split())
    dice = Dice(f"clinic {rest}")
    fields = ["general", "skin", "heart", "bones", "children", "eyes"]
    rows = ",\n".join(f"  ({n}, '{person(dice)}', '{fields[n % len(fields)]}')" for n in range(1, doctors + 1))
    repository.write("seeds/01_doctors.sql", f"INSERT INTO doctors (id, name, field) VALUES\n{rows};\n")
    rows = ",\n".join(f"  ({n}, '{person(dice)}', '{dice.between(1935, 2022)}-{dice.between(1, 12):02}-{dice.between(1, 28):02}', '{dice.pick(TOWNS)}')" for n in range(1, patients + 1))
    repository.write("seeds/02_patients.sql", f"INSERT INTO patients (id, name, born, town) VALUES\n{rows};\n")
    slots, number = [], 0
    for day in range(2, 7):
        for doctor in range(1, doctors + 1):
            for hour in (8, 9, 10, 14):
                number += 1
                patient = dice.between(1, patients) if dice.below(3) else "NULL"
                slots.append(f"  ({number}, {doctor}, '2026-03-{day:02}', '{hour:02}:{dice.pick(['00', '20', '40'])}', {patient})")
    repository.write("seeds/03_slots.sql", "INSERT INTO slots (id, doctor_id, day, start, patient_id) VALUES\n" + ",\n".join(slots) + ";\n")


if __name__ == "__main__":
    make("clinic", ABOUT, blanks={"people": people}, every=1)
