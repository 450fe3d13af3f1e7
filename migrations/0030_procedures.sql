-- Procedures with revisions that are kept for ever. A row is the revision in force; `procedure_revisions` has every one there has been,
-- written by the database itself, so that a calibration can name the one it followed. Nothing has written procedures until today.
UPDATE procedures SET code = left(id::text, 8) WHERE code IS NULL;
ALTER TABLE procedures
  DROP COLUMN file_id,
  ALTER COLUMN code SET NOT NULL,
  ALTER COLUMN revision TYPE integer USING 1,
  ALTER COLUMN revision SET DEFAULT 1,
  ALTER COLUMN revision SET NOT NULL,
  ADD CHECK (revision > 0),
  ADD COLUMN quantity text,
  ADD COLUMN effective_from date NOT NULL DEFAULT CURRENT_DATE,
  ADD COLUMN reference_class text,
  ADD COLUMN environment jsonb,
  ADD COLUMN plan jsonb,
  ADD COLUMN retired_at timestamptz;
CREATE UNIQUE INDEX procedures_by_code ON procedures (coalesce(organization_id, nobody()), lower(code));
CREATE INDEX procedures_by_name ON procedures (organization_id, lower(name), id);
CREATE INDEX assets_by_procedure ON assets (procedure_id) WHERE procedure_id IS NOT NULL;

CREATE TABLE procedure_revisions (
  procedure_id uuid NOT NULL REFERENCES procedures ON DELETE CASCADE,
  revision integer NOT NULL,
  organization_id uuid REFERENCES organizations,
  code text NOT NULL,
  name text NOT NULL,
  quantity text,
  description text,
  body text NOT NULL,
  effective_from date NOT NULL,
  reference_class text,
  environment jsonb,
  plan jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  PRIMARY KEY (procedure_id, revision)
);
ALTER TABLE procedure_revisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE procedure_revisions FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON procedure_revisions FOR SELECT USING ((SELECT app_sees_all())
  OR organization_id = ANY ((SELECT app_organizations())::uuid[])
  OR organization_id = ANY ((SELECT app_public_organizations())::uuid[])
  OR (organization_id IS NULL AND (SELECT app_user_id()) IS NOT NULL));
CREATE POLICY add ON procedure_revisions FOR INSERT WITH CHECK (app_may_write(organization_id));

-- What a procedure says changes with its revision alone, one at a time.
CREATE FUNCTION count_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.code, NEW.name, NEW.quantity, NEW.description, NEW.body, NEW.effective_from, NEW.reference_class, NEW.environment, NEW.plan)
     IS DISTINCT FROM
     (OLD.code, OLD.name, OLD.quantity, OLD.description, OLD.body, OLD.effective_from, OLD.reference_class, OLD.environment, OLD.plan)
  THEN
    IF NEW.revision <> OLD.revision + 1 THEN RAISE EXCEPTION 'a changed procedure is its next revision'; END IF;
  ELSIF NEW.revision <> OLD.revision THEN
    RAISE EXCEPTION 'a revision differs from the one before';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER count_revision BEFORE UPDATE ON procedures FOR EACH ROW EXECUTE FUNCTION count_revision();

CREATE FUNCTION keep_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO procedure_revisions (procedure_id, revision, organization_id, code, name, quantity, description, body, effective_from,
                                   reference_class, environment, plan, created_by)
  VALUES (NEW.id, NEW.revision, NEW.organization_id, NEW.code, NEW.name, NEW.quantity, NEW.description, NEW.body, NEW.effective_from,
          NEW.reference_class, NEW.environment, NEW.plan, app_user_id());
  RETURN NULL;
END $$;
CREATE TRIGGER keep_revision_of_new AFTER INSERT ON procedures FOR EACH ROW EXECUTE FUNCTION keep_revision();
CREATE TRIGGER keep_revision AFTER UPDATE ON procedures FOR EACH ROW
  WHEN (NEW.revision <> OLD.revision) EXECUTE FUNCTION keep_revision();
INSERT INTO procedure_revisions (procedure_id, revision, organization_id, code, name, description, body, effective_from, created_at)
  SELECT id, revision, organization_id, code, name, description, body, effective_from, created_at FROM procedures;

-- Kept for ever: only with the whole procedure, which nothing has used, do its revisions go.
CREATE FUNCTION revision_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM procedures WHERE id = OLD.procedure_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'revisions of procedures are kept as they are';
END $$;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON procedure_revisions FOR EACH ROW EXECUTE FUNCTION revision_is_immutable();

-- The revision that a calibration followed; those of before know none.
ALTER TABLE calibrations
  ADD COLUMN procedure_revision integer,
  ADD FOREIGN KEY (procedure_id, procedure_revision) REFERENCES procedure_revisions (procedure_id, revision),
  ADD CHECK (procedure_revision IS NULL OR procedure_id IS NOT NULL);
CREATE INDEX calibrations_by_procedure ON calibrations (procedure_id) WHERE procedure_id IS NOT NULL;
