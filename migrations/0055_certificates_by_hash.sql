-- Whoever holds a file asks which certificate it is.
CREATE INDEX certificates_sha256_idx ON certificates (sha256) WHERE sha256 IS NOT NULL;
