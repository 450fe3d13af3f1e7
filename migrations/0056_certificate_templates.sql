-- Templates of certificates: LaTeX with placeholders, of an organization or, without one, of all. A deleted one cannot be chosen any more;
-- its row stays, because certificates name it.
CREATE TABLE certificate_templates (
  id uuid PRIMARY KEY,
  organization_id uuid REFERENCES organizations,
  name text NOT NULL CHECK (name <> '' AND char_length(name) <= 200),
  -- Null: the language of the certificate.
  language text CHECK (language IN ('en', 'es', 'fr', 'de')),
  is_default boolean NOT NULL DEFAULT false,
  source text NOT NULL CHECK (octet_length(source) <= 262144),
  engine text NOT NULL DEFAULT 'embedded' CHECK (engine IN ('embedded', 'tex')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deleted_at timestamptz,
  CHECK (NOT (is_default AND deleted_at IS NOT NULL))
);
CREATE UNIQUE INDEX certificate_templates_default ON certificate_templates (coalesce(organization_id, nobody())) WHERE is_default;
CREATE INDEX certificate_templates_by_name ON certificate_templates (organization_id, lower(name), id);

ALTER TABLE certificate_templates ENABLE ROW LEVEL SECURITY;
ALTER TABLE certificate_templates FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON certificate_templates FOR SELECT
  USING ((SELECT app_sees_all())
      OR organization_id = ANY ((SELECT app_organizations())::uuid[])
      OR organization_id = ANY ((SELECT app_public_organizations())::uuid[])
      OR (organization_id IS NULL AND (SELECT app_user_id()) IS NOT NULL));
CREATE POLICY add ON certificate_templates FOR INSERT
  WITH CHECK (app_may_manage(organization_id) OR (organization_id IS NULL AND app_may_write(NULL)));
CREATE POLICY change ON certificate_templates FOR UPDATE
  USING (app_may_manage(organization_id) OR (organization_id IS NULL AND app_may_write(NULL)))
  WITH CHECK (app_may_manage(organization_id) OR (organization_id IS NULL AND app_may_write(NULL)));
REVOKE DELETE ON certificate_templates FROM plumbline_app;

-- The template that set an issued certificate, as it was: id, name, language, sha256 and source. Null: the built-in one.
ALTER TABLE certificates ADD COLUMN template jsonb;
