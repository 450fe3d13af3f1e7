-- A certificate is held where its calibration was applied with a problem that its author could not know of: a reference that was
-- voided while the device was offline. Somebody with the right keeps it with a reason, or voids the calibration.
ALTER TABLE certificates
  -- Codes of the warnings that it is, or was, held for.
  ADD COLUMN held_for jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN kept_at timestamptz,
  ADD COLUMN kept_by uuid REFERENCES users,
  ADD COLUMN kept_by_name text,
  ADD COLUMN kept_by_role text,
  ADD COLUMN kept_reason text,
  DROP CONSTRAINT certificates_state_check,
  ADD CONSTRAINT certificates_state_check CHECK (state IN ('pending', 'issued', 'failed', 'held')),
  ADD CONSTRAINT certificates_kept_check CHECK (num_nulls(kept_at, kept_by, kept_by_name, kept_by_role, kept_reason) IN (0, 5)),
  -- What was held leaves that state by a decision alone.
  ADD CONSTRAINT certificates_held_check CHECK (
    (state = 'held') = (held_for <> '[]' AND kept_at IS NULL) AND (kept_at IS NULL OR held_for <> '[]'));

CREATE OR REPLACE FUNCTION issued_certificate_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'issued' AND (to_jsonb(OLD) - 'seq') IS DISTINCT FROM (to_jsonb(NEW) - 'seq') THEN
    RAISE EXCEPTION 'an issued certificate is never replaced' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.kept_at IS NOT NULL AND (OLD.kept_at, OLD.kept_by, OLD.kept_reason) IS DISTINCT FROM (NEW.kept_at, NEW.kept_by, NEW.kept_reason) THEN
    RAISE EXCEPTION 'a decision about a held certificate is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.held_for IS DISTINCT FROM NEW.held_for THEN
    RAISE EXCEPTION 'what a certificate was held for is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- Why a reference was used although it was overdue, voided, retired or had failed.
ALTER TABLE calibrations ADD COLUMN reference_reason text;

-- Instruments whose last calibration does not conform are found by the few calibrations that do not.
CREATE INDEX calibrations_failed ON calibrations (asset_id) WHERE conforms IS FALSE AND voided_at IS NULL;

ALTER TABLE notifications DROP CONSTRAINT notifications_category_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_category_check CHECK (
  category IN ('calibration_due', 'calibration_recorded', 'certificate_held', 'out_of_tolerance', 'join_request', 'join_decision',
               'mail_settings_changed'));
