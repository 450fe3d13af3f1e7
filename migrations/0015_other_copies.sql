-- Whether the data are the copy that was last in use, or another: an older backup put back, or a copy started elsewhere
-- (server/use-cases/operations/notice-copy.ts). A generation ends there, and devices offer again what they were told is applied.
ALTER TABLE installation
  -- The place where this copy lies, as the last start found it; null: not looked at yet.
  ADD COLUMN held_at text,
  ADD COLUMN generation_since timestamptz NOT NULL DEFAULT now();

-- What a stored calibration says, however it was spelled when it came: the same one from a device and from the API is one.
-- Null for what was recorded before.
ALTER TABLE applied_ids ADD COLUMN content_sha256 bytea;

-- The last attempt of an entry that was answered with a refusal: an earlier one that arrives later is not applied any more.
CREATE TABLE refused_attempts (
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  attempt integer NOT NULL CHECK (attempt > 0),
  refused_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id, user_id)
);
CREATE INDEX refused_attempts_by_age ON refused_attempts (refused_at);

-- What the caller was allowed when the answer was given: it is repeated to nobody who is allowed less.
ALTER TABLE idempotency_keys ADD COLUMN standing jsonb NOT NULL DEFAULT '{}';

-- An instant as every message writes it: UTC, no zeros at the end.
CREATE FUNCTION instant_text(given timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT rtrim(rtrim(to_char(given AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.') || 'Z' $$;

-- Where the database lies, as far as it says so itself: the cluster, its timeline (another after a recovery or a failover), the
-- database and the table in it (others after a dump is read back). What a managed service keeps to itself is left out.
CREATE FUNCTION database_place() RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  place text := (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()) || '.' || 'installation'::regclass::oid;
BEGIN
  BEGIN
    place := place || '.' || (SELECT system_identifier FROM pg_control_system());
  EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported THEN NULL;
  END;
  BEGIN
    place := place || '.' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
  EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported OR object_not_in_prerequisite_state THEN NULL;
  END;
  RETURN place;
END $$;
GRANT UPDATE (generation, generation_since, held_at) ON installation TO plumbline_app;
