-- Besides certificates that sign themselves: those that an organization brings along (PKCS#12), and those that this installation's own
-- authority issues. An authority is a row too: its key is sealed, resealed and forgotten as the others.
ALTER TABLE signing_certificates
  ADD COLUMN kind text NOT NULL DEFAULT 'self_signed' CHECK (kind IN ('self_signed', 'issued_here', 'imported', 'authority')),
  -- The certificates above it up to the root, in PEM; empty for those that sign themselves.
  ADD COLUMN chain_pem text NOT NULL DEFAULT '',
  ADD COLUMN authority_id uuid REFERENCES signing_certificates,
  -- In the authority's list of revoked certificates from then on.
  ADD COLUMN revoked_at timestamptz,
  ADD CONSTRAINT signing_certificates_authority CHECK ((kind = 'issued_here') = (authority_id IS NOT NULL)),
  ADD CONSTRAINT signing_certificates_own_authority CHECK (kind <> 'authority' OR organization_id IS NULL),
  ADD CONSTRAINT signing_certificates_revoked CHECK (revoked_at IS NULL OR (kind = 'issued_here' AND NOT is_current));
DROP INDEX signing_certificates_current;
CREATE UNIQUE INDEX signing_certificates_current ON signing_certificates (coalesce(organization_id, nobody())) WHERE is_current AND kind <> 'authority';
CREATE UNIQUE INDEX signing_certificates_authority ON signing_certificates ((1)) WHERE is_current AND kind = 'authority';
CREATE INDEX signing_certificates_revoked ON signing_certificates (authority_id) WHERE revoked_at IS NOT NULL;
-- The same certificate may be imported again after it was put aside; a fingerprint still belongs to one row of an owner.
ALTER TABLE signing_certificates DROP CONSTRAINT signing_certificates_fingerprint_sha256_key;
CREATE UNIQUE INDEX signing_certificates_fingerprint ON signing_certificates (fingerprint_sha256, coalesce(organization_id, nobody()));
