-- The whole installation out, in, and emptied.
ALTER TABLE operations DROP CONSTRAINT operations_kind_check;
ALTER TABLE operations ADD CONSTRAINT operations_kind_check CHECK (kind IN (
  'assets_export', 'assets_import', 'certificates_export', 'database_export', 'database_import', 'database_reset'
));
-- One at a time, whoever asks: the second of two imports would replace what the first one brought.
CREATE UNIQUE INDEX operations_of_whole_installation ON operations ((true))
  WHERE finished_at IS NULL AND kind LIKE 'database\_%';
