-- Each webhook has a place of its own among the jobs: a slow receiver keeps no other waiting.
CREATE OR REPLACE FUNCTION tell_webhooks(happened jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE jobs json;
BEGIN
  WITH told AS (
    INSERT INTO webhook_deliveries (organization_id, webhook_id, lane, event, data)
    SELECT w.organization_id, w.id, h.asset_id, h.event, h.data
    FROM ROWS FROM (jsonb_to_recordset(happened) AS (organization_id uuid, asset_id uuid, event text, data jsonb))
      WITH ORDINALITY AS h (organization_id, asset_id, event, data, place)
    JOIN webhooks w ON w.organization_id = h.organization_id AND w.is_active AND h.event = ANY (w.events)
    ORDER BY h.place, w.id
    RETURNING webhook_id)
  SELECT json_agg(json_build_object(
    'identifier', 'deliver_webhook', 'payload', json_build_object('webhook_id', webhook_id),
    'queue_name', 'webhook:' || webhook_id, 'job_key', 'webhook:' || webhook_id) ORDER BY webhook_id)
  INTO jobs FROM (SELECT DISTINCT webhook_id FROM told) one;
  IF jobs IS NOT NULL THEN PERFORM enqueue_jobs(jobs); END IF;
END $$;

-- How the latest attempts ended, oldest first. `attempts` counts those since the message was first sent, or last sent again by hand.
ALTER TABLE webhook_deliveries ADD COLUMN attempt_log jsonb NOT NULL DEFAULT '[]'
  CHECK (jsonb_typeof(attempt_log) = 'array' AND jsonb_array_length(attempt_log) <= 30);
-- Of attempts before this migration, the last one of each message is known.
ALTER TABLE webhook_deliveries NO FORCE ROW LEVEL SECURITY;
UPDATE webhook_deliveries SET attempt_log = jsonb_build_array(jsonb_build_object(
  'at', to_char(last_attempt_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'status_code', status_code,
  'duration_ms', duration_ms, 'fault', error, 'answer', left(answer, 200)))
WHERE last_attempt_at IS NOT NULL AND duration_ms IS NOT NULL;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;

-- The organization of a webhook; what a reader may see of both, the statement that reads the jobs asks.
CREATE FUNCTION organization_of_webhook(webhook uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.organization_id FROM webhooks w WHERE w.id = webhook $$;

DROP FUNCTION shown_jobs();
CREATE FUNCTION shown_jobs()
  RETURNS TABLE (id text, name text, state text, attempts integer, max_attempts integer, created_at timestamptz, run_at timestamptz, error text,
                 webhook_id uuid, organization_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT may_see_jobs() THEN RETURN; END IF;
  RETURN QUERY
    SELECT j.id::text, j.task_identifier,
           CASE WHEN j.locked_at IS NOT NULL THEN 'running' WHEN j.attempts >= j.max_attempts THEN 'failed'
                WHEN j.attempts > 0 THEN 'retrying' ELSE 'waiting' END,
           j.attempts::integer, j.max_attempts::integer, j.created_at, j.run_at, left(j.last_error, 500),
           of.webhook, organization_of_webhook(of.webhook)
    FROM graphile_worker.jobs j
    CROSS JOIN LATERAL (SELECT substring(j.queue_name FROM '^webhook:([0-9a-f-]{36})$')::uuid AS webhook) of;
END $$;

GRANT CREATE ON SCHEMA public TO plumbline_definer;
REVOKE ALL ON FUNCTION organization_of_webhook(uuid), shown_jobs() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organization_of_webhook(uuid) TO CURRENT_USER;
GRANT EXECUTE ON FUNCTION shown_jobs() TO plumbline_app;
ALTER FUNCTION organization_of_webhook(uuid) OWNER TO plumbline_definer;
REVOKE CREATE ON SCHEMA public FROM plumbline_definer;
