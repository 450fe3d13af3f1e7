-- What row-level security asks in every statement: as PL/pgSQL, so that a connection keeps the plan. The body of an SQL function that
-- cannot be inlined is planned again in each statement that calls it, once for every table of the statement.
CREATE OR REPLACE FUNCTION app_public_organizations() RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF app_user_id() IS NULL THEN RETURN '{}'; END IF;
  RETURN (SELECT coalesce(array_agg(o.id), '{}') FROM organizations o WHERE o.is_active AND NOT o.private);
END $$;

CREATE OR REPLACE FUNCTION organization_is_public(organization uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM organizations o WHERE o.id = organization AND o.is_active AND NOT o.private);
END $$;

CREATE OR REPLACE FUNCTION reminder_lead_days() RETURNS integer
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT s.reminder_lead_days FROM email_settings s);
END $$;
