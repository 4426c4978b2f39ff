-- What the owner of runs calls; no worker may.

-- What a run's role is held to. It may change its own settings, so the coordinator looks after them.
-- Room for temporary files is a superuser's to set, and then no role can undo it.
CREATE OR REPLACE FUNCTION redcode.restrain(the_role name)
RETURNS void LANGUAGE plpgsql SET search_path = redcode, pg_temp AS $$
DECLARE
  is_super boolean := (SELECT rolsuper FROM pg_roles WHERE rolname = current_user);
  most text[] := '{statement_timeout=30s,idle_in_transaction_session_timeout=30s,temp_file_limit=256MB}';
  least text[] := CASE WHEN is_super THEN most ELSE most[1:2] END;
BEGIN
  IF (SELECT coalesce(bool_and(s.setdatabase = 0 AND s.setconfig <@ most AND s.setconfig @> least), false)
        FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole
       WHERE r.rolname = the_role
         AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))) THEN
    RETURN;
  END IF;
  EXECUTE format('ALTER ROLE %I IN DATABASE %I RESET ALL', the_role, current_database());
  EXECUTE format('ALTER ROLE %I RESET ALL', the_role);
  EXECUTE format('ALTER ROLE %I SET statement_timeout = ''30s''', the_role);
  EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = ''30s''', the_role);
  IF is_super THEN
    EXECUTE format('ALTER ROLE %I SET temp_file_limit = ''256MB''', the_role);
  END IF;
EXCEPTION WHEN internal_error THEN
  NULL;  -- it is being changed at this moment: the next look will find it
END $$;

-- `who` becomes the coordinator, unless another has been heard of lately. 55P03 makes the caller ask
-- again for a minute, which outlasts the silence of one that is gone.
CREATE OR REPLACE FUNCTION redcode.take_over(the_run text, who text)
RETURNS void LANGUAGE plpgsql SET search_path = redcode, pg_temp AS $$
BEGIN
  UPDATE run SET coordinator = who, coordinator_until = clock_timestamp() + interval '45 seconds'
   WHERE run = the_run AND (coordinator = who OR coordinator_until < clock_timestamp());
  IF NOT FOUND THEN
    RAISE EXCEPTION 'run % has another coordinator, which is alive: end that one first', the_run
      USING ERRCODE = '55P03';
  END IF;
END $$;

-- The run, if `who` is its coordinator, which has been heard of by this.
CREATE OR REPLACE FUNCTION redcode.coordinating(the_run text, who text)
RETURNS text LANGUAGE plpgsql SET search_path = redcode, pg_temp AS $$
DECLARE
  the redcode.run;
BEGIN
  SELECT * INTO the FROM run WHERE run = the_run FOR KEY SHARE;
  IF (the.coordinator = who) IS NOT TRUE THEN
    RAISE EXCEPTION 'run % has another coordinator now, or is gone', the_run;
  END IF;
  IF the.coordinator_until < clock_timestamp() + interval '40 seconds' THEN
    PERFORM take_over(the_run, who);
    PERFORM restrain(the.role);
  END IF;
  RETURN the_run;
END $$;

-- Loads the trials into tables of their own, which become partitions at the very end: until then
-- nobody else waits. The checks save reading every row once more.
CREATE OR REPLACE FUNCTION redcode.load_trials(the_run text, the_planned bigint, have int8multirange)
RETURNS void LANGUAGE plpgsql SET search_path = redcode, pg_temp AS $$
DECLARE
  trials text := 'trial_' || the_run;
  results text := 'result_' || the_run;
BEGIN
  EXECUTE format('CREATE TABLE %I (LIKE trial INCLUDING ALL, CONSTRAINT own CHECK (run = %L)) WITH (fillfactor = 80,
                    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)', trials, the_run);
  EXECUTE format('CREATE TABLE %I (LIKE result INCLUDING ALL, CONSTRAINT own CHECK (run = %L))', results, the_run);
  EXECUTE format('INSERT INTO %I (run, number, status)
                  SELECT $1, n, CASE WHEN $3 @> n THEN 2 ELSE 0 END FROM generate_series(0, $2 - 1) n', trials)
    USING the_run, the_planned, have;
  EXECUTE format('ANALYZE %I', trials);
  EXECUTE format('ALTER TABLE trial ATTACH PARTITION %I FOR VALUES IN (%L)', trials, the_run);
  EXECUTE format('ALTER TABLE result ATTACH PARTITION %I FOR VALUES IN (%L)', results, the_run);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT own', trials);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT own', results);
END $$;

