@@ Rafael | Medicines for development
=== seeds/04_medicines.sql
INSERT INTO medicines (code, name, most_per_day) VALUES
  ('CAL', 'Calmin', 3),
  ('DOL', 'Dolorin', 4),
  ('FEB', 'Febrisol', 6),
  ('TUS', 'Tussilan', 3),
  ('VEN', 'Ventoral', 2),
  ('ZIN', 'Zincovit', 1);
@@ Amina | No-shows
=== migrations/0005_outcome.up.sql
ALTER TABLE slots ADD COLUMN outcome TEXT NOT NULL DEFAULT 'open';
=== migrations/0005_outcome.down.sql
ALTER TABLE slots DROP COLUMN outcome;
=== queries/no_shows.sql
-- Patients who did not come, most often first.
SELECT patients.id, patients.name, COUNT(*) AS times
FROM slots JOIN patients ON patients.id = slots.patient_id
WHERE slots.outcome = 'no-show' AND slots.day >= :since
GROUP BY patients.id, patients.name
ORDER BY times DESC, patients.name
=== cases/no_shows.sql
-- queries/no_shows.sql since=2026-01-01
INSERT INTO doctors VALUES (1, 'Tamm', 'heart');
INSERT INTO patients (id, name, born, town) VALUES (1, 'Hana Sato', '1980-04-01', 'Norrby'), (2, 'Nils Dahl', '1999-02-11', 'Pelkau');
INSERT INTO slots (id, doctor_id, day, start, patient_id, outcome) VALUES (1, 1, '2025-12-02', '09:00', 1, 'no-show'), (2, 1, '2026-02-02', '09:00', 1, 'no-show'), (3, 1, '2026-02-03', '09:00', 2, 'no-show'), (4, 1, '2026-02-04', '09:00', 2, 'no-show'), (5, 1, '2026-02-05', '09:00', 2, 'seen');
=== cases/no_shows.expected
2|Nils Dahl|2
1|Hana Sato|1
@@ release minor | Prescriptions; No-shows; Views
@@ Luca | Reminders
=== migrations/0006_reminders.up.sql
CREATE TABLE reminders_sent (
  slot_id INTEGER PRIMARY KEY REFERENCES slots (id),
  moment TEXT NOT NULL
);
=== migrations/0006_reminders.down.sql
DROP TABLE reminders_sent;
=== queries/to_remind.sql
-- Whom to remind on a day: taken slots of the day without a reminder.
SELECT slots.id, patients.name, slots.day, slots.start
FROM slots
JOIN patients ON patients.id = slots.patient_id
LEFT JOIN reminders_sent ON reminders_sent.slot_id = slots.id
WHERE slots.day = :day AND reminders_sent.slot_id IS NULL
ORDER BY slots.start, slots.id
=== cases/to_remind.sql
-- queries/to_remind.sql day=2026-03-02
INSERT INTO doctors VALUES (1, 'Tamm', 'heart');
INSERT INTO patients (id, name, born, town) VALUES (1, 'Hana Sato', '1980-04-01', 'Norrby');
INSERT INTO slots (id, doctor_id, day, start, patient_id) VALUES (1, 1, '2026-03-02', '09:00', 1), (2, 1, '2026-03-02', '10:00', 1), (3, 1, '2026-03-02', '11:00', NULL);
INSERT INTO reminders_sent VALUES (1, '2026-02-28 10:00');
=== cases/to_remind.expected
2|Hana Sato|2026-03-02|10:00
@@ branch feature/waiting-list
@@ Luca | A waiting list
=== migrations/0007_waiting.up.sql
CREATE TABLE waiting (
  id INTEGER PRIMARY KEY,
  patient_id INTEGER NOT NULL REFERENCES patients (id),
  field TEXT NOT NULL,
  since TEXT NOT NULL
);
=== migrations/0007_waiting.down.sql
DROP TABLE waiting;
@@ Luca | Who is next on the waiting list
=== queries/next_waiting.sql
-- Who waits longest for a field.
SELECT patients.name, waiting.since
FROM waiting JOIN patients ON patients.id = waiting.patient_id
WHERE waiting.field = :field
ORDER BY waiting.since, waiting.id
=== cases/next_waiting.sql
-- queries/next_waiting.sql field=skin
INSERT INTO patients (id, name, born, town) VALUES (1, 'Hana Sato', '1980-04-01', 'Norrby'), (2, 'Nils Dahl', '1999-02-11', 'Pelkau');
INSERT INTO waiting VALUES (1, 1, 'skin', '2026-02-02'), (2, 2, 'skin', '2026-01-15'), (3, 2, 'eyes', '2026-01-01');
=== cases/next_waiting.expected
Nils Dahl|2026-01-15
Hana Sato|2026-02-02
@@ switch main
@@ Rafael | How full the days are
=== views/load_by_day.sql
CREATE VIEW load_by_day AS
SELECT day, COUNT(*) AS slots, COUNT(patient_id) AS taken, 100 * COUNT(patient_id) / COUNT(*) AS percent
FROM slots
GROUP BY day;
=== queries/full_days.sql
-- Days with at least so many percent taken.
SELECT day, taken, slots, percent FROM load_by_day WHERE percent >= CAST(:percent AS INTEGER) ORDER BY day
=== cases/full_days.sql
-- queries/full_days.sql percent=50
INSERT INTO doctors VALUES (1, 'Tamm', 'heart');
INSERT INTO patients (id, name, born, town) VALUES (1, 'Hana Sato', '1980-04-01', 'Norrby');
INSERT INTO slots (id, doctor_id, day, start, patient_id) VALUES (1, 1, '2026-03-02', '09:00', 1), (2, 1, '2026-03-02', '10:00', NULL), (3, 1, '2026-03-03', '09:00', NULL);
=== cases/full_days.expected
2026-03-02|1|2|50
@@ call people | 8 120
@@ Rafael | More invented people
@@ Olga | What only PostgreSQL can
=== postgresql/README.md
# PostgreSQL only

Run once by hand after the migrations; not part of the cases.
=== postgresql/roles.sql
-- The desk reads views and writes slots; letters read views only. Passwords are set by hand.
CREATE ROLE desk LOGIN;
CREATE ROLE letters LOGIN;
GRANT SELECT ON doctor_day, load_by_day TO desk, letters;
GRANT SELECT, UPDATE (patient_id, outcome) ON slots TO desk;
=== postgresql/retention.sql
-- Moves what is older than the retention into the archive. Never deletes without the copy.
BEGIN;
CREATE TABLE IF NOT EXISTS archive_slots (LIKE slots);
WITH moved AS (
  DELETE FROM slots
  WHERE day < TO_CHAR(CURRENT_DATE - INTERVAL '12 years', 'YYYY-MM-DD')
    AND NOT EXISTS (SELECT 1 FROM prescriptions WHERE prescriptions.slot_id = slots.id)
  RETURNING *
)
INSERT INTO archive_slots SELECT * FROM moved;
COMMIT;
@@ release minor | Reminders; How full the days are
