-- The address that was confirmed last, while somebody else has written another one: nothing that lets anybody in is mailed to
-- `email` until the person has confirmed it. Null: `email` is confirmed.
ALTER TABLE users ADD COLUMN former_email text CHECK (former_email <> email);
-- The address that the person wants, until the link mailed there is followed.
ALTER TABLE users ADD COLUMN pending_email text CHECK (pending_email = lower(pending_email) AND length(pending_email) <= 254);

ALTER TABLE account_tokens DROP CONSTRAINT account_tokens_purpose_check;
ALTER TABLE account_tokens ADD CONSTRAINT account_tokens_purpose_check
  CHECK (purpose IN ('verify_email', 'reset_password', 'confirm_email'));

-- Who last said where mail goes: who changed the server, or the superadmin who approved it. Whoever holds the server reads every
-- link, so that links which let in a superadmin do not leave by one that only an admin has chosen.
ALTER TABLE email_settings ADD COLUMN route_by uuid REFERENCES users;
ALTER TABLE audit_log NO FORCE ROW LEVEL SECURITY;
ALTER TABLE email_settings NO FORCE ROW LEVEL SECURITY;
UPDATE email_settings SET route_by = (
  SELECT a.actor_id FROM audit_log a JOIN users u ON u.id = a.actor_id
  WHERE a.action = 'email_settings.updated' ORDER BY a.at DESC, a.number DESC LIMIT 1);
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
ALTER TABLE email_settings FORCE ROW LEVEL SECURITY;

ALTER TABLE notifications DROP CONSTRAINT notifications_category_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_category_check CHECK (
  category IN ('calibration_due', 'calibration_recorded', 'join_request', 'join_decision', 'mail_settings_changed'));
