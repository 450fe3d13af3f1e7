CREATE TABLE calibrations (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  channel_id uuid,
  -- As they were called when it was recorded: a list of calibrations reads no other table, and never changes under a renaming.
  asset_label text NOT NULL,
  asset_name text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  kind text NOT NULL CHECK (kind IN ('internal', 'external')),
  calibration_date date NOT NULL,
  due_date date,
  calibration_location_id uuid REFERENCES locations,
  procedure_id uuid REFERENCES procedures,
  reference_asset_id uuid,
  reference_channel_id uuid,
  reference_calibration_id uuid REFERENCES calibrations,
  reference_superseded boolean NOT NULL DEFAULT false,
  replaces_calibration_id uuid REFERENCES calibrations,
  lab_name text,
  lab_certificate_number text,
  coefficients_only jsonb,
  environment jsonb,
  customer jsonb,
  notes text,
  recorded_by uuid NOT NULL REFERENCES users,
  recorded_by_name text NOT NULL,
  recorded_by_role text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  -- How far the device's clock was off, where more than five minutes.
  clock_skew_seconds integer,
  engine text,
  conforms boolean,
  unit text,
  measured_unit text,
  curve jsonb,
  expanded_uncertainty double precision,
  coverage_factor double precision,
  effective_degrees_of_freedom double precision,
  warnings jsonb NOT NULL DEFAULT '[]',
  -- Request and result without their points: those are rows of calibration_points.
  analysis_request jsonb,
  result jsonb,
  device_result jsonb,
  -- The frozen facts of the certificate (contracts/certificate-context.ts).
  certificate_context jsonb NOT NULL,
  certificate_number text NOT NULL,
  voided_at timestamptz,
  voided_by uuid REFERENCES users,
  voided_by_name text,
  voided_by_role text,
  void_reason text,
  reviewed_at timestamptz,
  reviewed_by uuid REFERENCES users,
  reviewed_by_name text,
  reviewed_by_role text,
  seq bigint NOT NULL,
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  FOREIGN KEY (asset_id, channel_id) REFERENCES channels (asset_id, id),
  CHECK (num_nulls(voided_at, voided_by, voided_by_name, voided_by_role) IN (0, 4)),
  CHECK (num_nulls(reviewed_at, reviewed_by, reviewed_by_name, reviewed_by_role) IN (0, 4)),
  CHECK ((kind = 'external') <= (lab_name IS NOT NULL AND lab_certificate_number IS NOT NULL)),
  CHECK ((analysis_request IS NULL) = (result IS NULL)),
  UNIQUE (organization_id, certificate_number)
);
CREATE UNIQUE INDEX calibrations_by_version ON calibrations (asset_id, coalesce(channel_id, nobody()), version);
CREATE UNIQUE INDEX calibrations_by_seq ON calibrations (organization_id, seq) WHERE seq IS NOT NULL;
CREATE INDEX calibrations_by_date ON calibrations (organization_id, calibration_date DESC, id);
-- The latest of an asset or channel: for references, and for what a device holds whole.
CREATE INDEX calibrations_by_age ON calibrations (asset_id, coalesce(channel_id, nobody()), calibration_date, version)
  WHERE voided_at IS NULL;
CREATE INDEX calibrations_by_reference ON calibrations (reference_asset_id) WHERE reference_asset_id IS NOT NULL;

-- Points as typed columns, not JSON: they are evidence that people query. `role` tells the runs apart.
-- Written before their calibration, whose row waits for the organization's counters: those are held as briefly as can be.
-- That each belongs to a calibration is checked once a run, below: a foreign key would ask a thousand times for fifty of them.
CREATE TABLE calibration_points (
  organization_id uuid NOT NULL,
  calibration_id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('points', 'as_found', 'verification')),
  position integer NOT NULL,
  reference double precision NOT NULL,
  measured double precision NOT NULL,
  u_reference double precision,
  u_measured double precision,
  group_number integer,
  direction text CHECK (direction IN ('up', 'down')),
  -- The rest of the point's result (corrected, errors, uncertainty, judgements).
  result jsonb NOT NULL,
  PRIMARY KEY (calibration_id, role, position)
);

-- Ids of applied mutations, for ever: a device may come back after months (sync/README.md).
CREATE TABLE applied_ids (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  payload_sha256 bytea NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE version_counters (
  asset_id uuid NOT NULL REFERENCES assets,
  channel_key uuid NOT NULL,
  last_version integer NOT NULL,
  PRIMARY KEY (asset_id, channel_key)
);
CREATE TABLE certificate_counters (
  organization_id uuid NOT NULL REFERENCES organizations,
  year integer NOT NULL,
  last_number integer NOT NULL,
  PRIMARY KEY (organization_id, year)
);

CREATE TABLE certificates (
  calibration_id uuid PRIMARY KEY REFERENCES calibrations,
  organization_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'issued', 'failed')),
  object_key text,
  sha256 text,
  bytes integer,
  signing_certificate_id uuid,
  issued_at timestamptz,
  error text,
  seq bigint NOT NULL,
  CHECK ((state = 'issued') <= (object_key IS NOT NULL AND sha256 IS NOT NULL AND issued_at IS NOT NULL))
);
CREATE UNIQUE INDEX certificates_by_seq ON certificates (organization_id, seq) WHERE seq IS NOT NULL;

