-- What takes longer than a request: an export, an import. Its row says how far it is and, for a week, what came of it.
CREATE TABLE operations (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind        text NOT NULL CHECK (kind IN ('assets_export', 'assets_import')),
  -- What was asked for, as the job of its kind reads it.
  request     jsonb NOT NULL,
  state       text NOT NULL DEFAULT 'queued'
              CHECK (state IN ('queued', 'running', 'waiting', 'done', 'failed', 'cancelled')),
  -- How often it was begun: it is begun again where its process died, but not for ever.
  attempts    integer NOT NULL DEFAULT 0,
  progress    jsonb,
  created_at  timestamptz NOT NULL DEFAULT now(),
  started_at  timestamptz,
  finished_at timestamptz,
  result      jsonb,
  error       jsonb,
  -- The file that it has made, in the object store.
  object_key  text,
  file_name   text,
  -- The one address that opens the file, once.
  download_sha256 text,
  download_until  timestamptz,
  CHECK ((state IN ('done', 'failed', 'cancelled')) = (finished_at IS NOT NULL))
);
CREATE INDEX operations_of_user ON operations (user_id, created_at DESC, id);
CREATE INDEX operations_by_age ON operations (created_at);

ALTER TABLE operations ENABLE ROW LEVEL SECURITY;
ALTER TABLE operations FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON operations FOR ALL
  USING (user_id = (SELECT app_user_id()) OR (SELECT app_role()) = 'system');
GRANT SELECT, INSERT, UPDATE, DELETE ON operations TO plumbline_app;

-- Long work is done one after another, so that the short jobs have their turn beside it.
CREATE OR REPLACE FUNCTION enqueue_jobs(jobs json) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_jobs(array(
    SELECT (j.identifier, j.payload, j.queue_name, j.run_at, j.max_attempts, j.job_key, NULL, NULL)::graphile_worker.job_spec
    FROM json_to_recordset(jobs)
      AS j(identifier text, payload json, queue_name text, run_at timestamptz, max_attempts smallint, job_key text)));
END $$;
