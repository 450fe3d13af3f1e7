-- How the nightly backups went: what is shown, and mailed once when they begin to fail.
ALTER TABLE installation
  ADD COLUMN backed_up_at timestamptz,
  ADD COLUMN backup_bytes bigint,
  ADD COLUMN backup_failing_since timestamptz,
  ADD COLUMN backup_failure text CHECK (length(backup_failure) <= 500),
  ADD CHECK ((backup_failing_since IS NULL) = (backup_failure IS NULL));
GRANT UPDATE (backed_up_at, backup_bytes, backup_failing_since, backup_failure) ON installation TO plumbline_app;
