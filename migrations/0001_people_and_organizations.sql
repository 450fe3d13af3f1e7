-- The runtime role owns nothing: the pool connects as the owner, then SETs ROLE to it, so that row-level security binds.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'plumbline_app') THEN
    CREATE ROLE plumbline_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this cluster was first
END $$;
GRANT plumbline_app TO CURRENT_USER;

-- Who asks, set with SET LOCAL in every transaction (server/db/transaction.ts). Nothing set means: nobody.
CREATE FUNCTION app_user_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
  $$ SELECT nullif(current_setting('app.user_id', true), '')::uuid $$;
CREATE FUNCTION app_role() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS
  $$ SELECT coalesce(nullif(current_setting('app.role', true), ''), 'nobody') $$;
-- Active memberships of the asking user.
CREATE FUNCTION app_organizations() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE AS
  $$ SELECT coalesce(nullif(current_setting('app.organizations', true), ''), '{}')::uuid[] $$;
-- 'system' is the server itself: jobs, sign-in, counters. 'superadmin' is a person with the override of specification 5.
CREATE FUNCTION app_sees_all() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS
  $$ SELECT app_role() IN ('system', 'superadmin') $$;

CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- A restored database starts a new generation, so that devices pull anew (sync/README.md).
  generation uuid NOT NULL DEFAULT gen_random_uuid(),
  installed_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO installation DEFAULT VALUES;

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  full_name text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'technician', 'admin', 'superadmin')),
  is_active boolean NOT NULL DEFAULT true,
  is_verified boolean NOT NULL DEFAULT false,
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'es', 'fr', 'de')),
  profile_picture_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (email)
);
-- Apart from users, so that no query for a person can ever carry a hash along.
CREATE TABLE passwords (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  argon2id text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE sessions (
  -- SHA-256 of the token, hex: a dump of the database lets nobody in.
  id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('remembered', 'brief')),
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  private boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  full_name text,
  description text,
  website text,
  location_id uuid,
  email text,
  phone text,
  logo_file_id uuid,
  certificate_prefix text NOT NULL CHECK (certificate_prefix ~ '^[A-Z0-9]{1,12}$'),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  seq bigint NOT NULL
);
CREATE TABLE memberships (
  organization_id uuid NOT NULL REFERENCES organizations,
  user_id uuid NOT NULL REFERENCES users,
  role text NOT NULL CHECK (role IN ('member', 'admin')),
  created_at timestamptz NOT NULL DEFAULT now(),
  seq bigint NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX memberships_by_user ON memberships (user_id);

-- One counter an organization: locked until commit, so that the order of numbers is the order of commits (sync/README.md).
-- Organization NULL is impossible as a key, hence the all-zero UUID for what belongs to nobody.
CREATE TABLE organization_changes (
  organization_id uuid PRIMARY KEY,
  last_seq bigint NOT NULL DEFAULT 0
);
CREATE FUNCTION nobody() RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT '00000000-0000-0000-0000-000000000000'::uuid $$;
INSERT INTO organization_changes VALUES (nobody(), 0);

-- Takes n numbers and answers the last of them.
CREATE FUNCTION take_change_numbers(organization uuid, n integer) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO organization_changes AS c (organization_id, last_seq) VALUES (coalesce(organization, nobody()), n)
  ON CONFLICT (organization_id) DO UPDATE SET last_seq = c.last_seq + n
  RETURNING last_seq
$$;

-- Stamps each written row with a number of its own. Bulk inserts take their numbers at once and bring `seq` along.
CREATE FUNCTION stamp_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE organization uuid;
BEGIN
  IF TG_OP = 'INSERT' AND NEW.seq IS NOT NULL THEN RETURN NEW; END IF;
  IF TG_TABLE_NAME = 'organizations' THEN organization := NEW.id; ELSE organization := NEW.organization_id; END IF;
  NEW.seq := take_change_numbers(organization, 1);
  RETURN NEW;
END $$;

CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION stamp_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON memberships FOR EACH ROW EXECUTE FUNCTION stamp_change();
-- The condition, always true, keeps a new number from counting as a change of a key: a foreign key to the row, which another
-- transaction is just writing, would hold up every change of the row until that one ends.
CREATE UNIQUE INDEX organizations_by_seq ON organizations (id, seq) WHERE seq IS NOT NULL;
CREATE UNIQUE INDEX memberships_by_seq ON memberships (organization_id, seq) WHERE seq IS NOT NULL;

-- What a deletion leaves behind for devices; kept 90 days.
CREATE TABLE tombstones (
  organization_id uuid NOT NULL,
  seq bigint NOT NULL,
  collection text NOT NULL,
  document_id text NOT NULL,
  deleted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, seq)
);
CREATE FUNCTION bury() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE dead jsonb := to_jsonb(OLD);
        organization uuid := coalesce((dead ->> 'organization_id')::uuid, nobody());
