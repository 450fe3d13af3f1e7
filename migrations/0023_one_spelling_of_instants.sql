-- An instant inside JSON that a query makes, as every message writes it: UTC, six digits of a second.
CREATE OR REPLACE FUNCTION instant_text(given timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT to_char(given AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;
