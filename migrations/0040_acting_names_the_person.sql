-- What a request remembers of the person who calls is compared with what is true now: their name and language, too.
CREATE OR REPLACE FUNCTION act_as(person uuid, session text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE standing jsonb := standing_of(person, session);
BEGIN
  PERFORM set_config('app.user_id', person::text, true),
          set_config('app.role', coalesce(standing ->> 'role', ''), true),
          set_config('app.organizations', coalesce(
            (SELECT array_agg(k::uuid) FROM jsonb_object_keys(standing -> 'memberships') k)::text, '{}'), true),
          set_config('app.session', session, true),
          set_config('app.standing', coalesce(standing::text, ''), true);
  RETURN standing || (SELECT jsonb_build_object('full_name', u.full_name, 'language', u.language) FROM users u WHERE u.id = person);
END $$;
