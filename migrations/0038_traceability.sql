-- From a calibration to those that took their reference values from it (used-by, recall), at any depth.
CREATE INDEX calibrations_by_reference_calibration ON calibrations (reference_calibration_id)
  WHERE reference_calibration_id IS NOT NULL;
