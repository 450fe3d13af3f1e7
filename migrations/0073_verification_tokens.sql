-- The last part of the address that a certificate prints for its verification: 128 random bits of its own. Null: recorded before, and the
-- address printed has the id of its calibration there.
ALTER TABLE certificates ADD COLUMN verify_token text CHECK (verify_token ~ '^[0-9a-f]{32}$');
CREATE UNIQUE INDEX certificates_verify_token ON certificates (verify_token) WHERE verify_token IS NOT NULL;
