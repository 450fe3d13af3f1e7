-- A private key whose SECRET_KEY is lost for good is forgotten (npm run forget-secrets); its certificate stays, to verify what was
-- signed with it, and signs nothing any more.
ALTER TABLE signing_certificates ALTER COLUMN wrapped_private_key DROP NOT NULL;
ALTER TABLE signing_certificates ADD CONSTRAINT signing_certificates_sign CHECK (wrapped_private_key IS NOT NULL OR NOT is_current);
