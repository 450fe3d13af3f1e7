-- The list of calibrations by who recorded, where, what did not conform, and in the orders that it can be sorted by. The order by
-- date has its index since 0003.
CREATE INDEX calibrations_by_arrival ON calibrations (organization_id, recorded_at DESC, id);
CREATE INDEX calibrations_by_label ON calibrations (organization_id, lower(asset_label), id);
CREATE INDEX calibrations_by_certificate ON calibrations (organization_id, lower(certificate_number), id);
CREATE INDEX calibrations_by_recorder ON calibrations (recorded_by, calibration_date DESC, id);
CREATE INDEX calibrations_by_place ON calibrations (calibration_location_id, calibration_date DESC, id)
  WHERE calibration_location_id IS NOT NULL;
CREATE INDEX calibrations_not_conforming ON calibrations (organization_id, calibration_date DESC, id)
  WHERE conforms = false;