BEGIN
  INSERT INTO tombstones (organization_id, seq, collection, document_id)
  VALUES (organization, take_change_numbers(organization, 1), TG_TABLE_NAME,
          CASE WHEN TG_TABLE_NAME = 'memberships' THEN (dead ->> 'organization_id') || ':' || (dead ->> 'user_id')
               ELSE dead ->> 'id' END);
  RETURN OLD;
END $$;
CREATE TRIGGER bury AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION bury();

-- Organizations whose records the asking user may read: own ones, and public active ones.
-- It belongs to plumbline_definer (0005), whom the policies below let pass, so that they never ask themselves.
CREATE FUNCTION organization_is_public(organization uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
  $$ SELECT EXISTS (SELECT FROM organizations o WHERE o.id = organization AND o.is_active AND NOT o.private) $$;
CREATE FUNCTION app_may_read(organization uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN app_sees_all() OR organization = ANY (app_organizations()) THEN true
              WHEN app_user_id() IS NULL THEN false
              ELSE organization IS NULL OR organization_is_public(organization) END
$$;
CREATE FUNCTION app_may_write(organization uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT app_sees_all()
      OR (app_role() IN ('technician', 'admin') AND organization = ANY (app_organizations()))
      OR (organization IS NULL AND app_role() = 'admin')
$$;

ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON organizations FOR SELECT USING (app_may_read(id));
CREATE POLICY found ON organizations FOR INSERT WITH CHECK (app_role() IN ('technician', 'admin', 'superadmin', 'system'));
CREATE POLICY change ON organizations FOR UPDATE USING (app_may_write(id)) WITH CHECK (true);

-- The one thing that everybody may know of a private organization (specification 4.1, rule 2).
CREATE FUNCTION organization_names()
  RETURNS TABLE (id uuid, name text, private boolean, is_active boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
  $$ SELECT o.id, o.name, o.private, o.is_active FROM organizations o WHERE o.is_active $$;

ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON memberships FOR SELECT USING (user_id = app_user_id() OR app_may_read(organization_id));
-- The founder of an organization is its first member before the session knows of the membership.
CREATE FUNCTION app_founds(organization uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM organizations o WHERE o.id = organization AND o.created_by = app_user_id())
     AND NOT EXISTS (SELECT FROM memberships m WHERE m.organization_id = organization)
$$;
CREATE POLICY join_ ON memberships FOR INSERT WITH CHECK (
  app_may_write(organization_id) OR (user_id = app_user_id() AND role = 'admin' AND app_founds(organization_id)));
CREATE POLICY change ON memberships FOR UPDATE USING (app_may_write(organization_id)) WITH CHECK (true);
CREATE POLICY leave ON memberships FOR DELETE USING (user_id = app_user_id() OR app_may_write(organization_id));

-- Memberships of a user, read at the start of each request, before the session can name its organizations.
CREATE FUNCTION memberships_of(person uuid) RETURNS TABLE (organization_id uuid, role text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.organization_id, m.role FROM memberships m JOIN organizations o ON o.id = m.organization_id
  WHERE m.user_id = person AND o.is_active
$$;
