-- The tables and the workers' functions of a fleet. Installed as one transaction, as often as one
-- likes; admin.sql follows in the same transaction.
--
-- A worker's role may execute the functions at the end of this file and nothing else. Each asks
-- first whether session_user is the role of the run (granted()); joined into the query that locks
-- trials, that question would make the planner sort the whole backlog. A lease's token is a
-- capability: 122 random bits that only the worker it was given to has seen.

SELECT pg_advisory_xact_lock(hashtextextended('redcode.install', 0));
CREATE SCHEMA IF NOT EXISTS redcode;
CREATE TABLE IF NOT EXISTS redcode.version (number integer NOT NULL);
DO $$
BEGIN
  IF (SELECT max(number) FROM redcode.version) > 1 THEN
    RAISE EXCEPTION 'the schema was made by a newer program';
  END IF;
  INSERT INTO redcode.version SELECT 1 WHERE NOT EXISTS (SELECT FROM redcode.version);
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'redcode_worker') THEN
    CREATE ROLE redcode_worker NOLOGIN;
  END IF;
  -- Room on the server's disk is not for everyone who may log in.
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea),
      -- A run's workers share a role, and one could end the others' connections.
      pg_terminate_backend(integer, bigint), pg_cancel_backend(integer) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION pg_terminate_backend(integer, bigint), pg_cancel_backend(integer)
      TO pg_signal_backend;
  END IF;
END $$;

