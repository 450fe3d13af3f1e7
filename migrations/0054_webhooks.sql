-- Webhooks: whom an organization tells of its events, by HTTP. Events are written in the transaction in which they happen, by triggers,
-- so that none is lost and recording needs no statement more; the queue delivers them, in order for each asset.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2000),
  events text[] NOT NULL CHECK (events <> '{}'),
  is_active boolean NOT NULL DEFAULT true,
  -- Sealed with SECRET_KEY; null after that key was lost.
  sealed_secret text,
  -- The one before it, while receivers may still check with it.
  sealed_secret_before text,
  secret_before_until timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz,
  -- Turned off by the server, not by a person.
  turned_off text CHECK (turned_off IN ('failing', 'gone', 'secret_lost')),
  turned_off_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, id),
  CHECK ((sealed_secret_before IS NULL) = (secret_before_until IS NULL)),
  CHECK (is_active <= (sealed_secret IS NOT NULL AND turned_off IS NULL)),
  CHECK ((turned_off IS NULL) = (turned_off_at IS NULL))
);

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  -- What stays in order among itself: the asset; a test message waits for nothing, so it is its own.
  lane uuid NOT NULL,
  event text NOT NULL,
  data jsonb NOT NULL,
  occurred_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'given_up')),
  attempts integer NOT NULL DEFAULT 0,
  -- Null: as soon as it is its turn.
  next_attempt_at timestamptz,
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  -- An attempt is being made; if its process died, another one may be made after this.
  claimed_until timestamptz,
  status_code integer,
  duration_ms integer,
  error text,
  -- How the receiver's answer begins, if it was not a success.
  answer text CHECK (length(answer) <= 500),
  FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, lane, seq) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, occurred_at DESC, id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (occurred_at);

ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON webhooks FOR SELECT
  USING ((SELECT app_sees_all()) OR ((SELECT app_role()) IN ('technician', 'admin')
    AND organization_id = ANY ((SELECT app_organizations())::uuid[])
    AND organization_id IN (SELECT m.organization_id FROM memberships m WHERE m.user_id = (SELECT app_user_id()) AND m.role = 'admin')));
CREATE POLICY add ON webhooks FOR INSERT WITH CHECK (app_may_manage(organization_id));
CREATE POLICY change ON webhooks FOR UPDATE USING (app_may_manage(organization_id)) WITH CHECK (app_may_manage(organization_id));
CREATE POLICY remove ON webhooks FOR DELETE USING (app_may_manage(organization_id));
CREATE POLICY definer ON webhooks FOR SELECT TO plumbline_definer USING (true);
CREATE POLICY read ON webhook_deliveries FOR SELECT
  USING ((SELECT app_sees_all()) OR ((SELECT app_role()) IN ('technician', 'admin')
    AND organization_id = ANY ((SELECT app_organizations())::uuid[])
    AND organization_id IN (SELECT m.organization_id FROM memberships m WHERE m.user_id = (SELECT app_user_id()) AND m.role = 'admin')));
CREATE POLICY add ON webhook_deliveries FOR INSERT WITH CHECK (app_may_manage(organization_id));
CREATE POLICY change ON webhook_deliveries FOR UPDATE
  USING (app_may_manage(organization_id)) WITH CHECK (app_may_manage(organization_id));
CREATE POLICY remove ON webhook_deliveries FOR DELETE USING (app_may_manage(organization_id));
CREATE POLICY definer ON webhook_deliveries FOR ALL TO plumbline_definer USING (true) WITH CHECK (true);

-- Puts events before the webhooks that want them, in the order given, and wakes their deliveries.
CREATE FUNCTION tell_webhooks(happened jsonb) RETURNS void
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
    'queue_name', 'webhooks', 'job_key', 'webhook:' || webhook_id) ORDER BY webhook_id)
  INTO jobs FROM (SELECT DISTINCT webhook_id FROM told) one;
  IF jobs IS NOT NULL THEN PERFORM enqueue_jobs(jobs); END IF;
END $$;

-- What a receiver learns of a calibration; its address is added when it is sent.
CREATE FUNCTION webhook_data(organization uuid, asset uuid, asset_label text, channel uuid, calibration uuid, version integer, certificate text)
RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('organization_id', organization, 'asset', jsonb_build_object('id', asset, 'asset_id', asset_label),
    'channel_id', channel,
    'calibration', jsonb_build_object('id', calibration, 'version', version, 'certificate_number', certificate)) $$;

