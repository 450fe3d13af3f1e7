-- Views of the asset list that a person has saved under a name: what is searched for, which filter, order and columns. A location that
-- is gone stays named: the list says so, and the person chooses another one.
CREATE TABLE asset_views (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  query text NOT NULL,
  filter text NOT NULL,
  location_id uuid,
  sort text NOT NULL,
  columns text[] NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX asset_views_by_name ON asset_views (user_id, lower(name));
ALTER TABLE asset_views ENABLE ROW LEVEL SECURITY;
ALTER TABLE asset_views FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON asset_views FOR ALL USING (user_id = (SELECT app_user_id()));
