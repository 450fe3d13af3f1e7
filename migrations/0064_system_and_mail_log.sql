-- The processes of the installation: each renews its row while it lives. The clock of the database says when.
CREATE TABLE processes (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('all', 'web', 'worker')),
  -- Machine and process id, for who looks for it.
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  version text NOT NULL,
  memory_bytes bigint NOT NULL CHECK (memory_bytes > 0),
  -- By how much its clock is ahead of that of the database.
  clock_ahead_ms integer NOT NULL,
  draining boolean NOT NULL DEFAULT false,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE processes ENABLE ROW LEVEL SECURITY;
ALTER TABLE processes FORCE ROW LEVEL SECURITY;
CREATE POLICY operated ON processes FOR ALL USING (app_role() IN ('admin', 'superadmin', 'system'));

-- What became of each mail, for thirty days: never its contents, which may have a token.
CREATE TABLE mail_log (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  -- Of an account the address; of a customer only what does not name anybody.
  recipient text NOT NULL CHECK (char_length(recipient) <= 320),
  state text NOT NULL CHECK (state IN ('sent', 'retrying', 'failed')),
  reason text,
  -- Of the mail server (RFC 5321).
  reply_code integer,
  attempts integer NOT NULL CHECK (attempts > 0),
  -- The job that sends it, which can be run again; null for a mail that somebody waited for.
  job_id bigint UNIQUE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((state = 'sent') = (reason IS NULL))
);
CREATE INDEX mail_log_by_time ON mail_log (updated_at, id);
ALTER TABLE mail_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_log FORCE ROW LEVEL SECURITY;
CREATE POLICY operated ON mail_log FOR ALL USING (app_role() IN ('admin', 'superadmin', 'system'));

-- How much waits in the queue, and since when: numbers, and nothing of what the jobs are about.
CREATE FUNCTION queue_depth() RETURNS TABLE (state text, jobs bigint, oldest_seconds double precision)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF app_role() NOT IN ('admin', 'superadmin', 'system') THEN RETURN; END IF;
  RETURN QUERY
    SELECT q.state, count(*), max(extract(epoch FROM now() - q.since))::double precision
    FROM (SELECT CASE WHEN j.locked_at IS NOT NULL THEN 'running' WHEN j.attempts >= j.max_attempts THEN 'failed'
                      WHEN j.attempts > 0 THEN 'retrying' ELSE 'waiting' END AS state,
                 -- Since when it runs, or could have run.
                 coalesce(j.locked_at, least(j.run_at, now())) AS since
          FROM graphile_worker.jobs j) q
    GROUP BY q.state;
END $$;
REVOKE ALL ON FUNCTION queue_depth() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_depth() TO plumbline_app;
