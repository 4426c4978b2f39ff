-- Run once by the superuser, in the database `postgres`. psql -v gets the three passwords (docs/fleet.md).
-- Roles of runs (redcode_w_KEY) are made later, by fleet_admin.
CREATE ROLE standby LOGIN REPLICATION PASSWORD :'standby_password';
CREATE ROLE pool_reader LOGIN PASSWORD :'pool_password';
CREATE ROLE fleet_admin LOGIN CREATEROLE PASSWORD :'admin_password';
CREATE DATABASE fleet OWNER fleet_admin;
REVOKE ALL ON DATABASE fleet FROM PUBLIC;
GRANT CONNECT ON DATABASE fleet TO PUBLIC;

\connect fleet
-- Room on the server's disk is not for everyone who may log in.
REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;

-- PgBouncer learns of roles from the database. pool.secret is all that its own role may call, and it tells of no superuser.
CREATE SCHEMA pool;
CREATE FUNCTION pool.secret(name text) RETURNS TABLE(usename name, passwd text) LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog
  AS 'SELECT s.usename, s.passwd FROM pg_shadow s WHERE s.usename = name AND NOT s.usesuper AND NOT s.userepl';
REVOKE ALL ON FUNCTION pool.secret(text) FROM PUBLIC;
GRANT USAGE ON SCHEMA pool TO pool_reader;
GRANT EXECUTE ON FUNCTION pool.secret(text) TO pool_reader;
