-- Admins of an organization manage it; a viewer never does, not even as one of them (specification 5). Functions that see past the
-- policies belong to plumbline_definer (0005).
CREATE FUNCTION is_admin_of(person uuid, organization uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM memberships m
                 WHERE m.organization_id = organization AND m.user_id = person AND m.role = 'admin')
$$;
CREATE FUNCTION app_may_manage(organization uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT app_sees_all() OR (app_role() IN ('technician', 'admin') AND organization = ANY (app_organizations())
                            AND is_admin_of(app_user_id(), organization))
$$;
DROP POLICY change ON organizations;
CREATE POLICY change ON organizations FOR UPDATE USING (app_may_manage(id)) WITH CHECK (true);
DROP POLICY join_ ON memberships;
CREATE POLICY join_ ON memberships FOR INSERT WITH CHECK (
  app_may_manage(organization_id) OR (user_id = app_user_id() AND role = 'admin' AND app_founds(organization_id)));
DROP POLICY change ON memberships;
CREATE POLICY change ON memberships FOR UPDATE USING (app_may_manage(organization_id)) WITH CHECK (true);
DROP POLICY leave ON memberships;
CREATE POLICY leave ON memberships FOR DELETE USING (user_id = app_user_id() OR app_may_manage(organization_id));

-- Asked after every write that may take an organization its last admin. The lock makes those writers queue, and what each counts
-- is what the one before it has left: of two admins who leave at once, one stays. A deactivated organization needs nobody.
CREATE FUNCTION organization_keeps_admin(organization uuid) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM organizations o WHERE o.id = organization AND o.is_active FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN true; END IF;
  RETURN EXISTS (SELECT FROM memberships m JOIN users u ON u.id = m.user_id
                 WHERE m.organization_id = organization AND m.role = 'admin' AND u.is_active AND u.role <> 'viewer');
END $$;

CREATE TABLE join_requests (
  organization_id uuid NOT NULL REFERENCES organizations,
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'rejected', 'withdrawn')),
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  decided_by uuid REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((state = 'pending') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX join_requests_pending ON join_requests (organization_id, user_id) WHERE state = 'pending';
CREATE INDEX join_requests_by_user ON join_requests (user_id);
ALTER TABLE join_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE join_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON join_requests FOR SELECT USING (user_id = app_user_id() OR app_may_manage(organization_id));
CREATE POLICY ask ON join_requests FOR INSERT WITH CHECK (
  user_id = app_user_id() AND state = 'pending' AND organization_id IN (SELECT id FROM organization_names()));
CREATE POLICY decide ON join_requests FOR UPDATE USING (app_may_manage(organization_id));
CREATE POLICY withdraw ON join_requests FOR UPDATE USING (user_id = app_user_id())
  WITH CHECK (state = 'withdrawn' OR app_may_manage(organization_id));
GRANT SELECT, INSERT, UPDATE ON join_requests TO plumbline_app;
REVOKE DELETE ON join_requests FROM plumbline_app;

-- Whoever becomes a member, by whatever way, waits no longer.
CREATE FUNCTION settle_join_request() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE join_requests j SET state = 'approved', decided_at = now(), decided_by = app_user_id()
  WHERE j.organization_id = NEW.organization_id AND j.user_id = NEW.user_id AND j.state = 'pending';
  RETURN NULL;
END $$;
CREATE TRIGGER settle_join_request AFTER INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION settle_join_request();

-- The audit log is read by time, across chains and within one organization.
CREATE INDEX audit_log_by_time ON audit_log (at DESC, id DESC);
CREATE INDEX audit_log_by_organization ON audit_log (organization_id, at DESC, id DESC);

-- Who lost sight of an organization keeps no window into it, though the row is theirs; the decision about themselves stays.
DROP POLICY own ON notifications;
CREATE POLICY own ON notifications FOR ALL
  USING (app_role() = 'system' OR (user_id = app_user_id()
    AND (organization_id IS NULL OR category = 'join_decision' OR app_may_read(organization_id))))
  WITH CHECK (app_role() = 'system' OR user_id = app_user_id());
-- Devices must hear of what is hidden by now, to forget it: its place in the person's stream, and nothing of what it tells.
CREATE FUNCTION own_notification_stream(after bigint, most integer)
  RETURNS TABLE (id uuid, number bigint, category text, created_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT n.id, n.number, n.category, n.created_at FROM notifications n
  WHERE n.user_id = app_user_id() AND n.number > after ORDER BY n.number LIMIT most
$$;

-- People write history in their own name alone: of what belongs to them, of what they found, and of where they ask to join.
DROP POLICY append ON audit_log;
CREATE POLICY append ON audit_log FOR INSERT WITH CHECK (app_sees_all() OR (
  actor_id = app_user_id() AND (organization_id IS NULL OR organization_id = ANY (app_organizations())
    OR action IN ('organization.created', 'join_request.created', 'join_request.withdrawn'))));

-- What is only counted is fenced like what it counts. A head is moved by everybody who acts, also by who asks to join.
ALTER TABLE audit_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY act ON audit_heads FOR ALL USING (app_user_id() IS NOT NULL OR app_sees_all());
ALTER TABLE certificate_counters ENABLE ROW LEVEL SECURITY;
ALTER TABLE certificate_counters FORCE ROW LEVEL SECURITY;
CREATE POLICY write ON certificate_counters FOR ALL USING (app_may_write(organization_id));
ALTER TABLE organization_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE organization_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON organization_changes FOR SELECT USING (app_may_read(nullif(organization_id, nobody())));
CREATE POLICY definer ON organization_changes FOR ALL TO plumbline_definer USING (true) WITH CHECK (true);
ALTER TABLE tombstones ENABLE ROW LEVEL SECURITY;
ALTER TABLE tombstones FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON tombstones FOR SELECT USING (app_may_read(nullif(organization_id, nobody())));
CREATE POLICY definer ON tombstones FOR ALL TO plumbline_definer USING (true) WITH CHECK (true);

GRANT CREATE ON SCHEMA public TO plumbline_definer;
GRANT UPDATE (is_active) ON organizations TO plumbline_definer;
GRANT SELECT ON users TO plumbline_definer;
GRANT SELECT, UPDATE ON join_requests TO plumbline_definer;
GRANT SELECT, INSERT, UPDATE ON organization_changes TO plumbline_definer;
GRANT SELECT, INSERT, DELETE ON tombstones TO plumbline_definer;
CREATE POLICY lock_row ON organizations FOR UPDATE TO plumbline_definer USING (true) WITH CHECK (false);
CREATE POLICY definer ON join_requests FOR ALL TO plumbline_definer USING (true) WITH CHECK (true);
ALTER FUNCTION is_admin_of(uuid, uuid) OWNER TO plumbline_definer;
ALTER FUNCTION organization_keeps_admin(uuid) OWNER TO plumbline_definer;
ALTER FUNCTION own_notification_stream(bigint, integer) OWNER TO plumbline_definer;
ALTER FUNCTION settle_join_request() OWNER TO plumbline_definer;
ALTER FUNCTION take_change_numbers(uuid, integer) OWNER TO plumbline_definer;
ALTER FUNCTION bury() OWNER TO plumbline_definer;
ALTER FUNCTION remove_tombstones(timestamptz) OWNER TO plumbline_definer;
REVOKE CREATE ON SCHEMA public FROM plumbline_definer;
