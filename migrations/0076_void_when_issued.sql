-- That and why the calibration was void when its certificate was issued, as it prints: it may be valid again since. Null: it was not, or the
-- certificate was issued before this was recorded.
ALTER TABLE certificates ADD COLUMN issued_void jsonb;
