-- What the job queue would keep for ever: jobs that failed for good, and queues of which no job is left.
CREATE FUNCTION remove_dead_jobs(failed_before timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE removed bigint;
BEGIN
  -- Whoever adds a job to a queue has written to this table before, and is waited for: the job is seen, and its queue stays.
  LOCK TABLE graphile_worker._private_job_queues IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM graphile_worker._private_jobs
  WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < failed_before;
  GET DIAGNOSTICS removed = ROW_COUNT;
  DELETE FROM graphile_worker._private_job_queues q
  WHERE locked_at IS NULL AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.job_queue_id = q.id);
  RETURN removed;
END $$;
REVOKE ALL ON FUNCTION remove_dead_jobs(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_dead_jobs(timestamptz) TO plumbline_app;
