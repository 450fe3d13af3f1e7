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
    ), grouped AS (
      SELECT r.role, avg(r.measured) AS measured, avg(r.reference) AS reference,
             max((r.result ->> 'u_combined')::double precision) AS u
      FROM run r
      GROUP BY r.role, coalesce(r.group_number::double precision, r.reference)
    ), numbered AS (
      SELECT g.*, row_number() OVER (PARTITION BY g.role ORDER BY g.measured) - 1 AS i,
             count(*) OVER (PARTITION BY g.role) - 1 AS last
      FROM grouped g
    ), places AS (
      SELECT n.role, jsonb_agg(jsonb_build_object('measured', n.measured, 'reference', n.reference, 'u', n.u) ORDER BY n.i) AS list
      FROM numbered n
      WHERE n.last < 12 OR EXISTS (SELECT FROM generate_series(0, 11) j WHERE round(j * n.last / 11.0) = n.i)
      GROUP BY n.role
    ), facts AS (
      SELECT min(r.measured) FILTER (WHERE r.role = 'points') AS low, max(r.measured) FILTER (WHERE r.role = 'points') AS high,
             bool_or(r.role = 'as_found') AS adjusted
      FROM run r
    )
    SELECT jsonb_build_object(
      'low', f.low, 'high', f.high, 'adjusted', f.adjusted,
      'as_found', c.result #> '{conformity,as_found}', 'as_left', c.result #> '{conformity,as_left}',
      'reference_u', jsonb_path_query_first(c.result, '$.budget[*] ? (@.source == "reference_standard").standard_uncertainty'),
      'places', (SELECT list FROM places WHERE role = CASE WHEN f.adjusted THEN 'as_found' ELSE 'points' END))
      || CASE WHEN f.adjusted AND c.curve ->> 'model' = 'none'
              THEN jsonb_build_object('left', (SELECT list FROM places WHERE role = 'points')) ELSE '{}' END
    FROM facts f)
WHERE c.result IS NOT NULL;
ALTER TABLE calibrations ENABLE TRIGGER immutable;
SELECT set_config('app.role', '', true);
