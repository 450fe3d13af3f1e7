-- Certificates are looked for by the beginning of their number, byte for byte: row-level security lets an index answer that, and no
-- other comparison of texts.
CREATE INDEX calibrations_by_number ON calibrations (organization_id, certificate_number COLLATE "C");
CREATE INDEX calibrations_by_lab_number ON calibrations (organization_id, lab_certificate_number COLLATE "C")
  WHERE lab_certificate_number IS NOT NULL;