CREATE TABLE signing_certificates (
  id uuid PRIMARY KEY,
  -- NULL: the instance-wide fallback.
  organization_id uuid REFERENCES organizations,
  certificate_pem text NOT NULL,
  wrapped_private_key text NOT NULL,
  algorithm text NOT NULL,
  fingerprint_sha256 text NOT NULL UNIQUE,
  not_before timestamptz NOT NULL,
  not_after timestamptz NOT NULL,
  is_current boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX signing_certificates_current ON signing_certificates (coalesce(organization_id, nobody())) WHERE is_current;
ALTER TABLE certificates ADD FOREIGN KEY (signing_certificate_id) REFERENCES signing_certificates;

-- What has been certified never changes: only voiding, review and the stream's number may.
CREATE FUNCTION calibration_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE free text[] := ARRAY['voided_at', 'voided_by', 'voided_by_name', 'voided_by_role', 'void_reason',
                             'reviewed_at', 'reviewed_by', 'reviewed_by_name', 'reviewed_by_role', 'seq'];
BEGIN
  IF TG_OP = 'DELETE' OR (to_jsonb(OLD) - free) IS DISTINCT FROM (to_jsonb(NEW) - free) THEN
    RAISE EXCEPTION 'a recorded calibration is never edited' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$;
CREATE FUNCTION issued_certificate_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'issued' AND (to_jsonb(OLD) - 'seq') IS DISTINCT FROM (to_jsonb(NEW) - 'seq') THEN
    RAISE EXCEPTION 'an issued certificate is never replaced' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE ON calibrations FOR EACH ROW EXECUTE FUNCTION calibration_is_immutable();
CREATE FUNCTION runs_begin_at_zero() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM written GROUP BY calibration_id, role HAVING min(position) <> 0) THEN
    RAISE EXCEPTION 'the points of a run are written together' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER runs_begin_at_zero AFTER INSERT ON calibration_points REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION runs_begin_at_zero();
CREATE FUNCTION run_has_calibration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM calibrations c WHERE c.id = NEW.calibration_id AND c.organization_id = NEW.organization_id) THEN
    RAISE EXCEPTION 'points without their calibration' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER run_has_calibration AFTER INSERT ON calibration_points DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.position = 0) EXECUTE FUNCTION run_has_calibration();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON calibration_points FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON applied_ids FOR EACH ROW EXECUTE FUNCTION is_append_only();
CREATE TRIGGER immutable BEFORE UPDATE ON certificates FOR EACH ROW EXECUTE FUNCTION issued_certificate_is_immutable();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON calibrations FOR EACH ROW EXECUTE FUNCTION stamp_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON certificates FOR EACH ROW EXECUTE FUNCTION stamp_change();

-- The roster that devices hold names people, so a change of a person stamps their memberships anew. In the order of the
-- organizations, in which everybody takes the counters.
CREATE FUNCTION stamp_memberships() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE organization uuid;
BEGIN
  FOR organization IN SELECT m.organization_id FROM memberships m WHERE m.user_id = NEW.id ORDER BY 1 LOOP
    UPDATE memberships m SET role = m.role WHERE m.organization_id = organization AND m.user_id = NEW.id;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER stamp_memberships AFTER UPDATE OF full_name, role, profile_picture_id ON users FOR EACH ROW
  WHEN ((OLD.full_name, OLD.role, OLD.profile_picture_id) IS DISTINCT FROM (NEW.full_name, NEW.role, NEW.profile_picture_id))
  EXECUTE FUNCTION stamp_memberships();

-- An open stream of a person hears that a session has ended or a membership has changed, and looks for itself.
CREATE FUNCTION signal_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('plumbline_changes', 'user:' || CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END);
  RETURN NULL;
END $$;
CREATE TRIGGER signal_person AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION signal_person();
CREATE TRIGGER signal_person AFTER INSERT OR DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION signal_person();

ALTER TABLE calibrations ENABLE ROW LEVEL SECURITY;
ALTER TABLE calibrations FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON calibrations FOR SELECT USING (app_may_read(organization_id));
CREATE POLICY write ON calibrations FOR ALL USING (app_may_write(organization_id)) WITH CHECK (app_may_write(organization_id));
ALTER TABLE calibration_points ENABLE ROW LEVEL SECURITY;
ALTER TABLE calibration_points FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON calibration_points FOR SELECT USING (app_may_read(organization_id));
CREATE POLICY write ON calibration_points FOR INSERT WITH CHECK (app_may_write(organization_id));
ALTER TABLE certificates ENABLE ROW LEVEL SECURITY;
ALTER TABLE certificates FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON certificates FOR SELECT USING (app_may_read(organization_id));
CREATE POLICY write ON certificates FOR ALL USING (app_may_write(organization_id)) WITH CHECK (app_may_write(organization_id));
-- Keys are the server's own matter; what may be known of them is read through a query of the system.
ALTER TABLE signing_certificates ENABLE ROW LEVEL SECURITY;
ALTER TABLE signing_certificates FORCE ROW LEVEL SECURITY;
CREATE POLICY server_only ON signing_certificates FOR ALL USING (app_role() = 'system') WITH CHECK (app_role() = 'system');
