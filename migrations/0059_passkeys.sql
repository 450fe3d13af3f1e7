-- Passkeys (WebAuthn): each signs in by itself, and serves as a second factor.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- As its authenticator names it, base64url.
  credential_id text NOT NULL UNIQUE CHECK (credential_id ~ '^[A-Za-z0-9_-]+$'),
  -- COSE, base64url.
  public_key text NOT NULL CHECK (public_key ~ '^[A-Za-z0-9_-]+$'),
  -- Of the last use; 0 always if the authenticator does not count.
  sign_count bigint NOT NULL CHECK (sign_count >= 0),
  -- How browsers reach the authenticator.
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  -- Its provider copies it to the person's other devices.
  is_synced boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);

ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkeys FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON passkeys FOR ALL
  USING (user_id = app_user_id() OR app_role() IN ('admin', 'superadmin', 'system'));

-- Challenges are signed and not stored; one that was answered is kept until it expires: none is answered twice.
CREATE TABLE used_passkey_challenges (
  challenge_sha256 text PRIMARY KEY CHECK (challenge_sha256 ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz NOT NULL
);
REVOKE UPDATE ON used_passkey_challenges FROM plumbline_app;

ALTER TABLE sessions DROP CONSTRAINT sessions_methods_check;
ALTER TABLE sessions ADD CONSTRAINT sessions_methods_check
  CHECK (methods <@ ARRAY['password', 'mailed_link', 'totp', 'recovery_code', 'passkey']);
