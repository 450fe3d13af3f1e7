-- What has to be done with an instrument again and again besides calibrating it: intermediate checks, verifications, maintenance.
-- A task that is taken off its instrument is archived: what was done stays part of the evidence.
CREATE TABLE tasks (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  channel_id uuid,
  position integer NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('verification', 'intermediate_check', 'maintenance', 'other')),
  interval_value integer NOT NULL CHECK (interval_value > 0),
  interval_unit text NOT NULL CHECK (interval_unit IN ('days', 'weeks', 'months', 'years')),
  lead_days integer CHECK (lead_days >= 0),
  next_due date NOT NULL,
  archived_at timestamptz,
  UNIQUE (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  FOREIGN KEY (asset_id, channel_id) REFERENCES channels (asset_id, id)
);
CREATE INDEX tasks_by_asset ON tasks (asset_id, position);
CREATE INDEX tasks_by_channel ON tasks (channel_id) WHERE channel_id IS NOT NULL;
ALTER TABLE tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE tasks FORCE ROW LEVEL SECURITY;

-- Each time that a task was done. The id is made where it was done, so that what is sent again is known again.
CREATE TABLE task_performances (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  task_id uuid NOT NULL,
  date date NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('ok', 'not_ok')),
  note text,
  "values" jsonb NOT NULL DEFAULT '[]',
  took_out_of_service boolean NOT NULL DEFAULT false CHECK (NOT took_out_of_service OR outcome = 'not_ok'),
  done_by uuid NOT NULL REFERENCES users,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (organization_id, task_id) REFERENCES tasks (organization_id, id)
);
CREATE INDEX task_performances_by_task ON task_performances (task_id, date);
ALTER TABLE task_performances ENABLE ROW LEVEL SECURITY;
ALTER TABLE task_performances FORCE ROW LEVEL SECURITY;

DO $$
DECLARE
  one text;
BEGIN
  FOREACH one IN ARRAY ARRAY['tasks', 'task_performances'] LOOP
    EXECUTE format('CREATE POLICY read ON %I FOR SELECT USING ((SELECT app_sees_all())
      OR organization_id = ANY ((SELECT app_organizations())::uuid[])
      OR organization_id = ANY ((SELECT app_public_organizations())::uuid[]))', one);
    EXECUTE format('CREATE POLICY add ON %I FOR INSERT WITH CHECK (app_may_write(organization_id))', one);
  END LOOP;
END $$;
CREATE POLICY change ON tasks FOR UPDATE USING (app_may_write(organization_id)) WITH CHECK (app_may_write(organization_id));
REVOKE DELETE ON tasks FROM plumbline_app;
REVOKE UPDATE, DELETE ON task_performances FROM plumbline_app;

CREATE FUNCTION performance_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was done is kept as it is';
END $$;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON task_performances FOR EACH ROW EXECUTE FUNCTION performance_is_immutable();
