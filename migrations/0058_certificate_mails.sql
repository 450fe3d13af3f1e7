-- Certificates on their way out: many as one file, and one to a customer by mail.
ALTER TABLE operations DROP CONSTRAINT operations_kind_check;
ALTER TABLE operations ADD CONSTRAINT operations_kind_check CHECK (kind IN ('assets_export', 'assets_import', 'certificates_export'));

-- Mails of certificates to customers: what was sent, by whom and to whom, and what became of it.
CREATE TABLE certificate_mails (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  calibration_id uuid NOT NULL,
  recipient text NOT NULL CHECK (length(recipient) BETWEEN 3 AND 254 AND recipient !~ '[[:cntrl:][:space:]]'),
  language text NOT NULL CHECK (language IN ('en', 'es', 'fr', 'de')),
  message text CHECK (char_length(message) <= 1000),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  -- Why the last attempt failed; of one that waits for its next attempt, too.
  fault text CHECK (fault IN ('mail_off', 'unreachable', 'refused', 'voided', 'no_certificate', 'no_right')),
  attempts integer NOT NULL DEFAULT 0,
  -- The file was too large to be attached: the mail has a link to it.
  is_link boolean NOT NULL DEFAULT false,
  sent_by uuid NOT NULL REFERENCES users,
  sent_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  FOREIGN KEY (organization_id, calibration_id) REFERENCES calibrations (organization_id, id),
  CHECK ((state = 'queued') = (finished_at IS NULL))
);
CREATE INDEX certificate_mails_of_calibration ON certificate_mails (calibration_id, created_at DESC, id);

ALTER TABLE certificate_mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE certificate_mails FORCE ROW LEVEL SECURITY;
-- Addresses of customers are for members, whoever else reads the calibrations of a public organization.
CREATE POLICY read ON certificate_mails FOR SELECT
  USING ((SELECT app_sees_all()) OR organization_id = ANY ((SELECT app_organizations())::uuid[]));
CREATE POLICY add ON certificate_mails FOR INSERT WITH CHECK (app_may_write(organization_id));
CREATE POLICY in_own_name ON certificate_mails AS RESTRICTIVE FOR INSERT
  WITH CHECK ((SELECT app_sees_all()) OR sent_by = app_user_id());
CREATE POLICY change ON certificate_mails FOR UPDATE
  USING (app_may_write(organization_id)) WITH CHECK (app_may_write(organization_id));
REVOKE DELETE ON certificate_mails FROM plumbline_app;