CREATE FUNCTION tell_of_recorded() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.is_active AND w.organization_id IN (SELECT n.organization_id FROM written n)) THEN
    RETURN NULL;
  END IF;
  PERFORM tell_webhooks((
    SELECT jsonb_agg(jsonb_build_object(
      'organization_id', n.organization_id, 'asset_id', n.asset_id, 'event', 'calibration.recorded',
      'data', webhook_data(n.organization_id, n.asset_id, n.asset_label, n.channel_id, n.id, n.version, n.certificate_number))
      ORDER BY n.organization_id, n.seq)
    -- What an import brings was recorded elsewhere, long ago.
    FROM written n WHERE n.imported IS NULL));
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks AFTER INSERT ON calibrations REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_recorded();

CREATE FUNCTION tell_of_voided() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM tell_webhooks(jsonb_build_array(jsonb_build_object(
    'organization_id', NEW.organization_id, 'asset_id', NEW.asset_id,
    'event', CASE WHEN NEW.voided_at IS NULL THEN 'calibration.restored' ELSE 'calibration.voided' END,
    'data', webhook_data(NEW.organization_id, NEW.asset_id, NEW.asset_label, NEW.channel_id, NEW.id, NEW.version, NEW.certificate_number))));
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks_of_voided AFTER UPDATE OF voided_at ON calibrations
  FOR EACH ROW WHEN ((OLD.voided_at IS NULL) <> (NEW.voided_at IS NULL)) EXECUTE FUNCTION tell_of_voided();

CREATE FUNCTION tell_of_issued() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM tell_webhooks(jsonb_agg(jsonb_build_object(
      'organization_id', c.organization_id, 'asset_id', c.asset_id, 'event', 'certificate.issued',
      'data', webhook_data(c.organization_id, c.asset_id, c.asset_label, c.channel_id, c.id, c.version, c.certificate_number))))
    FROM calibrations c WHERE c.id = NEW.calibration_id
    HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks AFTER UPDATE OF state ON certificates
  FOR EACH ROW WHEN (NEW.state = 'issued' AND OLD.state <> 'issued') EXECUTE FUNCTION tell_of_issued();

-- Once for each due date and threshold, when the sweep first sees to it.
CREATE FUNCTION tell_of_due() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.is_active AND w.organization_id IN (SELECT n.organization_id FROM written n)) THEN
    RETURN NULL;
  END IF;
  PERFORM tell_webhooks((
    SELECT jsonb_agg(jsonb_build_object(
      'organization_id', a.organization_id, 'asset_id', a.id, 'event', 'asset.' || n.threshold,
      'data', jsonb_build_object('organization_id', a.organization_id, 'asset', jsonb_build_object('id', a.id, 'asset_id', a.asset_id),
        'channel_id', c.channel_id, 'task_id', t.id, 'due_date', n.due_date, 'calibration', CASE WHEN c.id IS NOT NULL THEN
          jsonb_build_object('id', c.id, 'version', c.version, 'certificate_number', c.certificate_number) END))
      ORDER BY n.due_date, n.subject_id)
    FROM written n
    LEFT JOIN calibrations c ON c.id = n.subject_id
    LEFT JOIN tasks t ON t.id = n.subject_id
    JOIN assets a ON a.id = coalesce(c.asset_id, t.asset_id)));
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks AFTER INSERT ON reminders REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_due();

-- The triggers run for people who may not see webhooks; certificates and reminders are written by the system, which sees every record.
GRANT SELECT ON webhooks TO plumbline_definer;
GRANT SELECT, INSERT ON webhook_deliveries TO plumbline_definer;
GRANT SELECT ON calibrations, tasks, assets TO plumbline_definer;
GRANT EXECUTE ON FUNCTION enqueue_jobs(json) TO plumbline_definer;
GRANT CREATE ON SCHEMA public TO plumbline_definer;
REVOKE ALL ON FUNCTION tell_webhooks(jsonb), tell_of_recorded(), tell_of_voided(), tell_of_issued(), tell_of_due() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tell_webhooks(jsonb) TO plumbline_definer;
ALTER FUNCTION tell_webhooks(jsonb) OWNER TO plumbline_definer;
ALTER FUNCTION tell_of_recorded() OWNER TO plumbline_definer;
ALTER FUNCTION tell_of_voided() OWNER TO plumbline_definer;
ALTER FUNCTION tell_of_issued() OWNER TO plumbline_definer;
ALTER FUNCTION tell_of_due() OWNER TO plumbline_definer;
REVOKE CREATE ON SCHEMA public FROM plumbline_definer;
