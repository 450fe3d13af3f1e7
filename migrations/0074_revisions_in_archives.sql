-- Whoever may read a certificate may read which files it had since: an archive has the newest of one that was issued again.
CREATE POLICY read ON certificate_revisions FOR SELECT
  USING (EXISTS (SELECT FROM certificates c WHERE c.calibration_id = certificate_revisions.calibration_id));
