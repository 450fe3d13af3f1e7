-- Records that came from another installation or system. `imported` says so and keeps what has no place of its own here: people whose
-- account is not here, places where an asset was before, and what another system had computed.
ALTER TABLE assets ADD COLUMN imported jsonb;
ALTER TABLE calibrations ADD COLUMN imported jsonb;

-- Somebody without an account here is a name.
ALTER TABLE calibrations
  ALTER COLUMN recorded_by DROP NOT NULL,
  DROP CONSTRAINT calibrations_check,
  DROP CONSTRAINT calibrations_check1,
  ADD CONSTRAINT calibrations_voided_check CHECK (
    num_nulls(voided_at, voided_by_name, voided_by_role) IN (0, 3) AND (voided_by IS NULL OR voided_at IS NOT NULL)),
  ADD CONSTRAINT calibrations_reviewed_check CHECK (
    num_nulls(reviewed_at, reviewed_by_name, reviewed_by_role) IN (0, 3) AND (reviewed_by IS NULL OR reviewed_at IS NOT NULL)),
  ADD CONSTRAINT calibrations_recorded_by_check CHECK (recorded_by IS NOT NULL OR imported IS NOT NULL),
  ADD CONSTRAINT calibrations_voided_by_check CHECK (voided_at IS NULL OR voided_by IS NOT NULL OR imported IS NOT NULL),
  ADD CONSTRAINT calibrations_reviewed_by_check CHECK (reviewed_at IS NULL OR reviewed_by IS NOT NULL OR imported IS NOT NULL);
ALTER TABLE certificates
  DROP CONSTRAINT certificates_kept_check,
  ADD CONSTRAINT certificates_kept_check CHECK (
    num_nulls(kept_at, kept_by_name, kept_by_role, kept_reason) IN (0, 4) AND (kept_by IS NULL OR kept_at IS NOT NULL));

-- An import writes an instrument before the reference that comes later in the file.
ALTER TABLE calibrations
  ALTER CONSTRAINT calibrations_reference_calibration_id_fkey DEFERRABLE INITIALLY IMMEDIATE,
  ALTER CONSTRAINT calibrations_replaces_calibration_id_fkey DEFERRABLE INITIALLY IMMEDIATE;

-- Imported procedures bring their revisions with them.
CREATE OR REPLACE FUNCTION keep_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('app.importing', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO procedure_revisions (procedure_id, revision, organization_id, code, name, quantity, description, body, effective_from,
                                   reference_class, environment, plan, created_by)
  VALUES (NEW.id, NEW.revision, NEW.organization_id, NEW.code, NEW.name, NEW.quantity, NEW.description, NEW.body, NEW.effective_from,
          NEW.reference_class, NEW.environment, NEW.plan, app_user_id());
  RETURN NULL;
END $$;
