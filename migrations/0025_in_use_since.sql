-- An instrument is often older than its entry here: records back to this day are expected, and carry no warning of their date.
ALTER TABLE assets ADD COLUMN in_use_since date;
