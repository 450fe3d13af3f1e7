CREATE TABLE locations (
  id uuid PRIMARY KEY,
  organization_id uuid REFERENCES organizations,
  name text NOT NULL,
  address text,
  description text,
  parent_id uuid REFERENCES locations CHECK (parent_id <> id),
  is_calibration_lab boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  seq bigint NOT NULL
);
CREATE UNIQUE INDEX locations_by_seq ON locations (coalesce(organization_id, nobody()), seq);
CREATE INDEX locations_by_name ON locations (organization_id, lower(name), id);
ALTER TABLE organizations ADD FOREIGN KEY (location_id) REFERENCES locations;

CREATE TABLE procedures (
  id uuid PRIMARY KEY,
  organization_id uuid REFERENCES organizations,
  name text NOT NULL,
  code text,
  description text,
  body text NOT NULL DEFAULT '',
  revision text,
  file_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  seq bigint NOT NULL
);
CREATE UNIQUE INDEX procedures_by_seq ON procedures (coalesce(organization_id, nobody()), seq);

CREATE TABLE assets (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  asset_id text NOT NULL CHECK (asset_id ~ '^[A-Za-z0-9._-]{1,64}$'),
  name text NOT NULL,
  description text,
  manufacturer text,
  model text,
  serial_number text,
  category text,
  is_reference boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'retired')),
  location_id uuid REFERENCES locations,
  procedure_id uuid REFERENCES procedures,
  calibration_interval_days integer CHECK (calibration_interval_days > 0),
  quantity text,
  unit text,
  measured_unit text,
  range_min double precision,
  range_max double precision,
  resolution double precision CHECK (resolution > 0),
  tolerance jsonb NOT NULL DEFAULT '[]',
  correction_applied boolean NOT NULL DEFAULT true,
  cmc double precision CHECK (cmc >= 0),
  photo_file_id uuid,
  tags text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  seq bigint NOT NULL,
  UNIQUE (organization_id, id)
);
CREATE UNIQUE INDEX assets_by_asset_id ON assets (organization_id, lower(asset_id));
CREATE INDEX assets_by_ref ON assets (lower(asset_id));
CREATE UNIQUE INDEX assets_by_seq ON assets (organization_id, seq) WHERE seq IS NOT NULL;
CREATE INDEX assets_by_location ON assets (location_id);

CREATE TABLE channels (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  quantity text,
  unit text,
  measured_unit text,
  range_min double precision,
  range_max double precision,
  resolution double precision CHECK (resolution > 0),
  tolerance jsonb NOT NULL DEFAULT '[]',
  correction_applied boolean NOT NULL DEFAULT true,
  cmc double precision CHECK (cmc >= 0),
  archived_at timestamptz,
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  UNIQUE (asset_id, id)
);
CREATE INDEX channels_by_asset ON channels (asset_id, position);

CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON locations FOR EACH ROW EXECUTE FUNCTION stamp_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON procedures FOR EACH ROW EXECUTE FUNCTION stamp_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON assets FOR EACH ROW EXECUTE FUNCTION stamp_change();
CREATE TRIGGER bury AFTER DELETE ON locations FOR EACH ROW EXECUTE FUNCTION bury();
CREATE TRIGGER bury AFTER DELETE ON procedures FOR EACH ROW EXECUTE FUNCTION bury();
CREATE TRIGGER bury AFTER DELETE ON assets FOR EACH ROW EXECUTE FUNCTION bury();

ALTER TABLE locations ENABLE ROW LEVEL SECURITY;
ALTER TABLE locations FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON locations FOR SELECT USING (app_may_read(organization_id));
CREATE POLICY write ON locations FOR ALL USING (app_may_write(organization_id)) WITH CHECK (app_may_write(organization_id));
ALTER TABLE procedures ENABLE ROW LEVEL SECURITY;
ALTER TABLE procedures FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON procedures FOR SELECT USING (app_may_read(organization_id));
CREATE POLICY write ON procedures FOR ALL USING (app_may_write(organization_id)) WITH CHECK (app_may_write(organization_id));
ALTER TABLE assets ENABLE ROW LEVEL SECURITY;
ALTER TABLE assets FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON assets FOR SELECT USING (app_may_read(organization_id));
CREATE POLICY write ON assets FOR ALL USING (app_may_write(organization_id)) WITH CHECK (app_may_write(organization_id));
ALTER TABLE channels ENABLE ROW LEVEL SECURITY;
ALTER TABLE channels FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON channels FOR SELECT USING (app_may_read(organization_id));
CREATE POLICY write ON channels FOR ALL USING (app_may_write(organization_id)) WITH CHECK (app_may_write(organization_id));
