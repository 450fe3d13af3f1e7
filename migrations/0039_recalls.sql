-- A recall: from a calibration of a reference that was found out of tolerance or voided to every calibration that used the reference
-- meanwhile, at any depth, with its numbers computed again, and what is decided about each.
CREATE TABLE recalls (
  id uuid PRIMARY KEY,
  -- Of the reference.
  organization_id uuid NOT NULL REFERENCES organizations,
  calibration_id uuid NOT NULL UNIQUE REFERENCES calibrations,
  asset_id uuid NOT NULL REFERENCES assets,
  cause text NOT NULL CHECK (cause IN ('out_of_tolerance', 'voided')),
  reason text,
  -- The last good calibration of the reference, and the one whose errors as found are taken; none where there is none.
  before_calibration_id uuid REFERENCES calibrations,
  after_calibration_id uuid REFERENCES calibrations,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'ready', 'failed')),
  -- Of this computation; a later one numbers itself anew.
  round integer NOT NULL DEFAULT 1,
  done integer NOT NULL DEFAULT 0,
  total integer,
  started_at timestamptz NOT NULL DEFAULT now(),
  started_by uuid NOT NULL REFERENCES users,
  started_by_name text NOT NULL,
  started_by_role text NOT NULL,
  finished_at timestamptz
);
CREATE INDEX recalls_by_start ON recalls (organization_id, started_at DESC, id);

CREATE TABLE recall_lines (
  -- Of the calibration, whose people decide about it.
  organization_id uuid NOT NULL REFERENCES organizations,
  recall_id uuid NOT NULL REFERENCES recalls,
  calibration_id uuid NOT NULL REFERENCES calibrations,
  depth integer NOT NULL CHECK (depth > 0),
  class text NOT NULL CHECK (class IN ('flipped', 'weakened', 'undetermined', 'unchanged')),
  obstacle text,
  -- The largest change of a reference value.
  shift double precision,
  recorded jsonb,
  again jsonb,
  -- The decision that counts; recall_decisions has every one.
  disposition text CHECK (disposition IN ('no_action', 'inform_customer', 'recall_instrument', 'repeat')),
  PRIMARY KEY (recall_id, calibration_id),
  CHECK ((class = 'undetermined') = (obstacle IS NOT NULL))
);
CREATE INDEX recall_lines_by_calibration ON recall_lines (calibration_id);
CREATE INDEX recall_lines_by_organization ON recall_lines (organization_id, recall_id);

CREATE TABLE recall_decisions (
  organization_id uuid NOT NULL REFERENCES organizations,
  id uuid PRIMARY KEY,
  recall_id uuid NOT NULL,
  calibration_id uuid NOT NULL,
  -- Null: opened again, because the numbers have changed since.
  disposition text CHECK (disposition IN ('no_action', 'inform_customer', 'recall_instrument', 'repeat')),
  reason text NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid NOT NULL REFERENCES users,
  decided_by_name text NOT NULL,
  decided_by_role text NOT NULL,
  FOREIGN KEY (recall_id, calibration_id) REFERENCES recall_lines
);
CREATE INDEX recall_decisions_by_line ON recall_decisions (recall_id, calibration_id, decided_at DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON recall_decisions FOR EACH ROW EXECUTE FUNCTION is_append_only();

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['recalls', 'recall_lines', 'recall_decisions'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY read ON %I FOR SELECT USING ((SELECT app_sees_all())
      OR organization_id = ANY ((SELECT app_organizations())::uuid[])
      OR organization_id = ANY ((SELECT app_public_organizations())::uuid[]))', name);
    EXECUTE format('CREATE POLICY add ON %I FOR INSERT WITH CHECK (app_may_write(organization_id))', name);
  END LOOP;
END $$;
CREATE POLICY change ON recalls FOR UPDATE USING (app_may_write(organization_id)) WITH CHECK (app_may_write(organization_id));
CREATE POLICY change ON recall_lines FOR UPDATE USING (app_may_write(organization_id)) WITH CHECK (app_may_write(organization_id));
REVOKE DELETE ON recalls, recall_lines FROM plumbline_app;
REVOKE UPDATE, DELETE ON recall_decisions FROM plumbline_app;
