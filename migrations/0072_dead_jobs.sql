-- What the job queue would keep for ever: jobs that failed for good, and queues of which no job is left.
CREATE FUNCTION remove_dead_jobs(failed_before timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE removed bigint;
BEGIN
  DELETE FROM graphile_worker._private_jobs
  WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < failed_before;
  GET DIAGNOSTICS removed = ROW_COUNT;
  -- Whoever adds a job to a queue has written to this table before. It is not waited for: all that add jobs would wait behind. Another day
  -- does for the queues; locked, nobody has added a job that is not seen yet.
  BEGIN
    LOCK TABLE graphile_worker._private_job_queues IN SHARE ROW EXCLUSIVE MODE NOWAIT;
    DELETE FROM graphile_worker._private_job_queues q
    WHERE locked_at IS NULL AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.job_queue_id = q.id);
  EXCEPTION WHEN lock_not_available THEN NULL;
  END;
  RETURN removed;
END $$;
REVOKE ALL ON FUNCTION remove_dead_jobs(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_dead_jobs(timestamptz) TO plumbline_app;
