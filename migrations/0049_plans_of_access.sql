-- What row-level security asks in every statement, and every transaction at its beginning: as PL/pgSQL, so that a connection keeps the plan. The body of an SQL function that
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

CREATE OR REPLACE FUNCTION memberships_of(person uuid) RETURNS TABLE(organization_id uuid, role text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT m.organization_id, m.role FROM memberships m JOIN organizations o ON o.id = m.organization_id
    WHERE m.user_id = person AND o.is_active;
END $$;

CREATE OR REPLACE FUNCTION standing_of(person uuid, session text) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT jsonb_build_object(
    'role', u.role,
    'memberships', (SELECT coalesce(jsonb_object_agg(m.organization_id, m.role), '{}') FROM memberships_of(u.id) m))
  FROM users u
  WHERE u.id = person AND u.is_active AND u.is_verified AND (
    session = ''
    OR EXISTS (SELECT FROM sessions s WHERE s.id = session AND s.user_id = person AND s.expires_at > now())
    OR EXISTS (SELECT FROM access_tokens t WHERE t.token_sha256 = session AND t.user_id = person
                 AND (t.expires_at IS NULL OR t.expires_at > now()))));
END $$;
