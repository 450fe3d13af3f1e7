-- A recall may begin with a reference that is only suspected: what was calibrated since a good calibration is in doubt, computed with the
-- error that a person states, until a later calibration of the reference shows it.
ALTER TABLE recalls DROP CONSTRAINT recalls_cause_check;
ALTER TABLE recalls ADD CONSTRAINT recalls_cause_check CHECK (cause IN ('out_of_tolerance', 'voided', 'suspected'));
ALTER TABLE recalls ADD COLUMN suspected_error double precision CHECK (suspected_error IS NULL OR cause = 'suspected');
