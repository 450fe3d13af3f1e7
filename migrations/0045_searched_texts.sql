-- What a search looks through is stored, in lower case: making it of twenty thousand instruments and three hundred thousand
-- calibrations took most of the time of a list.
CREATE FUNCTION searched_text(VARIADIC parts text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT lower(array_to_string(parts, ' ')) $$;

-- The columns that lib/records/asset.ts names as searched; every-field.pg.test.ts looks for each. Places are searched by name.
ALTER TABLE assets ADD COLUMN searched text GENERATED ALWAYS AS (searched_text(
  asset_id, name, manufacturer, model, serial_number, category,
  CASE WHEN attributes <> '[]' THEN attributes_text(attributes) END)) STORED;
ALTER TABLE calibrations ADD COLUMN searched text GENERATED ALWAYS AS (searched_text(
  certificate_number, asset_label, asset_name, lab_certificate_number, lab_name)) STORED;

-- A trigger before a change does not see generated columns yet.
CREATE OR REPLACE FUNCTION calibration_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE free text[] := ARRAY['voided_at', 'voided_by', 'voided_by_name', 'voided_by_role', 'void_reason',
                             'reviewed_at', 'reviewed_by', 'reviewed_by_name', 'reviewed_by_role', 'seq', 'searched'];
BEGIN
  IF TG_OP = 'DELETE' OR (to_jsonb(OLD) - free) IS DISTINCT FROM (to_jsonb(NEW) - free) THEN
    RAISE EXCEPTION 'a recorded calibration is never edited' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- All that the list of calibrations is filtered by, so that its rows are counted in the index. Their texts are limited; together they
-- stay below what an index takes.
DROP INDEX calibrations_by_date;
CREATE INDEX calibrations_by_date ON calibrations (organization_id, calibration_date DESC, id)
  INCLUDE (voided_at, kind, conforms, recorded_by, calibration_location_id, searched);

-- When each instrument is due, of all instruments.
CREATE INDEX calibrations_due ON calibrations (asset_id, channel_id, due_date) INCLUDE (organization_id, calibration_date)
  WHERE voided_at IS NULL;
