-- What a certificate prints and has inside, as a hash: one that was lost is only issued again with the same contents. Its bytes may differ,
-- because a time stamp is another one each time. Null: issued before, and only made again if that gives the same bytes.
ALTER TABLE certificates ADD COLUMN content_sha256 text CHECK (content_sha256 ~ '^[0-9a-f]{64}$');

-- The certificate issued again is another file of it; both are known by their hashes.
ALTER TABLE certificate_revisions
  ADD COLUMN is_reissue boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT certificate_revisions_level_check,
  ADD CONSTRAINT certificate_revisions_level_check CHECK (level IN ('B-T', 'B-LT', 'B-LTA') OR (is_reissue AND level = 'B-B'));

-- Whoever keeps a copy of each certificate that was issued fetches this one, too.
CREATE TRIGGER tell_webhooks AFTER INSERT ON certificate_revisions FOR EACH ROW WHEN (NEW.is_reissue) EXECUTE FUNCTION tell_of_issued();