-- False: the run was there. `the_limits` names the coordinator, too. `have` are the trials whose
-- records the run folder has: they are over, and every other result is to be collected (again). A
-- trial that is over though nobody has its result is queued again, and so is one that was given up
-- when fewer attempts were allowed.
CREATE OR REPLACE FUNCTION redcode.create_run(
  the_run text, the_spec text, the_planned bigint, the_limits jsonb, have int8multirange)
RETURNS boolean LANGUAGE plpgsql SET search_path = redcode, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  the_role name := 'redcode_w_' || the_run;
  the_attempts integer := (the_limits ->> 'attempts')::integer;
  the_backoff interval := make_interval(secs => (the_limits ->> 'backoff_ms')::bigint / 1000.0);
  who text := coalesce(the_limits ->> 'coordinator', '');
  was bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('redcode.run.' || the_run, 0));
  SELECT planned INTO was FROM run WHERE run = the_run;
  IF FOUND THEN
    IF was <> the_planned THEN
      RAISE EXCEPTION 'run % is there with % trials, not %', the_run, was, the_planned;
    END IF;
    PERFORM take_over(the_run, who);
    PERFORM restrain(the_role);
    UPDATE run SET spec = the_spec, attempts = the_attempts, backoff = the_backoff WHERE run = the_run;
    UPDATE trial SET status = 2, token = NULL WHERE run = the_run AND status < 2 AND have @> number;
    WITH again AS (
      UPDATE trial SET status = 0
       WHERE run = the_run AND status = 3 AND attempts < the_attempts AND NOT have @> number RETURNING number
    ) DELETE FROM result r USING again WHERE r.run = the_run AND r.number = again.number;
    UPDATE result SET collected = NOT collected WHERE run = the_run AND collected <> (have @> number);
    UPDATE trial t SET status = 0, attempts = 0
     WHERE t.run = the_run AND t.status > 1 AND NOT have @> t.number
       AND NOT EXISTS (SELECT FROM result r WHERE r.run = t.run AND r.number = t.number);
    RETURN false;
  END IF;
  INSERT INTO run (run, role, spec, planned, attempts, backoff)
  VALUES (the_run, the_role, the_spec, the_planned, the_attempts, the_backoff);
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = the_role) THEN
    EXECUTE format('CREATE ROLE %I NOLOGIN IN ROLE redcode_worker', the_role);
  END IF;
  PERFORM restrain(the_role);
  PERFORM load_trials(the_run, the_planned, have);
  PERFORM take_over(the_run, who);
  RETURN true;
END $$;

-- `secret`: what the server keeps of a password; NULL: by certificate. Gives the role.
CREATE OR REPLACE FUNCTION redcode.let_in(the_run text, secret text)
RETURNS name LANGUAGE plpgsql SET search_path = redcode, pg_temp AS $$
DECLARE
  the_role name := (SELECT role FROM run WHERE run = the_run);
BEGIN
  IF the_role IS NULL THEN
    RAISE EXCEPTION 'no run %', the_run;
  END IF;
  -- Whoever has a worker's login must not be able to keep everyone else out of the server.
  EXECUTE format('ALTER ROLE %I LOGIN CONNECTION LIMIT %s PASSWORD %L', the_role,
                 current_setting('max_connections')::integer * 3 / 4, secret);
  PERFORM restrain(the_role);
  RETURN the_role;
END $$;

-- In the order of their numbers, as many as about 64 MiB hold, one at least.
DROP FUNCTION IF EXISTS redcode.collect(text, integer);
CREATE FUNCTION redcode.collect(the_run text, most integer)
RETURNS TABLE (number bigint, attempt integer, worker text, record text, reason text, earlier boolean)
LANGUAGE plpgsql STABLE SET search_path = redcode, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH next AS (
    SELECT r.* FROM result r WHERE r.run = the_run AND NOT r.collected ORDER BY r.number LIMIT most
  ), measured AS (
    SELECT n.*, sum(octet_length(n.record)) OVER (ORDER BY n.number) - octet_length(n.record) AS before
      FROM next n
  )
  SELECT m.number, m.attempt::integer, m.worker, m.record, m.reason,
         EXISTS (SELECT FROM earlier e WHERE e.run = the_run AND e.number = m.number)
    FROM measured m WHERE coalesce(m.before, 0) < 67108864 ORDER BY m.number;
END $$;

