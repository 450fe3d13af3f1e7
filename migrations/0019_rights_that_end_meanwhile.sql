-- A right may end while a request computes, or waits for others who write. Who acts, and with which rights, is read when a
-- transaction begins, and once more under the lock that all who write queue for (server/db/standing.ts).

-- The rights of a person at this very moment; null for an account, or a session (its id; '': none is asked for), that opens nothing.
CREATE FUNCTION standing_of(person uuid, session text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'role', u.role,
    'memberships', (SELECT coalesce(jsonb_object_agg(m.organization_id, m.role), '{}') FROM memberships_of(u.id) m))
  FROM users u
  WHERE u.id = person AND u.is_active AND u.is_verified AND (
    session = ''
    OR EXISTS (SELECT FROM sessions s WHERE s.id = session AND s.user_id = person AND s.expires_at > now())
    OR EXISTS (SELECT FROM access_tokens t WHERE t.token_sha256 = session AND t.user_id = person
                 AND (t.expires_at IS NULL OR t.expires_at > now())))
$$;

-- Says who acts for the rest of the transaction, with the rights of this moment. Returns them; null: acts with none.
CREATE FUNCTION act_as(person uuid, session text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE standing jsonb := standing_of(person, session);
BEGIN
  PERFORM set_config('app.user_id', person::text, true),
          set_config('app.role', coalesce(standing ->> 'role', ''), true),
          set_config('app.organizations', coalesce(
            (SELECT array_agg(k::uuid) FROM jsonb_object_keys(standing -> 'memberships') k)::text, '{}'), true),
          set_config('app.session', session, true),
          set_config('app.standing', coalesce(standing::text, ''), true);
  RETURN standing;
END $$;

-- Has the person who acts still every right with which the transaction began? Told once: afterwards its own changes could be meant.
-- Volatile, so that it sees what was committed while its statement waited.
CREATE FUNCTION standing_holds() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE begun text := nullif(current_setting('app.standing', true), '');
BEGIN
  IF begun IS NULL THEN RETURN true; END IF;
  PERFORM set_config('app.standing', '', true);
  RETURN coalesce(standing_of(app_user_id(), current_setting('app.session', true)) @> begun::jsonb, false);
END $$;

-- What was answered to a member is compared with what the caller is now (server/http/idempotency.ts); this was never read.
ALTER TABLE idempotency_keys DROP COLUMN standing;
