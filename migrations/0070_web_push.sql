-- Notifications that reach a device while the app is closed (Web Push). A device is a session: its subscription ends with it.
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  session_id text NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
  -- As the browser's push service names it; who knows it can send there.
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 2000),
  -- The device's public key and its secret, base64url (RFC 8291).
  p256dh text NOT NULL CHECK (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text NOT NULL CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_subscriptions_of_user ON push_subscriptions (user_id);
ALTER TABLE push_subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE push_subscriptions FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON push_subscriptions FOR ALL USING (user_id = app_user_id() OR app_role() = 'system');
REVOKE UPDATE ON push_subscriptions FROM plumbline_app;

ALTER TABLE notification_preferences ADD COLUMN push boolean NOT NULL DEFAULT true;
