-- What an assessor looks for on a certificate beside the numbers. Of what has been recorded before, none of it is known.

ALTER TABLE organizations ADD COLUMN address text;

-- Whose limits a tolerance is, in which document and edition.
ALTER TABLE assets ADD COLUMN specification text;
ALTER TABLE channels ADD COLUMN specification text;

ALTER TABLE calibrations
  ADD COLUMN specification text,
  ADD COLUMN received_on date,
  ADD COLUMN item_condition text,
  ADD COLUMN lab_accreditation text,
  ADD CONSTRAINT calibrations_received_before CHECK (received_on <= calibration_date);

-- Records of external calibrations have numbers of their own: {prefix}-X-{year}-{n}. What was numbered before keeps its number.
ALTER TABLE certificate_counters ADD COLUMN series text NOT NULL DEFAULT 'certificate'
  CHECK (series IN ('certificate', 'external'));
ALTER TABLE certificate_counters DROP CONSTRAINT certificate_counters_pkey;
ALTER TABLE certificate_counters ADD PRIMARY KEY (organization_id, year, series);
