-- The photo of an asset is a file; nothing has set one before.
ALTER TABLE assets
  ADD CONSTRAINT assets_photo_file_id_fkey FOREIGN KEY (photo_file_id) REFERENCES files ON DELETE SET NULL;
CREATE INDEX assets_by_photo ON assets (photo_file_id) WHERE photo_file_id IS NOT NULL;

-- Who edits an organization's records stores photos, and deletes them while they are photos: its logos, which certificates print for
-- ever, stay those of its admins.
DROP POLICY upload ON files;
CREATE POLICY upload ON files FOR INSERT WITH CHECK (
  app_role() = 'system' OR (organization_id IS NULL AND created_by = app_user_id()) OR app_may_manage(organization_id)
  OR (organization_id IS NOT NULL AND created_by = app_user_id() AND app_may_write(organization_id)));
DROP POLICY remove ON files;
CREATE POLICY remove ON files FOR DELETE USING (
  app_role() = 'system' OR (organization_id IS NULL AND (created_by = app_user_id() OR app_role() = 'admin'))
  OR app_may_manage(organization_id)
  OR (app_may_write(organization_id) AND EXISTS (SELECT FROM assets a WHERE a.photo_file_id = files.id)));
