-- A second factor for signing in: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for when it is lost.
CREATE TABLE totp_secrets (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Sealed with SECRET_KEY, bound to the person.
  sealed_secret text NOT NULL CHECK (sealed_secret LIKE 'v1.%'),
  begun_at timestamptz NOT NULL DEFAULT now(),
  -- Null until the first code has shown that the app has the secret; only then is it asked for.
  confirmed_at timestamptz,
  -- The time step of the last accepted code: codes of it and of earlier steps are never accepted again.
  last_step bigint
);

-- Ten at a time, each for one use. Only their SHA-256 is stored: they have 120 random bits.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_sha256 text NOT NULL CHECK (code_sha256 ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (user_id, code_sha256)
);

ALTER TABLE totp_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE totp_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON totp_secrets FOR ALL
  USING (user_id = app_user_id() OR app_role() IN ('admin', 'superadmin', 'system'));
ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE recovery_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON recovery_codes FOR ALL
  USING (user_id = app_user_id() OR app_role() IN ('admin', 'superadmin', 'system'));
REVOKE UPDATE ON recovery_codes FROM plumbline_app;

-- How a session began, and when its person last proved who they are. What began before is not known.
ALTER TABLE sessions ADD COLUMN methods text[] NOT NULL DEFAULT '{}'
  CHECK (methods <@ ARRAY['password', 'mailed_link', 'totp', 'recovery_code']);
ALTER TABLE sessions ADD COLUMN proved_at timestamptz NOT NULL DEFAULT now();
UPDATE sessions SET proved_at = created_at;
