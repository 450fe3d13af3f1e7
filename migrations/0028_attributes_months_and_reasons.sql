-- An interval by the calendar, beside the one in days: one of the two, or none.
ALTER TABLE assets
  ADD COLUMN calibration_interval_months integer CHECK (calibration_interval_months > 0),
  ADD CONSTRAINT assets_interval_check CHECK (calibration_interval_days IS NULL OR calibration_interval_months IS NULL),
  -- What a laboratory keeps of an instrument beside the fields that there are: [{key, value, unit}].
  ADD COLUMN attributes jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN retired_at timestamptz,
  ADD COLUMN retired_by uuid REFERENCES users,
  ADD COLUMN retired_reason text;

-- Those retired before this: when and by whom the audit log knows; a reason was not asked for.
UPDATE assets a SET retired_at = coalesce(told.at, a.updated_at), retired_by = told.actor_id
FROM assets b
LEFT JOIN LATERAL (
  SELECT l.at, u.id AS actor_id FROM audit_log l LEFT JOIN users u ON u.id = l.actor_id
  WHERE l.resource_id = b.id AND l.action = 'asset.retired' ORDER BY l.number DESC LIMIT 1
) told ON true
WHERE b.id = a.id AND a.status = 'retired';

ALTER TABLE assets
  ADD CONSTRAINT assets_retired_check CHECK (
    (status = 'retired') = (retired_at IS NOT NULL)
    AND (retired_at IS NOT NULL OR (retired_by IS NULL AND retired_reason IS NULL)));

-- What a search looks through: keys, values and units.
CREATE FUNCTION attributes_text(attributes jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(concat_ws(' ', r.key, r.value, r.unit), ' ' ORDER BY place)
  FROM jsonb_array_elements(attributes) WITH ORDINALITY AS e(element, place),
       jsonb_to_record(e.element) AS r(key text, value text, unit text)
$$;
