-- Files that are kept with an asset, a procedure or a calibration; the bytes lie in the object store under attachments/<id>.
CREATE TABLE attachments (
  id uuid PRIMARY KEY,
  -- Null: with a procedure that belongs to all organizations.
  organization_id uuid REFERENCES organizations,
  asset_id uuid REFERENCES assets,
  procedure_id uuid REFERENCES procedures ON DELETE CASCADE,
  calibration_id uuid REFERENCES calibrations,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  media_type text NOT NULL,
  bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 52428800),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  uploaded_by uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (num_nonnulls(asset_id, procedure_id, calibration_id) = 1)
);
CREATE INDEX attachments_by_organization ON attachments (organization_id);
CREATE INDEX attachments_by_asset ON attachments (asset_id) WHERE asset_id IS NOT NULL;
CREATE INDEX attachments_by_procedure ON attachments (procedure_id) WHERE procedure_id IS NOT NULL;
CREATE INDEX attachments_by_calibration ON attachments (calibration_id) WHERE calibration_id IS NOT NULL;
CREATE INDEX attachments_by_maker ON attachments (uploaded_by);
ALTER TABLE attachments ENABLE ROW LEVEL SECURITY;
ALTER TABLE attachments FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON attachments FOR SELECT USING (
  (SELECT app_sees_all())
  OR organization_id = ANY ((SELECT app_organizations())::uuid[])
  OR organization_id = ANY ((SELECT app_public_organizations())::uuid[])
  OR (organization_id IS NULL AND (SELECT app_user_id()) IS NOT NULL));
CREATE POLICY add ON attachments FOR INSERT WITH CHECK (
  app_may_write(organization_id) AND (
    EXISTS (SELECT FROM assets a WHERE a.id = attachments.asset_id AND a.organization_id = attachments.organization_id)
    OR EXISTS (SELECT FROM procedures p
               WHERE p.id = attachments.procedure_id AND p.organization_id IS NOT DISTINCT FROM attachments.organization_id)
    OR EXISTS (SELECT FROM calibrations c WHERE c.id = attachments.calibration_id AND c.organization_id = attachments.organization_id)));
CREATE POLICY remove ON attachments FOR DELETE USING (app_may_write(organization_id));
REVOKE UPDATE ON attachments FROM plumbline_app;

-- Objects of the store that no row keeps: those that are being stored just now, and those of files that were removed. What is still
-- here after a day is removed from the store.
CREATE TABLE unkept_objects (
  key text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX unkept_objects_by_age ON unkept_objects (since);
ALTER TABLE unkept_objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE unkept_objects FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON unkept_objects FOR ALL USING (app_role() = 'system');
CREATE POLICY definer ON unkept_objects FOR ALL TO plumbline_definer USING (true) WITH CHECK (true);
REVOKE UPDATE ON unkept_objects FROM plumbline_app;
GRANT SELECT, INSERT, DELETE ON unkept_objects TO plumbline_definer;

CREATE FUNCTION attachment_keeps_object() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    DELETE FROM unkept_objects WHERE key = 'attachments/' || NEW.id;
  ELSE
    INSERT INTO unkept_objects (key) VALUES ('attachments/' || OLD.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION attachment_keeps_object() FROM PUBLIC;
GRANT CREATE ON SCHEMA public TO plumbline_definer;
ALTER FUNCTION attachment_keeps_object() OWNER TO plumbline_definer;
REVOKE CREATE ON SCHEMA public FROM plumbline_definer;
CREATE TRIGGER keep_object AFTER INSERT OR DELETE ON attachments FOR EACH ROW EXECUTE FUNCTION attachment_keeps_object();

-- What was put beside a calibration is evidence, like the calibration itself.
CREATE FUNCTION attachment_of_calibration_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the files of a calibration are kept as they are';
END $$;
CREATE TRIGGER stays BEFORE DELETE ON attachments FOR EACH ROW
  WHEN (OLD.calibration_id IS NOT NULL) EXECUTE FUNCTION attachment_of_calibration_stays();
