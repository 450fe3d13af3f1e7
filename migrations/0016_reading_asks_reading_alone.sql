-- A policy FOR ALL applies to reading too: beside the sets of 0010, which a query asks for once, every row that was read asked the
-- function for writing. Where a table has a policy for reading of its own, writing is split into what it is.

DO $$
DECLARE
  given record;
BEGIN
  FOR given IN
    SELECT c.relname AS of_table, pg_get_expr(w.polqual, w.polrelid) AS existing,
           coalesce(pg_get_expr(w.polwithcheck, w.polrelid), pg_get_expr(w.polqual, w.polrelid)) AS written
    FROM pg_policy w JOIN pg_class c ON c.oid = w.polrelid
    WHERE c.relnamespace = 'public'::regnamespace AND w.polcmd = '*' AND w.polname = 'write'
      AND EXISTS (SELECT FROM pg_policy r WHERE r.polrelid = w.polrelid AND r.polcmd = 'r')
  LOOP
    EXECUTE format('DROP POLICY write ON %I', given.of_table);
    EXECUTE format('CREATE POLICY add ON %I FOR INSERT WITH CHECK (%s)', given.of_table, given.written);
    EXECUTE format('CREATE POLICY change ON %I FOR UPDATE USING (%s) WITH CHECK (%s)',
                   given.of_table, given.existing, given.written);
    EXECUTE format('CREATE POLICY remove ON %I FOR DELETE USING (%s)', given.of_table, given.existing);
  END LOOP;
END $$;

-- Where one policy is for everything, what it asks of the reader alone is asked once for each query, too.
ALTER POLICY own ON notifications
  USING ((SELECT app_role()) = 'system' OR (user_id = (SELECT app_user_id()) AND (
    organization_id IS NULL OR category = 'join_decision'
    OR (SELECT app_sees_all())
    OR organization_id = ANY ((SELECT app_organizations())::uuid[])
    OR organization_id = ANY ((SELECT app_public_organizations())::uuid[]))));
ALTER POLICY own ON notification_preferences USING (user_id = (SELECT app_user_id()) OR (SELECT app_role()) = 'system');
ALTER POLICY system ON mailed_notices USING ((SELECT app_role()) = 'system');
ALTER POLICY server_only ON signing_certificates
  USING ((SELECT app_role()) = 'system') WITH CHECK ((SELECT app_role()) = 'system');
ALTER POLICY read ON audit_log
  USING ((SELECT app_sees_all()) OR organization_id = ANY ((SELECT app_organizations())::uuid[])
         OR (organization_id IS NULL AND (SELECT app_role()) = 'admin'));
ALTER POLICY act ON audit_heads USING ((SELECT app_user_id()) IS NOT NULL OR (SELECT app_sees_all()));
ALTER POLICY write ON certificate_counters
  USING ((SELECT app_sees_all())
         OR ((SELECT app_role()) IN ('technician', 'admin') AND organization_id = ANY ((SELECT app_organizations())::uuid[])));
ALTER POLICY read ON join_requests
  USING (user_id = (SELECT app_user_id()) OR (SELECT app_sees_all())
         OR ((SELECT app_role()) IN ('technician', 'admin') AND organization_id = ANY ((SELECT app_organizations())::uuid[])
             AND organization_id IN (SELECT m.organization_id FROM memberships m
                                     WHERE m.user_id = (SELECT app_user_id()) AND m.role = 'admin')));
