-- Which categories there are stands in src/lib/records/notifications.ts alone; whether one tells of its reader, who keeps it even where
-- the organization is out of their sight, stands in the row.
ALTER TABLE notifications DROP CONSTRAINT notifications_category_check;
ALTER TABLE notification_preferences DROP CONSTRAINT notification_preferences_category_check;
ALTER TABLE notifications ADD COLUMN of_reader boolean NOT NULL DEFAULT false;
-- The migration acts for nobody whom the policies let through.
ALTER TABLE notifications NO FORCE ROW LEVEL SECURITY;
ALTER TABLE notifications DISABLE TRIGGER number_it;
UPDATE notifications SET of_reader = true WHERE category = 'join_decision';
ALTER TABLE notifications ENABLE TRIGGER number_it;
ALTER TABLE notifications FORCE ROW LEVEL SECURITY;
ALTER POLICY own ON notifications
  USING ((SELECT app_role()) = 'system' OR user_id = (SELECT app_user_id()) AND (
    organization_id IS NULL OR of_reader OR (SELECT app_sees_all())
    OR organization_id = ANY ((SELECT app_organizations())::uuid[])
    OR organization_id = ANY ((SELECT app_public_organizations())::uuid[])));
