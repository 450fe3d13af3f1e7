-- That and why the calibration was void when its certificate was issued, as it prints: it may be valid again since. False: it was not void.
-- Null: the certificate is not issued, or was issued before this was recorded. False is no JSON null, which archives do not keep.
ALTER TABLE certificates ADD COLUMN issued_void jsonb;
