-- The file of the certificate that is inside a later one, by its hash: proofs are added behind the bytes of what was there. Null: it was
-- signed again, and has no other inside. Before, only whether it was signed again was recorded.
ALTER TABLE certificate_revisions ADD COLUMN continues_sha256 text CHECK (continues_sha256 ~ '^[0-9a-f]{64}$');

ALTER TABLE certificate_revisions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE certificates NO FORCE ROW LEVEL SECURITY;
UPDATE certificate_revisions r SET continues_sha256 = coalesce(
  (SELECT b.sha256 FROM certificate_revisions b WHERE b.calibration_id = r.calibration_id AND b.number < r.number ORDER BY b.number DESC LIMIT 1),
  (SELECT c.sha256 FROM certificates c WHERE c.calibration_id = r.calibration_id))
WHERE NOT is_reissue;
ALTER TABLE certificate_revisions FORCE ROW LEVEL SECURITY;
ALTER TABLE certificates FORCE ROW LEVEL SECURITY;

DROP TRIGGER tell_webhooks ON certificate_revisions;
CREATE TRIGGER tell_webhooks AFTER INSERT ON certificate_revisions FOR EACH ROW WHEN (NEW.continues_sha256 IS NULL) EXECUTE FUNCTION tell_of_issued();

ALTER TABLE certificate_revisions
  DROP CONSTRAINT certificate_revisions_level_check,
  ADD CONSTRAINT certificate_revisions_level_check CHECK (level IN ('B-T', 'B-LT', 'B-LTA') OR (continues_sha256 IS NULL AND level = 'B-B')),
  DROP COLUMN is_reissue;
