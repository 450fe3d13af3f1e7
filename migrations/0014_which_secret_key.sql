-- An HMAC of nothing secret with the SECRET_KEY of this installation: tells whether the key at hand is the one that everything here
-- is sealed with. Null until the first start with this version.
ALTER TABLE installation ADD COLUMN secret_key_mark text CHECK (secret_key_mark ~ '^[0-9a-f]{64}$');
