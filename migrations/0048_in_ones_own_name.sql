-- Whoever writes that something was measured or done is the one who did it; in what an import brings along, a member may be.
CREATE POLICY in_own_name ON calibrations AS RESTRICTIVE FOR INSERT WITH CHECK (
  (SELECT app_sees_all()) OR recorded_by IS NULL OR recorded_by = app_user_id()
  OR (imported IS NOT NULL AND EXISTS (
    SELECT FROM memberships m WHERE m.user_id = recorded_by AND m.organization_id = calibrations.organization_id)));
CREATE POLICY in_own_name ON task_performances AS RESTRICTIVE FOR INSERT WITH CHECK (
  (SELECT app_sees_all()) OR done_by IS NULL OR done_by = app_user_id()
  OR (imported IS NOT NULL AND EXISTS (
    SELECT FROM memberships m WHERE m.user_id = done_by AND m.organization_id = task_performances.organization_id)));