CREATE TABLE IF NOT EXISTS redcode.run (
  run text PRIMARY KEY CHECK (run ~ '^[0-9a-f]{16}$'),
  role name NOT NULL UNIQUE,             -- whose members of the fleet work on it
  spec text NOT NULL CHECK (octet_length(spec) <= 1048576),
  planned bigint NOT NULL CHECK (planned >= 0),
  attempts integer NOT NULL CHECK (attempts BETWEEN 1 AND 1000),
  backoff interval NOT NULL,
  orders text NOT NULL DEFAULT 'go' CHECK (orders IN ('go', 'pause', 'stop')),
  retried bigint NOT NULL DEFAULT 0,
  reaped_at timestamptz NOT NULL DEFAULT '-infinity',
  created_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE redcode.run
  ADD COLUMN IF NOT EXISTS coordinator text NOT NULL DEFAULT '',   -- who collects its results
  ADD COLUMN IF NOT EXISTS coordinator_until timestamptz NOT NULL DEFAULT '-infinity';

CREATE TABLE IF NOT EXISTS redcode.worker (
  run text NOT NULL REFERENCES redcode.run ON DELETE CASCADE,
  worker text NOT NULL,
  alive_until timestamptz NOT NULL,
  asked bigint NOT NULL DEFAULT 0,       -- the last call of lease() that was heeded
  PRIMARY KEY (run, worker)
) WITH (fillfactor = 50);
ALTER TABLE redcode.worker                -- leases of its were given up, and it was not told yet
  ADD COLUMN IF NOT EXISTS lost boolean NOT NULL DEFAULT false;

-- A partition for each run: dropping a run is dropping its partitions.
CREATE TABLE IF NOT EXISTS redcode.trial (
  run text NOT NULL,
  number bigint NOT NULL,
  status smallint NOT NULL DEFAULT 0,    -- 0 queued, 1 leased, 2 completed, 3 given up
  attempts smallint NOT NULL DEFAULT 0,
  worker text,
  token text,                            -- kept when a lease ends well, for calls that are repeated
  call bigint,                           -- of lease()
  ready_at timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (run, number)
) PARTITION BY LIST (run);
CREATE INDEX IF NOT EXISTS trial_queued ON redcode.trial (number) WHERE status = 0;
CREATE INDEX IF NOT EXISTS trial_leased ON redcode.trial (worker) WHERE status = 1;

CREATE TABLE IF NOT EXISTS redcode.result (
  run text NOT NULL,
  number bigint NOT NULL,
  attempt smallint NOT NULL,
  worker text,
  record text,
  reason text,                           -- why there is no record
  collected boolean NOT NULL DEFAULT false,
  PRIMARY KEY (run, number)
) PARTITION BY LIST (run);
CREATE INDEX IF NOT EXISTS result_uncollected ON redcode.result (number) WHERE NOT collected;

-- Tries that were cut short and after which the trial was queued again. What they did counts, too.
CREATE TABLE IF NOT EXISTS redcode.earlier (
  run text NOT NULL REFERENCES redcode.run ON DELETE CASCADE,
  number bigint NOT NULL,
  attempt smallint NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (run, number, attempt)
);

-- The run, if it is the caller's. Whether another's run exists is nobody's business.
CREATE OR REPLACE FUNCTION redcode.granted(the_run text) RETURNS redcode.run
LANGUAGE plpgsql STABLE SET search_path = redcode, pg_temp AS $$
DECLARE
  found_run redcode.run;
BEGIN
  SELECT * INTO found_run FROM run WHERE run = the_run AND role = session_user;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such run for this role' USING ERRCODE = '42501';
  END IF;
  RETURN found_run;
END $$;

-- Queues again what lost workers (or `only_worker`, if it is one) held; after the last attempt the
-- trial is over without a record.
--
-- One at a time for each run, and with the lost workers' rows locked: a worker whose row is locked
-- by somebody else is being heard of. So whom this finds lost stays lost until it is done. The
-- trials are told by the workers' names alone: FOR UPDATE looks again at a row that was leased to
-- another meanwhile, but not at the rows it is joined with.
CREATE OR REPLACE FUNCTION redcode.requeue_lost(
  the_run text, only_worker text, OUT queued_again bigint, OUT given_up bigint)
LANGUAGE plpgsql SET search_path = redcode, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  most_attempts integer;
  dead text[];
BEGIN
  SELECT attempts INTO most_attempts FROM run WHERE run = the_run FOR NO KEY UPDATE;
  SELECT array_agg(d.worker) INTO dead FROM (
    SELECT w.worker FROM worker w
     WHERE w.run = the_run AND w.alive_until < now() AND (only_worker IS NULL OR w.worker = only_worker)
       AND EXISTS (SELECT FROM trial t WHERE t.run = the_run AND t.status = 1 AND t.worker = w.worker)
       FOR UPDATE SKIP LOCKED) d;
  WITH lost AS MATERIALIZED (
    SELECT t.number FROM trial t
     WHERE t.run = the_run AND t.status = 1 AND t.worker = ANY (dead)
     LIMIT CASE WHEN only_worker IS NULL THEN 5000 END
       FOR UPDATE SKIP LOCKED
  ), ended AS (
    UPDATE trial t
       SET status = CASE WHEN t.attempts >= most_attempts THEN 3 ELSE 0 END, token = NULL
      FROM lost
     WHERE t.run = the_run AND t.number = lost.number AND t.status = 1 AND t.worker = ANY (dead)
    RETURNING t.number, t.status, t.attempts, t.worker
  ), noted AS (
    UPDATE worker w SET lost = true
     WHERE w.run = the_run AND w.worker IN (SELECT worker FROM ended)
  ), kept AS (
    INSERT INTO result (run, number, attempt, worker, reason)
    SELECT the_run, number, attempts, worker, format('its worker was lost %s times', attempts)
      FROM ended WHERE status = 3
  )
  SELECT count(*) FILTER (WHERE status = 0), count(*) FILTER (WHERE status = 3)
    INTO queued_again, given_up FROM ended;
  IF queued_again > 0 THEN
    UPDATE run SET retried = retried + queued_again WHERE run = the_run;
  END IF;
END $$;

-- Forgets workers that have been silent for minutes and hold nothing: every process has a new name.
CREATE OR REPLACE FUNCTION redcode.forget_workers(the_run text) RETURNS void
LANGUAGE sql SET search_path = redcode, pg_temp AS $$
  DELETE FROM worker WHERE run = the_run AND worker IN (
    SELECT w.worker FROM worker w
     WHERE w.run = the_run AND w.alive_until < now() - interval '5 minutes'
       AND NOT EXISTS (SELECT FROM trial t WHERE t.run = the_run AND t.status = 1 AND t.worker = w.worker)
     LIMIT 1000 FOR UPDATE SKIP LOCKED);
$$;

-- The worker is alive. False: it was not known, or it had been given up, and so are its leases.
CREATE OR REPLACE FUNCTION redcode.hear_of(the_run text, the_worker text, ttl_ms integer)
RETURNS boolean LANGUAGE plpgsql SET search_path = redcode, pg_temp AS $$
DECLARE
  until timestamptz := now() + make_interval(secs => ttl_ms / 1000.0);
  was redcode.worker;
BEGIN
  IF (length(the_worker) BETWEEN 1 AND 64 AND ttl_ms BETWEEN 100 AND 3600000) IS NOT TRUE THEN
    RAISE EXCEPTION 'a worker without a proper name or time to live' USING ERRCODE = '22023';
  END IF;
  SELECT * INTO was FROM worker WHERE run = the_run AND worker = the_worker FOR UPDATE;
  IF NOT FOUND THEN
    PERFORM forget_workers(the_run);
    IF (SELECT count(*) FROM worker WHERE run = the_run AND alive_until >= now()) >= 10000 THEN
      RAISE EXCEPTION 'too many workers' USING ERRCODE = '54000';
    END IF;
    INSERT INTO worker (run, worker, alive_until) VALUES (the_run, the_worker, until)
    ON CONFLICT DO NOTHING;
    RETURN false;
  END IF;
  IF was.alive_until < now() THEN
    PERFORM requeue_lost(the_run, the_worker);
  END IF;
  UPDATE worker SET alive_until = until WHERE run = the_run AND worker = the_worker;
  RETURN was.alive_until >= now() AND NOT was.lost;
END $$;

CREATE OR REPLACE FUNCTION redcode.take(the_run text, the_worker text, most integer, this_call bigint)
RETURNS TABLE (number bigint, attempt integer, token text)
LANGUAGE plpgsql SET search_path = redcode, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH next AS MATERIALIZED (
    SELECT t.number FROM trial t
     WHERE t.run = the_run AND t.status = 0 AND t.ready_at <= now()
     ORDER BY t.number LIMIT most FOR UPDATE SKIP LOCKED
  ), taken AS (
    UPDATE trial t
       SET status = 1, attempts = t.attempts + 1, worker = the_worker,
           token = gen_random_uuid()::text, call = this_call
      FROM next WHERE t.run = the_run AND t.number = next.number
    RETURNING t.number, t.attempts::integer, t.token
  )
  SELECT * FROM taken ORDER BY 1;
END $$;

CREATE OR REPLACE FUNCTION redcode.state_of(the_run text)
RETURNS TABLE (planned bigint, queued bigint, leased bigint, retried bigint, orders text)
LANGUAGE plpgsql STABLE SET search_path = redcode, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT r.planned, (SELECT count(*) FROM trial t WHERE t.run = the_run AND t.status = 0),
         (SELECT count(*) FROM trial t WHERE t.run = the_run AND t.status = 1), r.retried, r.orders
    FROM run r WHERE r.run = the_run;
END $$;

-- Ends a lease that is still held, as `to_status`; NULL if it is not.
CREATE OR REPLACE FUNCTION redcode.end_lease(
  the_run text, the_number bigint, the_token text, to_status integer, to_ready_at timestamptz)
RETURNS redcode.trial LANGUAGE plpgsql SET search_path = redcode, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  ended redcode.trial;
BEGIN
  UPDATE trial t SET status = to_status, ready_at = to_ready_at
    FROM worker w
   WHERE t.run = the_run AND t.number = the_number AND t.token = the_token
     -- Not `status = 1`: the planner would read every leased trial by that index.
     AND t.status + 0 = 1
     AND w.run = t.run AND w.worker = t.worker AND w.alive_until >= now()
  RETURNING t.* INTO ended;
  RETURN ended;
END $$;

-- Whether the lease was ended so before: the caller repeats a call whose answer was lost.
CREATE OR REPLACE FUNCTION redcode.was_ended(
  the_run text, the_number bigint, the_token text, statuses integer[])
RETURNS boolean LANGUAGE sql STABLE SET search_path = redcode, pg_temp AS $$
  SELECT EXISTS (SELECT FROM trial t WHERE t.run = the_run AND t.number = the_number
                    AND t.token = the_token AND t.status = ANY (statuses));
$$;

CREATE OR REPLACE FUNCTION redcode.demand_record(the_record text)
RETURNS void LANGUAGE plpgsql SET search_path = redcode, pg_temp AS $$
BEGIN
  IF (octet_length(the_record) <= 67108864) IS NOT TRUE THEN
    RAISE EXCEPTION 'a record that is missing or too large' USING ERRCODE = '22023';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION redcode.store(ended redcode.trial, the_record text)
RETURNS void LANGUAGE plpgsql SET search_path = redcode, pg_temp AS $$
BEGIN
  PERFORM demand_record(the_record);
  INSERT INTO result (run, number, attempt, worker, record)
  VALUES (ended.run, ended.number, ended.attempts, ended.worker, the_record);
END $$;

-- From here on: what workers may call.

CREATE OR REPLACE FUNCTION redcode.assignment() RETURNS TABLE (run text, spec text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = redcode, pg_temp AS $$
  SELECT r.run, r.spec FROM run r WHERE r.role = session_user;
$$;

-- `this_call` counts a worker's calls; `heard_call` is the last whose answer it got. What it was
-- given by a later one goes back uncounted, since nobody has the tokens. A call that comes after
-- its successor gives nothing.
CREATE OR REPLACE FUNCTION redcode.lease(
  the_run text, the_worker text, most integer, ttl_ms integer, this_call bigint, heard_call bigint)
RETURNS TABLE (number bigint, attempt integer, token text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = redcode, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  the redcode.run := granted(the_run);
BEGIN
  IF (most BETWEEN 1 AND 1000) IS NOT TRUE THEN
    RAISE EXCEPTION 'from 1 to 1000 trials at a time' USING ERRCODE = '22023';
  END IF;
  PERFORM hear_of(the_run, the_worker, ttl_ms);
  UPDATE worker SET asked = this_call
   WHERE run = the_run AND worker = the_worker AND asked < this_call;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  UPDATE trial SET status = 0, attempts = attempts - 1, token = NULL
   WHERE run = the_run AND worker = the_worker AND status = 1 AND call > heard_call;
  IF the.orders <> 'go' THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT * FROM take(the_run, the_worker, most, this_call);
  IF FOUND THEN
    RETURN;
  END IF;
  -- Everyone who is idle comes here, so it is done once a second.
  UPDATE run SET reaped_at = now()
   WHERE run = the_run AND reaped_at < now() - interval '1 second';
  IF FOUND AND (SELECT queued_again FROM requeue_lost(the_run, NULL)) > 0 THEN
    RETURN QUERY SELECT * FROM take(the_run, the_worker, most, this_call);
  END IF;
END $$;

DROP FUNCTION IF EXISTS redcode.beat(text, text, integer);
-- `held`: the tokens of what the worker still runs, of all it was given up to `heard_call`. Whatever
-- else is leased to it goes back uncounted: it may have been told that a lease was lost when a beat
-- that saved it was on its way, or have given one back when nobody listened.
CREATE OR REPLACE FUNCTION redcode.beat(
  the_run text, the_worker text, ttl_ms integer, heard_call bigint, held text[])
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = redcode, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  lives boolean;
BEGIN
  PERFORM granted(the_run);
  lives := hear_of(the_run, the_worker, ttl_ms);
  WITH dropped AS MATERIALIZED (
    SELECT t.number FROM trial t
     WHERE t.run = the_run AND t.worker = the_worker AND t.status = 1 AND t.call <= heard_call
       AND t.token <> ALL (held)
       FOR UPDATE SKIP LOCKED
  )
  UPDATE trial t SET status = 0, attempts = t.attempts - 1, token = NULL
    FROM dropped WHERE t.run = the_run AND t.number = dropped.number;
  -- It may have been given up long ago, and lease() have been what it said first afterwards.
  UPDATE worker SET lost = false WHERE run = the_run AND worker = the_worker AND lost;
  RETURN lives AND NOT FOUND;
END $$;

CREATE OR REPLACE FUNCTION redcode.complete(
  the_run text, the_number bigint, the_token text, the_record text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = redcode, pg_temp AS $$
DECLARE
  ended redcode.trial;
BEGIN
  PERFORM granted(the_run);
  ended := end_lease(the_run, the_number, the_token, 2, '-infinity');
  IF ended.number IS NULL THEN
    RETURN was_ended(the_run, the_number, the_token, '{2}');
  END IF;
  PERFORM store(ended, the_record);
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION redcode.fail(
  the_run text, the_number bigint, the_token text, the_record text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = redcode, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  the redcode.run := granted(the_run);
  tried integer := (SELECT attempts FROM trial WHERE run = the_run AND number = the_number);
  pause interval := least(the.backoff * 2 ^ least(tried - 1, 16), interval '10 minutes');
  ended redcode.trial;
BEGIN
  ended := end_lease(the_run, the_number, the_token, CASE WHEN tried >= the.attempts THEN 3 ELSE 0 END,
                     now() + pause);
  IF ended.number IS NULL THEN
    RETURN was_ended(the_run, the_number, the_token, '{0,3}');
  END IF;
  IF ended.status = 3 THEN
    PERFORM store(ended, the_record);
  ELSE
    PERFORM demand_record(the_record);
    INSERT INTO earlier (run, number, attempt, record)
    VALUES (the_run, the_number, ended.attempts, the_record)
    ON CONFLICT (run, number, attempt) DO UPDATE SET record = excluded.record;
    UPDATE run SET retried = retried + 1 WHERE run = the_run;
  END IF;
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION redcode.give_back(the_run text, the_number bigint, the_token text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = redcode, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  ended redcode.trial;
BEGIN
  PERFORM granted(the_run);
  ended := end_lease(the_run, the_number, the_token, 0, '-infinity');
  IF ended.number IS NULL THEN
    RETURN was_ended(the_run, the_number, the_token, '{0}');
  END IF;
  UPDATE trial SET attempts = attempts - 1 WHERE run = the_run AND number = the_number;
  RETURN true;
END $$;

-- Whether nothing will be handed out any more. Unlike state() it counts nothing: idle workers ask.
CREATE OR REPLACE FUNCTION redcode.is_over(the_run text)
RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = redcode, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  the redcode.run := granted(the_run);
BEGIN
  RETURN the.orders = 'stop'
      OR NOT (EXISTS (SELECT FROM trial t WHERE t.run = the_run AND t.status = 0)
              OR EXISTS (SELECT FROM trial t WHERE t.run = the_run AND t.status = 1)
              -- A result may be found wanting, and its trial be queued again.
              OR EXISTS (SELECT FROM result r WHERE r.run = the_run AND NOT r.collected));
END $$;

CREATE OR REPLACE FUNCTION redcode.state(the_run text)
RETURNS TABLE (planned bigint, queued bigint, leased bigint, retried bigint, orders text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = redcode, pg_temp AS $$
BEGIN
  PERFORM granted(the_run);
  RETURN QUERY SELECT * FROM state_of(the_run);
END $$;

