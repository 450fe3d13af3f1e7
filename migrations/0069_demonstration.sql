-- A laboratory that is only for looking around. It can be removed with all that it made, which no other organization can.
ALTER TABLE organizations ADD COLUMN is_demonstration boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX organizations_of_demonstration ON organizations ((true)) WHERE is_demonstration;

-- Whoever marked a real laboratory could then remove its records.
CREATE FUNCTION demonstration_is_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what an organization was made as is never changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER demonstration_is_decided_once BEFORE UPDATE OF is_demonstration ON organizations
  FOR EACH ROW WHEN (OLD.is_demonstration IS DISTINCT FROM NEW.is_demonstration)
  EXECUTE FUNCTION demonstration_is_decided_once();

ALTER TABLE operations DROP CONSTRAINT operations_kind_check;
ALTER TABLE operations ADD CONSTRAINT operations_kind_check CHECK (kind IN (
  'assets_export', 'assets_import', 'certificates_export', 'database_export', 'database_import', 'database_reset',
  'demonstration_fill', 'demonstration_remove'
));
-- One at a time, whoever asks, of all that concerns more than one's own records.
DROP INDEX operations_of_whole_installation;
CREATE UNIQUE INDEX operations_of_whole_installation ON operations ((true))
  WHERE finished_at IS NULL AND (kind LIKE 'database\_%' OR kind LIKE 'demonstration\_%');
