-- Single sign-on (OpenID Connect): who of an identity provider is who here. Linked only with proof of both.
CREATE TABLE identities (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  issuer text NOT NULL,
  -- By which the issuer knows the person: it never changes and is never given to another, as an address may be.
  subject text NOT NULL,
  -- As the provider stated it at the last sign-in; for people to recognize it, not to find an account by.
  email text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  UNIQUE (issuer, subject),
  UNIQUE (user_id, issuer)
);
ALTER TABLE identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE identities FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON identities FOR ALL
  USING (user_id = app_user_id() OR app_role() IN ('admin', 'superadmin', 'system'));

-- What a browser was given is sealed and not stored; what was used is kept until it expires: nothing is used twice.
CREATE TABLE used_sign_in_tickets (
  ticket_sha256 text PRIMARY KEY CHECK (ticket_sha256 ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz NOT NULL
);
REVOKE UPDATE ON used_sign_in_tickets FROM plumbline_app;

-- The server's console lets somebody in by password, also where the identity provider is otherwise the only way.
ALTER TABLE passwords ADD COLUMN set_at_console boolean NOT NULL DEFAULT false;

-- What is asked of whom at signing in.
CREATE TABLE sign_in_settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  second_factor_roles text[] NOT NULL DEFAULT '{}'
    CHECK (second_factor_roles <@ ARRAY['viewer', 'technician', 'admin', 'superadmin']),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO sign_in_settings DEFAULT VALUES;
REVOKE INSERT, DELETE, TRUNCATE ON sign_in_settings FROM plumbline_app;
ALTER TABLE sign_in_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_in_settings FORCE ROW LEVEL SECURITY;
-- Whether one's own role needs a second factor is no secret.
CREATE POLICY read ON sign_in_settings FOR SELECT USING (true);
CREATE POLICY manage ON sign_in_settings FOR UPDATE USING (app_role() IN ('superadmin', 'system'));

-- Until the person has set up the second factor that their role requires, the session allows nothing else.
ALTER TABLE sessions ADD COLUMN setup_only boolean NOT NULL DEFAULT false;

ALTER TABLE sessions DROP CONSTRAINT sessions_methods_check;
ALTER TABLE sessions ADD CONSTRAINT sessions_methods_check
  CHECK (methods <@ ARRAY['password', 'mailed_link', 'totp', 'recovery_code', 'passkey', 'oidc', 'oidc_mfa']);
