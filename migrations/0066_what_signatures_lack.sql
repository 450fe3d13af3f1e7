-- What is said of the signature of each certificate: until when it can be checked, what it lacks, and of which kind that is.
ALTER TABLE certificate_proofs
  ALTER COLUMN due_at DROP NOT NULL,
  ADD COLUMN holds_until timestamptz,
  ADD COLUMN lacks text CHECK (lacks IN ('closed', 'no_server', 'time_stamp', 'status', 'revoked', 'untrusted', 'file', 'other'));
COMMENT ON COLUMN certificate_proofs.due_at IS 'Null: nothing can ever be added';
-- Until it is tried again, of an unknown kind.
UPDATE certificate_proofs SET lacks = 'other' WHERE missing IS NOT NULL;
CREATE INDEX certificate_proofs_lacking ON certificate_proofs (lacks) WHERE lacks IS NOT NULL AND lacks <> 'closed';

-- Those that were issued without a time-stamping server are looked at once.
INSERT INTO certificate_proofs (calibration_id, due_at)
  SELECT ce.calibration_id, clock_timestamp() FROM certificates ce JOIN calibrations c ON c.id = ce.calibration_id
  WHERE ce.state = 'issued' AND c.imported IS NULL
  ON CONFLICT DO NOTHING;
