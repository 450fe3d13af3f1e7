-- Who may read is asked once for each query, not once for each row: the organizations that are public come as a set. What may be read
-- by whom stays as app_may_read says. Numbers of versions belong to the asset that they count for.

-- Active organizations that are not private, for whoever is signed in.
CREATE FUNCTION app_public_organizations() RETURNS uuid[]
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
  $$ SELECT coalesce(array_agg(o.id), '{}') FROM organizations o
     WHERE app_user_id() IS NOT NULL AND o.is_active AND NOT o.private $$;
GRANT CREATE ON SCHEMA public TO plumbline_definer;
ALTER FUNCTION app_public_organizations() OWNER TO plumbline_definer;
REVOKE CREATE ON SCHEMA public FROM plumbline_definer;

DO $$
DECLARE
  given record;
  sets constant text := '(SELECT app_sees_all())
    OR %1$s = ANY ((SELECT app_organizations())::uuid[])
    OR %1$s = ANY ((SELECT app_public_organizations())::uuid[])
    OR (%1$s IS NULL AND (SELECT app_user_id()) IS NOT NULL)';
BEGIN
  FOR given IN SELECT * FROM (VALUES
    ('organizations', 'id'),
    ('locations', 'organization_id'),
    ('procedures', 'organization_id'),
    ('assets', 'organization_id'),
    ('channels', 'organization_id'),
    ('calibrations', 'organization_id'),
    ('calibration_points', 'organization_id'),
    ('certificates', 'organization_id'),
    ('files', 'organization_id'),
    ('organization_changes', 'nullif(organization_id, nobody())'),
    ('tombstones', 'nullif(organization_id, nobody())')) AS t (of_table, organization)
  LOOP
    EXECUTE format('ALTER POLICY read ON %I USING (%s)', given.of_table, format(sets, given.organization));
  END LOOP;
  EXECUTE format('ALTER POLICY read ON memberships USING (user_id = (SELECT app_user_id()) OR %s)',
                 format(sets, 'organization_id'));
END $$;

ALTER TABLE version_counters ENABLE ROW LEVEL SECURITY;
ALTER TABLE version_counters FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON version_counters FOR SELECT USING (EXISTS (SELECT FROM assets a WHERE a.id = version_counters.asset_id));
CREATE POLICY write ON version_counters FOR ALL
  USING (EXISTS (SELECT FROM assets a WHERE a.id = version_counters.asset_id AND app_may_write(a.organization_id)))
  WITH CHECK (EXISTS (SELECT FROM assets a WHERE a.id = version_counters.asset_id AND app_may_write(a.organization_id)));
