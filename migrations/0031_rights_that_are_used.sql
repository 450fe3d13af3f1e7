-- The role that requests run as keeps the rights that some statement uses (tests/architecture/database-grants.test.ts).
REVOKE UPDATE ON applied_ids, audit_log, calibration_points, files, login_attempts, mailed_notices FROM plumbline_app;
REVOKE DELETE ON assets, audit_heads, certificate_counters, clock_ticks, notification_preferences, notifications, organizations,
  passwords, version_counters FROM plumbline_app;
REVOKE UPDATE, DELETE ON procedure_revisions FROM plumbline_app;
-- Counted by the trigger of notifications, which runs as the owner.
REVOKE INSERT, UPDATE, DELETE ON notification_counters FROM plumbline_app;
