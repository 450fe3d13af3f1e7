-- The list of calibrations, newest first, of all organizations that somebody may read: without it every one of them is read and sorted.
CREATE INDEX calibrations_in_order ON calibrations (calibration_date, id);
-- The few that are not judged or failed as found, for the page and for its count; those that do not conform have theirs since 0018.
CREATE INDEX calibrations_not_judged ON calibrations (organization_id, calibration_date DESC, id) WHERE conforms IS NULL;
CREATE INDEX calibrations_failed_as_found ON calibrations (organization_id, calibration_date DESC, id)
  WHERE profile ->> 'as_found' = 'fail';
