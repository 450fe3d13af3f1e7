-- What evaluating a stored curve needs beyond its coefficients, and what was found at a few places (laboratory/calibration-profile.ts):
-- enough for health and comparison of instruments on a device that holds no points.
ALTER TABLE calibrations ADD COLUMN profile jsonb;

-- Of the calibrations that are there. Their stamp sends them to the devices anew.
SELECT set_config('app.role', 'system', true);
ALTER TABLE calibrations DISABLE TRIGGER immutable;
UPDATE calibrations c SET
  curve = c.curve || jsonb_strip_nulls(jsonb_build_object(
    'numerator', c.result #> '{fit,scaled,numerator}', 'expression', c.result #> '{fit,scaled,expression}',
    'knots', c.result #> '{fit,scaled,knots}')),
  profile = (
    WITH run AS (
      SELECT p.* FROM calibration_points p WHERE p.calibration_id = c.id
    ), found AS (
      SELECT avg(r.measured) AS measured, avg(r.reference) AS reference,
             max((r.result ->> 'u_combined')::double precision) AS u
      FROM run r
      WHERE r.role = CASE WHEN EXISTS (SELECT FROM run WHERE role = 'as_found') THEN 'as_found' ELSE 'points' END
      GROUP BY coalesce(r.group_number::double precision, r.reference)
    ), place AS (
      SELECT f.*, row_number() OVER (ORDER BY f.measured) - 1 AS i, count(*) OVER () - 1 AS last FROM found f
    )
    SELECT jsonb_build_object(
      'low', min(r.measured) FILTER (WHERE r.role = 'points'), 'high', max(r.measured) FILTER (WHERE r.role = 'points'),
      'adjusted', bool_or(r.role = 'as_found'),
      'as_found', c.result #> '{conformity,as_found}', 'as_left', c.result #> '{conformity,as_left}',
      'reference_u', jsonb_path_query_first(c.result, '$.budget[*] ? (@.source == "reference_standard").standard_uncertainty'),
      'places', (SELECT jsonb_agg(jsonb_build_object('measured', p.measured, 'reference', p.reference, 'u', p.u) ORDER BY p.i)
                 FROM place p
                 WHERE p.last < 12 OR EXISTS (SELECT FROM generate_series(0, 11) j WHERE round(j * p.last / 11.0) = p.i)))
    FROM run r)
WHERE c.result IS NOT NULL;
ALTER TABLE calibrations ENABLE TRIGGER immutable;
SELECT set_config('app.role', '', true);
