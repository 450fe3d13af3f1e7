-- Files and finished tasks that came from another installation: whoever added or did them may have no account here. `imported` keeps
-- their name, role and the hash of their address.
ALTER TABLE attachments
  ADD COLUMN imported jsonb,
  ALTER COLUMN uploaded_by DROP NOT NULL,
  ADD CONSTRAINT attachments_uploaded_by_check CHECK (uploaded_by IS NOT NULL OR imported IS NOT NULL);
ALTER TABLE task_performances
  ADD COLUMN imported jsonb,
  ALTER COLUMN done_by DROP NOT NULL,
  ADD CONSTRAINT task_performances_done_by_check CHECK (done_by IS NOT NULL OR imported IS NOT NULL);
