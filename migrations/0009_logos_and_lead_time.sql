-- A logo is a picture of the organization. Former ones stay: certificates print the one of their day.
ALTER TABLE organizations ADD CONSTRAINT organizations_logo_file_id_fkey FOREIGN KEY (logo_file_id) REFERENCES files (id);

-- From how many days before its due date an instrument is due soon, where an admin has said so. Everybody's status depends on it;
-- the rest of the mail settings is for admins alone.
CREATE FUNCTION reminder_lead_days() RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
  $$ SELECT reminder_lead_days FROM email_settings $$;
REVOKE ALL ON FUNCTION reminder_lead_days() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reminder_lead_days() TO plumbline_app;
GRANT CREATE ON SCHEMA public TO plumbline_definer;
GRANT SELECT ON email_settings TO plumbline_definer;
CREATE POLICY definer ON email_settings FOR SELECT TO plumbline_definer USING (true);
ALTER FUNCTION reminder_lead_days() OWNER TO plumbline_definer;
REVOKE CREATE ON SCHEMA public FROM plumbline_definer;
