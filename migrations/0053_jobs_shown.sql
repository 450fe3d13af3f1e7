-- The queue as administrators see it: what waits, and what has failed for good. Never what a job is about, which may be of an organization
-- that they do not belong to. These functions are the only way to it for the role of requests, so they ask who calls.
CREATE FUNCTION may_see_jobs() RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT app_role() IN ('admin', 'superadmin') $$;

CREATE FUNCTION shown_jobs()
  RETURNS TABLE (id text, name text, state text, attempts integer, max_attempts integer, created_at timestamptz, run_at timestamptz, error text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT may_see_jobs() THEN RETURN; END IF;
  RETURN QUERY
    SELECT j.id::text, j.task_identifier,
           CASE WHEN j.locked_at IS NOT NULL THEN 'running' WHEN j.attempts >= j.max_attempts THEN 'failed'
                WHEN j.attempts > 0 THEN 'retrying' ELSE 'waiting' END,
           j.attempts::integer, j.max_attempts::integer, j.created_at, j.run_at, left(j.last_error, 500)
    FROM graphile_worker.jobs j;
END $$;

-- Another try, at once and with all its attempts. False if it runs, or is gone.
CREATE FUNCTION retry_job(job bigint) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT may_see_jobs() THEN RETURN false; END IF;
  PERFORM graphile_worker.reschedule_jobs(ARRAY[job], now(), NULL, 0);
  RETURN FOUND;
END $$;

-- Only one that has failed for good. False otherwise.
CREATE FUNCTION remove_failed_job(job bigint) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM shown_jobs() s WHERE s.id = job::text AND s.state = 'failed') THEN RETURN false; END IF;
  PERFORM graphile_worker.complete_jobs(ARRAY[job]);
  RETURN FOUND;
END $$;

REVOKE ALL ON FUNCTION shown_jobs(), retry_job(bigint), remove_failed_job(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shown_jobs(), retry_job(bigint), remove_failed_job(bigint) TO plumbline_app;