-- A trial's tries that were cut short, in their order.
CREATE OR REPLACE FUNCTION redcode.earlier_tries(the_run text, the_number bigint)
RETURNS TABLE (attempt integer, record text)
LANGUAGE sql STABLE SET search_path = redcode, pg_temp AS $$
  SELECT e.attempt::integer, e.record FROM earlier e
   WHERE e.run = the_run AND e.number = the_number ORDER BY e.attempt;
$$;

CREATE OR REPLACE FUNCTION redcode.mark_collected(the_run text, numbers bigint[])
RETURNS void LANGUAGE sql SET search_path = redcode, pg_temp AS $$
  UPDATE result SET collected = true WHERE run = the_run AND number = ANY (numbers) AND NOT collected;
$$;

-- False: there is no such record that was not collected.
CREATE OR REPLACE FUNCTION redcode.reject(the_run text, the_number bigint)
RETURNS boolean LANGUAGE plpgsql SET search_path = redcode, pg_temp AS $$
DECLARE
  most_attempts integer := (SELECT attempts FROM run WHERE run = the_run);
  again redcode.trial;
BEGIN
  DELETE FROM result
   WHERE run = the_run AND number = the_number AND NOT collected AND record IS NOT NULL;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE trial SET status = CASE WHEN attempts >= most_attempts THEN 3 ELSE 0 END, token = NULL
   WHERE run = the_run AND number = the_number RETURNING * INTO again;
  IF again.status = 3 THEN
    INSERT INTO result (run, number, attempt, worker, reason)
    VALUES (the_run, the_number, again.attempts, again.worker, 'its record was not of this trial');
  ELSE
    UPDATE run SET retried = retried + 1 WHERE run = the_run;
  END IF;
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION redcode.set_order(the_run text, the_order text)
RETURNS void LANGUAGE plpgsql SET search_path = redcode, pg_temp AS $$
BEGIN
  UPDATE run SET orders = the_order WHERE run = the_run;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no run %', the_run;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION redcode.list_runs()
RETURNS TABLE (run text, role name, created_at text, planned bigint, queued bigint, leased bigint,
               retried bigint, orders text, workers bigint, uncollected bigint)
LANGUAGE sql STABLE SET search_path = redcode, pg_temp AS $$
  SELECT r.run, r.role, to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), s.*,
         (SELECT count(*) FROM worker w WHERE w.run = r.run AND w.alive_until >= now()),
         (SELECT count(*) FROM result u WHERE u.run = r.run AND NOT u.collected)
    FROM run r CROSS JOIN LATERAL state_of(r.run) s ORDER BY r.created_at DESC;
$$;

-- Removes a run's role. Whoever had its login may have made things on the server, which would keep
-- the role there (large objects need no leave where the owner is no superuser): they go first. If
-- some are out of reach, in another database, or too many, at least nobody can use the login again.
CREATE OR REPLACE FUNCTION redcode.drop_login(the_role name)
RETURNS void LANGUAGE plpgsql SET search_path = redcode, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = the_role) THEN
    RETURN;
  END IF;
  EXECUTE format('ALTER ROLE %I NOLOGIN PASSWORD NULL', the_role);
  IF NOT pg_has_role(current_user, the_role, 'USAGE') THEN
    EXECUTE format('GRANT %I TO %I', the_role, current_user);
  END IF;
  EXECUTE format('DROP OWNED BY %I', the_role);
  EXECUTE format('DROP ROLE %I', the_role);
EXCEPTION WHEN dependent_objects_still_exist OR out_of_memory OR insufficient_privilege THEN
  EXECUTE format('ALTER ROLE %I NOLOGIN PASSWORD NULL', the_role);
  RAISE WARNING 'role % is locked but stays: %', the_role, SQLERRM;
END $$;

-- Needs the tables of all runs for an instant. Everyone would queue behind it while it waits for
-- them, so it does not wait for long; the caller asks again.
CREATE OR REPLACE FUNCTION redcode.drop_run(the_run text)
RETURNS void LANGUAGE plpgsql SET search_path = redcode, pg_temp SET lock_timeout = '1s' AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('redcode.run.' || the_run, 0));
  EXECUTE format('DROP TABLE IF EXISTS %I, %I', 'trial_' || the_run, 'result_' || the_run);
  DELETE FROM run WHERE run = the_run;
  PERFORM drop_login('redcode_w_' || the_run);
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA redcode FROM PUBLIC;
GRANT USAGE ON SCHEMA redcode TO redcode_worker;
GRANT EXECUTE ON FUNCTION redcode.assignment, redcode.lease, redcode.beat, redcode.complete,
  redcode.fail, redcode.give_back, redcode.is_over, redcode.state TO redcode_worker;
