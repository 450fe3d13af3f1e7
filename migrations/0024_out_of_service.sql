-- An instrument that is damaged, away or in doubt is out of service until somebody puts it back (ISO/IEC 17025, 6.4.9): a state beside
-- `status`, because it keeps its place in the lists. `until` is the day on which it is expected back; that day alone brings nothing back.
ALTER TABLE assets
  ADD COLUMN out_of_service_since timestamptz,
  ADD COLUMN out_of_service_reason text,
  ADD COLUMN out_of_service_until date,
  ADD CONSTRAINT assets_out_of_service_check CHECK (
    (out_of_service_since IS NULL) = (out_of_service_reason IS NULL)
    AND (out_of_service_until IS NULL OR out_of_service_since IS NOT NULL));

-- Few are out of service at a time.
CREATE INDEX assets_out_of_service ON assets (organization_id) WHERE out_of_service_since IS NOT NULL;
