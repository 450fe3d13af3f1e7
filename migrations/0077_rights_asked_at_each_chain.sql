-- Whoever writes to several organizations waits for the history of each, one after the other. A membership may end while they wait for the
-- second one, so that each is asked about when its own history is locked: who ends a membership writes there, too.

-- Does the person who acts still have the rights with which the transaction began? When the first history is locked: all of them. At each
-- further one: those in its organization (null: the role). Of each once, for afterwards the transaction's own changes could be meant.
-- Volatile, so that it sees what was committed while its statement waited.
CREATE FUNCTION standing_holds(organization uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  begun jsonb := nullif(current_setting('app.standing', true), '')::jsonb;
  membership text := begun -> 'memberships' ->> organization::text;
  holds boolean;
BEGIN
  IF begun IS NULL THEN RETURN true; END IF;
  IF NOT begun ? 'is_later' THEN
    holds := standing_of(app_user_id(), current_setting('app.session', true)) @> begun;
  ELSIF organization IS NULL THEN
    holds := NOT begun ? 'role' OR standing_of(app_user_id(), current_setting('app.session', true)) @> jsonb_build_object('role', begun -> 'role');
  ELSE
    holds := membership IS NULL OR EXISTS (SELECT FROM memberships_of(app_user_id()) m WHERE m.organization_id = organization AND m.role = membership);
  END IF;
  begun := CASE WHEN organization IS NULL THEN begun - 'role' ELSE begun #- ARRAY['memberships', organization::text] END;
  PERFORM set_config('app.standing', (begun || '{"is_later": true}')::text, true);
  RETURN coalesce(holds, false);
END $$;
-- standing_holds() stays for processes of the version before.
