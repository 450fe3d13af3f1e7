-- The file of a certificate with the proofs that were added behind its signed bytes (PAdES B-LT, B-LTA). The certificate itself stays as it
-- was issued; each file that was ever handed out is known by its hash.
CREATE TABLE certificate_revisions (
  calibration_id uuid NOT NULL REFERENCES certificates,
  number integer NOT NULL CHECK (number > 0),
  level text NOT NULL CHECK (level IN ('B-T', 'B-LT', 'B-LTA')),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  object_key text NOT NULL,
  bytes integer NOT NULL CHECK (bytes > 0),
  made_at timestamptz NOT NULL,
  PRIMARY KEY (calibration_id, number)
);
CREATE INDEX certificate_revisions_sha256_idx ON certificate_revisions (sha256);

-- Of each certificate that may be continued: how far its proofs go, why not further, and when they are due again.
CREATE TABLE certificate_proofs (
  calibration_id uuid PRIMARY KEY REFERENCES certificates,
  level text CHECK (level IN ('B-B', 'B-T', 'B-LT', 'B-LTA')),
  missing text CHECK (length(missing) <= 1000),
  -- Failed ones in a row: the pauses grow.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  due_at timestamptz NOT NULL
);
CREATE INDEX certificate_proofs_due_idx ON certificate_proofs (due_at);

ALTER TABLE certificate_revisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE certificate_revisions FORCE ROW LEVEL SECURITY;
CREATE POLICY server_only ON certificate_revisions FOR ALL USING ((SELECT app_role()) = 'system') WITH CHECK ((SELECT app_role()) = 'system');
ALTER TABLE certificate_proofs ENABLE ROW LEVEL SECURITY;
ALTER TABLE certificate_proofs FORCE ROW LEVEL SECURITY;
CREATE POLICY server_only ON certificate_proofs FOR ALL USING ((SELECT app_role()) = 'system') WITH CHECK ((SELECT app_role()) = 'system');
REVOKE UPDATE, DELETE ON certificate_revisions FROM plumbline_app;
REVOKE DELETE ON certificate_proofs FROM plumbline_app;
