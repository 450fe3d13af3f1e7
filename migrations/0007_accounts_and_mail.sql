-- What a mail carries to prove that its reader has the address: one live token a person and purpose, gone with its first use. Only
-- its SHA-256 is stored, and it is bound to the address that it was sent to.
CREATE TABLE account_tokens (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
  token_sha256 text NOT NULL UNIQUE,
  email text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, purpose)
);
CREATE INDEX account_tokens_by_expiry ON account_tokens (expires_at);

-- How people name their sessions; the id itself is made of the token and is nobody's business.
ALTER TABLE sessions ADD COLUMN public_id uuid NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX sessions_by_public_id ON sessions (public_id);

-- Named bearer tokens for programs.
CREATE TABLE access_tokens (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  token_sha256 text NOT NULL UNIQUE,
  -- Null: until it is revoked.
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX access_tokens_by_user ON access_tokens (user_id);

-- Both channels are on for who has not chosen.
CREATE TABLE notification_preferences (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  category text NOT NULL CHECK (category IN ('calibration_due', 'calibration_recorded', 'join_request', 'join_decision')),
  email boolean NOT NULL,
  in_app boolean NOT NULL,
  PRIMARY KEY (user_id, category)
);
ALTER TABLE notification_preferences ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_preferences FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON notification_preferences FOR ALL USING (user_id = app_user_id() OR app_role() = 'system');

-- Which events were handed to the mail queue for whom: a job that runs twice mails once.
CREATE TABLE mailed_notices (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  event_key text NOT NULL,
  mailed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, event_key)
);
CREATE INDEX mailed_notices_by_time ON mailed_notices (mailed_at);
ALTER TABLE mailed_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE mailed_notices FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON mailed_notices FOR ALL USING (app_role() = 'system');

-- How mail leaves the installation: one row, made here; there can be no second one.
CREATE TABLE email_settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  enabled boolean NOT NULL DEFAULT false,
  host text CHECK (length(host) BETWEEN 1 AND 253),
  port integer NOT NULL DEFAULT 587 CHECK (port BETWEEN 1 AND 65535),
  security text NOT NULL DEFAULT 'auto' CHECK (security IN ('auto', 'starttls', 'tls', 'none')),
  username text,
  -- AES-256-GCM under a key derived from SECRET_KEY.
  sealed_password text CHECK (sealed_password LIKE 'v1.%'),
  from_address text CHECK (length(from_address) <= 254),
  from_name text,
  reminder_lead_days integer CHECK (reminder_lead_days BETWEEN 0 AND 3650),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (NOT enabled OR (host IS NOT NULL AND from_address IS NOT NULL))
);
INSERT INTO email_settings DEFAULT VALUES;
REVOKE INSERT, DELETE, TRUNCATE ON email_settings FROM plumbline_app;
ALTER TABLE email_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY manage ON email_settings FOR ALL USING (app_role() IN ('admin', 'superadmin', 'system'));

-- Pictures that were uploaded, made anew from their pixels; the bytes lie in the object store under files/<id>.
CREATE TABLE files (
  id uuid PRIMARY KEY,
  -- Null: belongs to a person, and everybody signed in may see it.
  organization_id uuid REFERENCES organizations,
  content_type text NOT NULL CHECK (content_type IN ('image/webp')),
  size integer NOT NULL CHECK (size > 0),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  sha256 text NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX files_by_organization ON files (organization_id);
CREATE INDEX files_by_maker ON files (created_by);
ALTER TABLE files ENABLE ROW LEVEL SECURITY;
ALTER TABLE files FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON files FOR SELECT USING (app_may_read(organization_id));
CREATE POLICY upload ON files FOR INSERT WITH CHECK (
  app_role() = 'system' OR (organization_id IS NULL AND created_by = app_user_id()) OR app_may_manage(organization_id));
-- Admins remove accounts, and with them their pictures.
CREATE POLICY remove ON files FOR DELETE USING (
  app_role() = 'system' OR (organization_id IS NULL AND (created_by = app_user_id() OR app_role() = 'admin')) OR app_may_manage(organization_id));
ALTER TABLE users ADD CONSTRAINT users_profile_picture_id_fkey FOREIGN KEY (profile_picture_id) REFERENCES files (id)
  ON DELETE SET NULL;

-- Where a file is asked for; answers carry the path signed (server/http/sign-file-paths.ts). Null for no file.
CREATE FUNCTION file_path(file uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT '/api/v1/files/' || file $$;

-- Has a person left a trace? Then the account is kept, deactivated, when somebody deletes it. That one registered is none.
CREATE FUNCTION person_has_history(person uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM memberships m WHERE m.user_id = person)
      OR EXISTS (SELECT FROM audit_log l WHERE l.actor_id = person AND l.action <> 'user.registered')
$$;
-- Memberships of a person in organizations that the asking user need not see: what an admin's guard must count.
CREATE FUNCTION organizations_administered_by(person uuid) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
  $$ SELECT m.organization_id FROM memberships m WHERE m.user_id = person AND m.role = 'admin' ORDER BY 1 $$;
CREATE INDEX audit_log_by_actor ON audit_log (actor_id);
REVOKE ALL ON FUNCTION person_has_history(uuid), organizations_administered_by(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION person_has_history(uuid), organizations_administered_by(uuid) TO plumbline_app;
GRANT CREATE ON SCHEMA public TO plumbline_definer;
GRANT SELECT ON audit_log TO plumbline_definer;
CREATE POLICY definer ON audit_log FOR SELECT TO plumbline_definer USING (true);
ALTER FUNCTION person_has_history(uuid) OWNER TO plumbline_definer;
ALTER FUNCTION organizations_administered_by(uuid) OWNER TO plumbline_definer;
REVOKE CREATE ON SCHEMA public FROM plumbline_definer;
