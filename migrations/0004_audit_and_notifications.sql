-- Heads of the hash chains, one an organization and one (nobody) for the instance; locked first in every registry write.
CREATE TABLE audit_heads (
  organization_id uuid PRIMARY KEY,
  last_number bigint NOT NULL DEFAULT 0,
  last_hash bytea NOT NULL DEFAULT '\x'
);
CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  -- The chain: an organization, or nobody() for the instance.
  chain uuid NOT NULL,
  number bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  organization_id uuid,
  actor_id uuid,
  actor_name text,
  actor_role text,
  action text NOT NULL CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
  resource_type text NOT NULL,
  resource_id uuid NOT NULL,
  resource_label text NOT NULL,
  changes jsonb NOT NULL DEFAULT '{}',
  request_id text,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  UNIQUE (chain, number)
);
CREATE INDEX audit_log_by_resource ON audit_log (resource_type, resource_id, number DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION is_append_only();
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON audit_log FOR SELECT USING (
  app_sees_all() OR organization_id = ANY (app_organizations()) OR (organization_id IS NULL AND app_role() = 'admin'));
CREATE POLICY append ON audit_log FOR INSERT WITH CHECK (true);

-- Kinds and parameters, not sentences: the text is made in the reader's language when it is read.
CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  number bigint NOT NULL,
  category text NOT NULL CHECK (category IN ('calibration_due', 'calibration_recorded', 'join_request', 'join_decision')),
  parameters jsonb NOT NULL,
  asset_id uuid,
  organization_id uuid,
  -- The same event is told once, however often its job runs.
  event_key text NOT NULL,
  read_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, event_key),
  UNIQUE (user_id, number)
);
CREATE INDEX notifications_of_user ON notifications (user_id, created_at DESC, id) WHERE removed_at IS NULL;
-- Numbers of a user's own stream, by the same rule as organization_changes.
CREATE TABLE notification_counters (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  last_number bigint NOT NULL DEFAULT 0
);
CREATE FUNCTION number_notification() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notification_counters AS c (user_id, last_number) VALUES (NEW.user_id, 1)
  ON CONFLICT (user_id) DO UPDATE SET last_number = c.last_number + 1
  RETURNING last_number INTO NEW.number;
  RETURN NEW;
END $$;
CREATE TRIGGER number_it BEFORE INSERT OR UPDATE ON notifications FOR EACH ROW EXECUTE FUNCTION number_notification();
-- What a person was told of an organization leaves their devices with the membership, and comes back with it.
CREATE FUNCTION renumber_notifications() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE person uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
        organization uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.organization_id ELSE NEW.organization_id END;
BEGIN
  UPDATE notifications n SET read_at = n.read_at
  WHERE n.user_id = person AND n.organization_id = organization AND n.removed_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER renumber_notifications AFTER INSERT OR DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION renumber_notifications();

ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE notifications FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON notifications FOR ALL USING (user_id = app_user_id() OR app_role() = 'system') WITH CHECK (app_role() = 'system' OR user_id = app_user_id());

CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  operation text NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  body_sha256 bytea NOT NULL,
  -- The first answer, filled in before the commit that its effect shares.
  status integer,
  etag text,
  body text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, operation, key)
);

CREATE TABLE login_attempts (
  key text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX login_attempts_by_key ON login_attempts (key, at);

GRANT USAGE ON SCHEMA public TO plumbline_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO plumbline_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO plumbline_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO plumbline_app;
-- Counters and chain heads move only through their functions or under the use-cases; nobody deletes history.
REVOKE DELETE ON calibrations, calibration_points, applied_ids, audit_log, certificates, signing_certificates FROM plumbline_app;
REVOKE INSERT, UPDATE, DELETE ON organization_changes, installation, tombstones FROM plumbline_app;
