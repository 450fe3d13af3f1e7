-- What people were reminded of: a calibration or a task, due on a day, once when it is due soon and once when it is overdue. It counts
-- as delivered when one person was told in the app, or a mail server took one mail; until then the next sweep tries again.
CREATE TABLE reminders (
  -- The calibration whose due date it is, or the task.
  subject_id uuid NOT NULL,
  due_date date NOT NULL,
  threshold text NOT NULL CHECK (threshold IN ('due_soon', 'overdue')),
  organization_id uuid NOT NULL REFERENCES organizations,
  -- The sweep that saw to it last.
  sweep_id uuid NOT NULL,
  delivered_at timestamptz,
  PRIMARY KEY (subject_id, due_date, threshold)
);
CREATE INDEX reminders_by_sweep ON reminders (sweep_id);
CREATE INDEX reminders_of_organization ON reminders (organization_id) WHERE delivered_at IS NULL;

-- Whose mail about a sweep of an organization waits or was sent. Mails of all organizations go out as one.
CREATE TABLE reminder_mails (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sweep_id uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations,
  claimed_at timestamptz NOT NULL DEFAULT now(),
  -- The instance's day; one mail a person and day.
  sent_on date,
  PRIMARY KEY (user_id, sweep_id)
);
CREATE INDEX reminder_mails_by_time ON reminder_mails (claimed_at);
CREATE INDEX reminder_mails_waiting ON reminder_mails (user_id) WHERE sent_on IS NULL;

ALTER TABLE reminders ENABLE ROW LEVEL SECURITY;
ALTER TABLE reminders FORCE ROW LEVEL SECURITY;
ALTER TABLE reminder_mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE reminder_mails FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON reminders FOR ALL USING ((SELECT app_role()) = 'system');
CREATE POLICY system ON reminder_mails FOR ALL USING ((SELECT app_role()) = 'system');
REVOKE DELETE ON reminders FROM plumbline_app;
