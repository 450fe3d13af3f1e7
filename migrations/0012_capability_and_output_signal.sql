-- The capability of a laboratory may grow with the value, a + b·|x|. A transmitter has an output signal: what it shows at both ends
-- of its range, in measured_unit.

ALTER TABLE assets DROP CONSTRAINT assets_cmc_check;
ALTER TABLE channels DROP CONSTRAINT channels_cmc_check;
ALTER TABLE assets ALTER COLUMN cmc TYPE jsonb
  USING CASE WHEN cmc IS NULL THEN NULL ELSE jsonb_build_object('a', cmc, 'b', 0) END;
ALTER TABLE channels ALTER COLUMN cmc TYPE jsonb
  USING CASE WHEN cmc IS NULL THEN NULL ELSE jsonb_build_object('a', cmc, 'b', 0) END;

CREATE FUNCTION is_capability(cmc jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT cmc IS NULL OR coalesce(jsonb_typeof(cmc -> 'a') = 'number' AND jsonb_typeof(cmc -> 'b') = 'number'
    AND (cmc ->> 'a')::double precision >= 0 AND (cmc ->> 'b')::double precision >= 0, false) $$;

ALTER TABLE assets
  ADD COLUMN signal_min double precision,
  ADD COLUMN signal_max double precision,
  ADD CONSTRAINT assets_cmc_check CHECK (is_capability(cmc)),
  ADD CONSTRAINT assets_signal_check CHECK ((signal_min IS NULL) = (signal_max IS NULL) AND signal_min <> signal_max);
ALTER TABLE channels
  ADD COLUMN signal_min double precision,
  ADD COLUMN signal_max double precision,
  ADD CONSTRAINT channels_cmc_check CHECK (is_capability(cmc)),
  ADD CONSTRAINT channels_signal_check CHECK ((signal_min IS NULL) = (signal_max IS NULL) AND signal_min <> signal_max);

-- Devices learn of the new form.
UPDATE assets a SET cmc = a.cmc
WHERE a.cmc IS NOT NULL OR EXISTS (SELECT FROM channels c WHERE c.asset_id = a.id AND c.cmc IS NOT NULL);
