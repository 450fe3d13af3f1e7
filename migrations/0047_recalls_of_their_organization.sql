-- What is said of a calibration belongs to its organization, whatever a statement claims; a line says which computation found it, so
-- that one which the last computation does not find any more is history.
ALTER TABLE calibrations ADD UNIQUE (organization_id, id);

ALTER TABLE recalls
  DROP CONSTRAINT recalls_calibration_id_fkey,
  DROP CONSTRAINT recalls_asset_id_fkey,
  DROP CONSTRAINT recalls_before_calibration_id_fkey,
  DROP CONSTRAINT recalls_after_calibration_id_fkey,
  ADD FOREIGN KEY (organization_id, calibration_id) REFERENCES calibrations (organization_id, id),
  ADD FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  ADD FOREIGN KEY (organization_id, before_calibration_id) REFERENCES calibrations (organization_id, id),
  ADD FOREIGN KEY (organization_id, after_calibration_id) REFERENCES calibrations (organization_id, id);

-- Lines of recalls that were computed before count as those of the last computation.
ALTER TABLE recall_lines ADD COLUMN round integer NOT NULL DEFAULT 1;
ALTER TABLE recall_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE recalls NO FORCE ROW LEVEL SECURITY;
UPDATE recall_lines l SET round = r.round FROM recalls r WHERE r.id = l.recall_id;
ALTER TABLE recalls FORCE ROW LEVEL SECURITY;
ALTER TABLE recall_lines FORCE ROW LEVEL SECURITY;

ALTER TABLE recall_decisions DROP CONSTRAINT recall_decisions_recall_id_calibration_id_fkey;
DROP INDEX recall_lines_by_organization;
ALTER TABLE recall_lines
  DROP CONSTRAINT recall_lines_calibration_id_fkey,
  ADD FOREIGN KEY (organization_id, calibration_id) REFERENCES calibrations (organization_id, id),
  ADD UNIQUE (organization_id, recall_id, calibration_id);
ALTER TABLE recall_decisions
  ADD FOREIGN KEY (organization_id, recall_id, calibration_id) REFERENCES recall_lines (organization_id, recall_id, calibration_id);

-- The server computes lines. People decide about those of their organization, in a recall that they can see, in their own name.
DROP POLICY add ON recall_lines;
CREATE POLICY add ON recall_lines FOR INSERT WITH CHECK ((SELECT app_sees_all()));
DROP POLICY change ON recall_lines;
CREATE POLICY change ON recall_lines FOR UPDATE
  USING ((SELECT app_sees_all()) OR (app_may_write(organization_id) AND EXISTS (SELECT FROM recalls r WHERE r.id = recall_id)))
  WITH CHECK ((SELECT app_sees_all()) OR app_may_write(organization_id));
DROP POLICY add ON recall_decisions;
CREATE POLICY add ON recall_decisions FOR INSERT WITH CHECK ((SELECT app_sees_all()) OR (
  app_may_write(organization_id) AND decided_by = app_user_id() AND EXISTS (SELECT FROM recalls r WHERE r.id = recall_id)));

-- Files belong to records of their organization, and were added by whoever adds them, or were imported as a member's.
ALTER TABLE attachments
  DROP CONSTRAINT attachments_asset_id_fkey,
  DROP CONSTRAINT attachments_calibration_id_fkey,
  ADD FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  ADD FOREIGN KEY (organization_id, calibration_id) REFERENCES calibrations (organization_id, id),
  ADD CHECK (organization_id IS NOT NULL OR procedure_id IS NOT NULL);
CREATE POLICY in_own_name ON attachments AS RESTRICTIVE FOR INSERT WITH CHECK (
  (SELECT app_sees_all()) OR uploaded_by IS NULL OR uploaded_by = app_user_id()
  OR (imported IS NOT NULL AND EXISTS (
    SELECT FROM memberships m WHERE m.user_id = uploaded_by AND m.organization_id = attachments.organization_id)));
