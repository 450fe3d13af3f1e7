-- Jobs are handed to the queue in the transaction of the change that needs them, by a role that may not touch the queue itself.
-- The queue's own schema is installed after these migrations (server/prepare-database.ts), hence plpgsql, which looks names up late.
-- `jobs`: [{identifier, payload, run_at?, max_attempts?, job_key?}]; a job of the same key that has not begun is replaced.
CREATE FUNCTION enqueue_jobs(jobs json) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_jobs(array(
    SELECT (j.identifier, j.payload, NULL, j.run_at, j.max_attempts, j.job_key, NULL, NULL)::graphile_worker.job_spec
    FROM json_to_recordset(jobs)
      AS j(identifier text, payload json, run_at timestamptz, max_attempts smallint, job_key text)));
END $$;
REVOKE ALL ON FUNCTION enqueue_jobs(json) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_jobs(json) TO plumbline_app;

-- Every process has a clock; the first whose tick arrives here enqueues the job, the others find it done.
CREATE TABLE clock_ticks (
  job text PRIMARY KEY,
  last_tick text NOT NULL
);

-- Tells every process at commit that there is something to pull; it carries no data, so losing it costs freshness only.
-- Postgres folds equal signals of one transaction into one.
CREATE FUNCTION signal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'organization_changes' THEN PERFORM pg_notify('plumbline_changes', 'organization:' || NEW.organization_id);
  ELSE PERFORM pg_notify('plumbline_changes', 'user:' || NEW.user_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER signal AFTER INSERT OR UPDATE OF last_seq ON organization_changes FOR EACH ROW EXECUTE FUNCTION signal_change();
CREATE TRIGGER signal AFTER INSERT OR UPDATE OF last_number ON notification_counters FOR EACH ROW EXECUTE FUNCTION signal_change();

-- A checkpoint below this number may have missed a deletion whose tombstone is gone: its device pulls anew (sync/README.md).
ALTER TABLE organization_changes ADD COLUMN tombstone_floor bigint NOT NULL DEFAULT 0;
CREATE FUNCTION remove_tombstones(buried_before timestamptz) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM tombstones WHERE deleted_at < buried_before RETURNING organization_id, seq
  ), raised AS (
    UPDATE organization_changes c SET tombstone_floor = g.seq
    FROM (SELECT organization_id, max(seq) AS seq FROM gone GROUP BY organization_id) g
    WHERE c.organization_id = g.organization_id AND g.seq > c.tombstone_floor
  )
  SELECT count(*) FROM gone
$$;
REVOKE ALL ON FUNCTION remove_tombstones(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_tombstones(timestamptz) TO plumbline_app;

-- Functions that must see past the policies belong to a role of their own, whom the policies of the few tables that they read let
-- pass. The owner is no superuser where a managed service keeps that for itself, and FORCE binds him like everybody else.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'plumbline_definer') THEN
    CREATE ROLE plumbline_definer NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this cluster was first
END $$;
GRANT plumbline_definer TO CURRENT_USER;
GRANT USAGE, CREATE ON SCHEMA public TO plumbline_definer;
GRANT SELECT ON organizations TO plumbline_definer;
GRANT SELECT, UPDATE ON memberships, notifications TO plumbline_definer;
CREATE POLICY definer ON organizations FOR SELECT TO plumbline_definer USING (true);
CREATE POLICY definer ON memberships FOR ALL TO plumbline_definer USING (true) WITH CHECK (true);
CREATE POLICY definer ON notifications FOR ALL TO plumbline_definer USING (true) WITH CHECK (true);
ALTER FUNCTION organization_is_public(uuid) OWNER TO plumbline_definer;
ALTER FUNCTION organization_names() OWNER TO plumbline_definer;
ALTER FUNCTION app_founds(uuid) OWNER TO plumbline_definer;
ALTER FUNCTION memberships_of(uuid) OWNER TO plumbline_definer;
ALTER FUNCTION stamp_memberships() OWNER TO plumbline_definer;
ALTER FUNCTION renumber_notifications() OWNER TO plumbline_definer;
REVOKE CREATE ON SCHEMA public FROM plumbline_definer;
