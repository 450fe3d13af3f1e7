-- Which process is making a certificate: others wait for it instead of rendering the same file. A table of its own, because a change of
-- `certificates` is sent to devices. A process that dies leaves its claim, which another may take over once it has expired.
CREATE TABLE certificate_claims (
  calibration_id uuid PRIMARY KEY REFERENCES calibrations (id),
  claimant uuid NOT NULL,
  expires_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON certificate_claims TO plumbline_app;
