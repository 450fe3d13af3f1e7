-- The schema that the migrations make, written by `npm run db:schema`. Read it, never edit it: `npm run verify` compares.

-- Tables

CREATE TABLE access_tokens (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  token_sha256 text NOT NULL,
  expires_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  purpose text NOT NULL,
  CONSTRAINT access_tokens_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT access_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT access_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['api'::text, 'calendar'::text]))),
  CONSTRAINT access_tokens_token_sha256_key UNIQUE (token_sha256),
  CONSTRAINT access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE account_tokens (
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  token_sha256 text NOT NULL,
  email text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT account_tokens_pkey PRIMARY KEY (user_id, purpose),
  CONSTRAINT account_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify_email'::text, 'reset_password'::text, 'confirm_email'::text]))),
  CONSTRAINT account_tokens_token_sha256_key UNIQUE (token_sha256),
  CONSTRAINT account_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE applied_ids (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  payload_sha256 bytea NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  content_sha256 bytea,
  CONSTRAINT applied_ids_pkey PRIMARY KEY (id),
  CONSTRAINT applied_ids_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE asset_views (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  filter text NOT NULL,
  location_id uuid,
  sort text NOT NULL,
  columns text[] NOT NULL,
  updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT asset_views_pkey PRIMARY KEY (id),
  CONSTRAINT asset_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE assets (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  asset_id text NOT NULL,
  name text NOT NULL,
  description text,
  manufacturer text,
  model text,
  serial_number text,
  category text,
  is_reference boolean DEFAULT false NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  location_id uuid,
  procedure_id uuid,
  calibration_interval_days integer,
  quantity text,
  unit text,
  measured_unit text,
  range_min double precision,
  range_max double precision,
  resolution double precision,
  tolerance jsonb DEFAULT '[]'::jsonb NOT NULL,
  correction_applied boolean DEFAULT true NOT NULL,
  cmc jsonb,
  photo_file_id uuid,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  created_by uuid,
  seq bigint NOT NULL,
  signal_min double precision,
  signal_max double precision,
  specification text,
  out_of_service_since timestamp with time zone,
  out_of_service_reason text,
  out_of_service_until date,
  in_use_since date,
  calibration_interval_months integer,
  attributes jsonb DEFAULT '[]'::jsonb NOT NULL,
  retired_at timestamp with time zone,
  retired_by uuid,
  retired_reason text,
  imported jsonb,
  searched text DEFAULT searched_text(VARIADIC ARRAY[asset_id, name, manufacturer, model, serial_number, category,
CASE
    WHEN (tags <> '{}'::text[]) THEN searched_text(VARIADIC tags)
    ELSE NULL::text
END,
CASE
    WHEN (attributes <> '[]'::jsonb) THEN attributes_text(attributes)
    ELSE NULL::text
END]),
  CONSTRAINT assets_asset_id_check CHECK ((asset_id ~ '^[A-Za-z0-9._-]{1,64}$'::text)),
  CONSTRAINT assets_calibration_interval_days_check CHECK ((calibration_interval_days > 0)),
  CONSTRAINT assets_calibration_interval_months_check CHECK ((calibration_interval_months > 0)),
  CONSTRAINT assets_cmc_check CHECK (is_capability(cmc)),
  CONSTRAINT assets_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT assets_interval_check CHECK (((calibration_interval_days IS NULL) OR (calibration_interval_months IS NULL))),
  CONSTRAINT assets_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  CONSTRAINT assets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT assets_organization_id_id_key UNIQUE (organization_id, id),
  CONSTRAINT assets_out_of_service_check CHECK ((((out_of_service_since IS NULL) = (out_of_service_reason IS NULL)) AND ((out_of_service_until IS NULL) OR (out_of_service_since IS NOT NULL)))),
  CONSTRAINT assets_photo_file_id_fkey FOREIGN KEY (photo_file_id) REFERENCES files(id) ON DELETE SET NULL,
  CONSTRAINT assets_pkey PRIMARY KEY (id),
  CONSTRAINT assets_procedure_id_fkey FOREIGN KEY (procedure_id) REFERENCES procedures(id),
  CONSTRAINT assets_resolution_check CHECK ((resolution > (0)::double precision)),
  CONSTRAINT assets_retired_by_fkey FOREIGN KEY (retired_by) REFERENCES users(id),
  CONSTRAINT assets_retired_check CHECK ((((status = 'retired'::text) = (retired_at IS NOT NULL)) AND ((retired_at IS NOT NULL) OR ((retired_by IS NULL) AND (retired_reason IS NULL))))),
  CONSTRAINT assets_signal_check CHECK ((((signal_min IS NULL) = (signal_max IS NULL)) AND (signal_min <> signal_max))),
  CONSTRAINT assets_status_check CHECK ((status = ANY (ARRAY['active'::text, 'retired'::text])))
);

CREATE TABLE attachments (
  id uuid NOT NULL,
  organization_id uuid,
  asset_id uuid,
  procedure_id uuid,
  calibration_id uuid,
  name text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  sha256 text NOT NULL,
  uploaded_by uuid,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  imported jsonb,
  CONSTRAINT attachments_bytes_check CHECK (((bytes >= 1) AND (bytes <= 52428800))),
  CONSTRAINT attachments_check CHECK ((num_nonnulls(asset_id, procedure_id, calibration_id) = 1)),
  CONSTRAINT attachments_check1 CHECK (((organization_id IS NOT NULL) OR (procedure_id IS NOT NULL))),
  CONSTRAINT attachments_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  CONSTRAINT attachments_organization_id_asset_id_fkey FOREIGN KEY (organization_id, asset_id) REFERENCES assets(organization_id, id),
  CONSTRAINT attachments_organization_id_calibration_id_fkey FOREIGN KEY (organization_id, calibration_id) REFERENCES calibrations(organization_id, id),
  CONSTRAINT attachments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT attachments_pkey PRIMARY KEY (id),
  CONSTRAINT attachments_procedure_id_fkey FOREIGN KEY (procedure_id) REFERENCES procedures(id) ON DELETE CASCADE,
  CONSTRAINT attachments_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT attachments_uploaded_by_check CHECK (((uploaded_by IS NOT NULL) OR (imported IS NOT NULL))),
  CONSTRAINT attachments_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id)
);

CREATE TABLE audit_heads (
  organization_id uuid NOT NULL,
  last_number bigint DEFAULT 0 NOT NULL,
  last_hash bytea DEFAULT '\x'::bytea NOT NULL,
  CONSTRAINT audit_heads_pkey PRIMARY KEY (organization_id)
);

CREATE TABLE audit_log (
  id uuid NOT NULL,
  chain uuid NOT NULL,
  number bigint NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  organization_id uuid,
  actor_id uuid,
  actor_name text,
  actor_role text,
  action text NOT NULL,
  resource_type text NOT NULL,
  resource_id uuid NOT NULL,
  resource_label text NOT NULL,
  changes jsonb DEFAULT '{}'::jsonb NOT NULL,
  request_id text,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_log_action_check CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text)),
  CONSTRAINT audit_log_chain_number_key UNIQUE (chain, number),
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);

CREATE TABLE calibration_points (
  organization_id uuid NOT NULL,
  calibration_id uuid NOT NULL,
  role text NOT NULL,
  "position" integer NOT NULL,
  reference double precision NOT NULL,
  measured double precision NOT NULL,
  u_reference double precision,
  u_measured double precision,
  group_number integer,
  direction text,
  result jsonb NOT NULL,
  nominal double precision,
  CONSTRAINT calibration_points_direction_check CHECK ((direction = ANY (ARRAY['up'::text, 'down'::text]))),
  CONSTRAINT calibration_points_pkey PRIMARY KEY (calibration_id, role, "position"),
  CONSTRAINT calibration_points_role_check CHECK ((role = ANY (ARRAY['points'::text, 'as_found'::text, 'verification'::text])))
);

CREATE TABLE calibrations (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  channel_id uuid,
  asset_label text NOT NULL,
  asset_name text NOT NULL,
  version integer NOT NULL,
  kind text NOT NULL,
  calibration_date date NOT NULL,
  due_date date,
  calibration_location_id uuid,
  procedure_id uuid,
  reference_asset_id uuid,
  reference_channel_id uuid,
  reference_calibration_id uuid,
  reference_superseded boolean DEFAULT false NOT NULL,
  replaces_calibration_id uuid,
  lab_name text,
  lab_certificate_number text,
  coefficients_only jsonb,
  environment jsonb,
  customer jsonb,
  notes text,
  recorded_by uuid,
  recorded_by_name text NOT NULL,
  recorded_by_role text NOT NULL,
  recorded_at timestamp with time zone DEFAULT now() NOT NULL,
  clock_skew_seconds integer,
  engine text,
  conforms boolean,
  unit text,
  measured_unit text,
  curve jsonb,
  expanded_uncertainty double precision,
  coverage_factor double precision,
  effective_degrees_of_freedom double precision,
  warnings jsonb DEFAULT '[]'::jsonb NOT NULL,
  analysis_request jsonb,
  result jsonb,
  device_result jsonb,
  certificate_context jsonb NOT NULL,
  certificate_number text NOT NULL,
  voided_at timestamp with time zone,
  voided_by uuid,
  voided_by_name text,
  voided_by_role text,
  void_reason text,
  reviewed_at timestamp with time zone,
  reviewed_by uuid,
  reviewed_by_name text,
  reviewed_by_role text,
  seq bigint NOT NULL,
  profile jsonb,
  specification text,
  received_on date,
  item_condition text,
  lab_accreditation text,
  reference_reason text,
  customer_data jsonb DEFAULT '[]'::jsonb NOT NULL,
  procedure_revision integer,
  imported jsonb,
  searched text DEFAULT searched_text(VARIADIC ARRAY[certificate_number, asset_label, asset_name, lab_certificate_number, lab_name]),
  CONSTRAINT calibrations_asset_id_channel_id_fkey FOREIGN KEY (asset_id, channel_id) REFERENCES channels(asset_id, id),
  CONSTRAINT calibrations_calibration_location_id_fkey FOREIGN KEY (calibration_location_id) REFERENCES locations(id),
  CONSTRAINT calibrations_check2 CHECK (((kind = 'external'::text) <= ((lab_name IS NOT NULL) AND (lab_certificate_number IS NOT NULL)))),
  CONSTRAINT calibrations_check3 CHECK (((analysis_request IS NULL) = (result IS NULL))),
  CONSTRAINT calibrations_check4 CHECK (((procedure_revision IS NULL) OR (procedure_id IS NOT NULL))),
  CONSTRAINT calibrations_customer_data CHECK ((customer_data <@ '["item", "condition", "specification"]'::jsonb)),
  CONSTRAINT calibrations_kind_check CHECK ((kind = ANY (ARRAY['internal'::text, 'external'::text]))),
  CONSTRAINT calibrations_organization_id_asset_id_fkey FOREIGN KEY (organization_id, asset_id) REFERENCES assets(organization_id, id),
  CONSTRAINT calibrations_organization_id_certificate_number_key UNIQUE (organization_id, certificate_number),
  CONSTRAINT calibrations_organization_id_id_key UNIQUE (organization_id, id),
  CONSTRAINT calibrations_pkey PRIMARY KEY (id),
  CONSTRAINT calibrations_procedure_id_fkey FOREIGN KEY (procedure_id) REFERENCES procedures(id),
  CONSTRAINT calibrations_procedure_id_procedure_revision_fkey FOREIGN KEY (procedure_id, procedure_revision) REFERENCES procedure_revisions(procedure_id, revision),
  CONSTRAINT calibrations_received_before CHECK ((received_on <= calibration_date)),
  CONSTRAINT calibrations_recorded_by_check CHECK (((recorded_by IS NOT NULL) OR (imported IS NOT NULL))),
  CONSTRAINT calibrations_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  CONSTRAINT calibrations_reference_calibration_id_fkey FOREIGN KEY (reference_calibration_id) REFERENCES calibrations(id) DEFERRABLE,
  CONSTRAINT calibrations_replaces_calibration_id_fkey FOREIGN KEY (replaces_calibration_id) REFERENCES calibrations(id) DEFERRABLE,
  CONSTRAINT calibrations_reviewed_by_check CHECK (((reviewed_at IS NULL) OR (reviewed_by IS NOT NULL) OR (imported IS NOT NULL))),
  CONSTRAINT calibrations_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES users(id),
  CONSTRAINT calibrations_reviewed_check CHECK (((num_nulls(reviewed_at, reviewed_by_name, reviewed_by_role) = ANY (ARRAY[0, 3])) AND ((reviewed_by IS NULL) OR (reviewed_at IS NOT NULL)))),
  CONSTRAINT calibrations_two_persons_check CHECK (((reviewed_by <> recorded_by) OR (imported IS NOT NULL))),
  CONSTRAINT calibrations_version_check CHECK ((version > 0)),
  CONSTRAINT calibrations_voided_by_check CHECK (((voided_at IS NULL) OR (voided_by IS NOT NULL) OR (imported IS NOT NULL))),
  CONSTRAINT calibrations_voided_by_fkey FOREIGN KEY (voided_by) REFERENCES users(id),
  CONSTRAINT calibrations_voided_check CHECK (((num_nulls(voided_at, voided_by_name, voided_by_role) = ANY (ARRAY[0, 3])) AND ((voided_by IS NULL) OR (voided_at IS NOT NULL))))
);

CREATE TABLE certificate_claims (
  calibration_id uuid NOT NULL,
  claimant uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT certificate_claims_calibration_id_fkey FOREIGN KEY (calibration_id) REFERENCES calibrations(id),
  CONSTRAINT certificate_claims_pkey PRIMARY KEY (calibration_id)
);

CREATE TABLE certificate_counters (
  organization_id uuid NOT NULL,
  year integer NOT NULL,
  last_number integer NOT NULL,
  series text DEFAULT 'certificate'::text NOT NULL,
  CONSTRAINT certificate_counters_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT certificate_counters_pkey PRIMARY KEY (organization_id, year, series),
  CONSTRAINT certificate_counters_series_check CHECK ((series = ANY (ARRAY['certificate'::text, 'external'::text])))
);

CREATE TABLE certificate_mails (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  calibration_id uuid NOT NULL,
  recipient text NOT NULL,
  language text NOT NULL,
  message text,
  state text DEFAULT 'queued'::text NOT NULL,
  fault text,
  attempts integer DEFAULT 0 NOT NULL,
  is_link boolean DEFAULT false NOT NULL,
  sent_by uuid NOT NULL,
  sent_by_name text NOT NULL,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT certificate_mails_check CHECK (((state = 'queued'::text) = (finished_at IS NULL))),
  CONSTRAINT certificate_mails_fault_check CHECK ((fault = ANY (ARRAY['mail_off'::text, 'unreachable'::text, 'refused'::text, 'voided'::text, 'no_certificate'::text, 'no_right'::text]))),
  CONSTRAINT certificate_mails_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text, 'fr'::text, 'de'::text]))),
  CONSTRAINT certificate_mails_message_check CHECK ((char_length(message) <= 1000)),
  CONSTRAINT certificate_mails_organization_id_calibration_id_fkey FOREIGN KEY (organization_id, calibration_id) REFERENCES calibrations(organization_id, id),
  CONSTRAINT certificate_mails_pkey PRIMARY KEY (id),
  CONSTRAINT certificate_mails_recipient_check CHECK ((((length(recipient) >= 3) AND (length(recipient) <= 254)) AND (recipient !~ '[[:cntrl:][:space:]]'::text))),
  CONSTRAINT certificate_mails_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES users(id),
  CONSTRAINT certificate_mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
);

CREATE TABLE certificate_proofs (
  calibration_id uuid NOT NULL,
  level text,
  missing text,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamp with time zone,
  holds_until timestamp with time zone,
  lacks text,
  CONSTRAINT certificate_proofs_attempts_check CHECK ((attempts >= 0)),
  CONSTRAINT certificate_proofs_calibration_id_fkey FOREIGN KEY (calibration_id) REFERENCES certificates(calibration_id),
  CONSTRAINT certificate_proofs_lacks_check CHECK ((lacks = ANY (ARRAY['closed'::text, 'no_server'::text, 'time_stamp'::text, 'status'::text, 'revoked'::text, 'untrusted'::text, 'file'::text, 'other'::text]))),
  CONSTRAINT certificate_proofs_level_check CHECK ((level = ANY (ARRAY['B-B'::text, 'B-T'::text, 'B-LT'::text, 'B-LTA'::text]))),
  CONSTRAINT certificate_proofs_missing_check CHECK ((length(missing) <= 1000)),
  CONSTRAINT certificate_proofs_pkey PRIMARY KEY (calibration_id)
);

CREATE TABLE certificate_revisions (
  calibration_id uuid NOT NULL,
  number integer NOT NULL,
  level text NOT NULL,
  sha256 text NOT NULL,
  object_key text NOT NULL,
  bytes integer NOT NULL,
  made_at timestamp with time zone NOT NULL,
  continues_sha256 text,
  CONSTRAINT certificate_revisions_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT certificate_revisions_calibration_id_fkey FOREIGN KEY (calibration_id) REFERENCES certificates(calibration_id),
  CONSTRAINT certificate_revisions_continues_sha256_check CHECK ((continues_sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT certificate_revisions_level_check CHECK (((level = ANY (ARRAY['B-T'::text, 'B-LT'::text, 'B-LTA'::text])) OR ((continues_sha256 IS NULL) AND (level = 'B-B'::text)))),
  CONSTRAINT certificate_revisions_number_check CHECK ((number > 0)),
  CONSTRAINT certificate_revisions_pkey PRIMARY KEY (calibration_id, number),
  CONSTRAINT certificate_revisions_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE certificate_templates (
  id uuid NOT NULL,
  organization_id uuid,
  name text NOT NULL,
  language text,
  is_default boolean DEFAULT false NOT NULL,
  source text NOT NULL,
  engine text DEFAULT 'embedded'::text NOT NULL,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT certificate_templates_check CHECK ((NOT (is_default AND (deleted_at IS NOT NULL)))),
  CONSTRAINT certificate_templates_engine_check CHECK ((engine = ANY (ARRAY['embedded'::text, 'tex'::text]))),
  CONSTRAINT certificate_templates_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text, 'fr'::text, 'de'::text]))),
  CONSTRAINT certificate_templates_name_check CHECK (((name <> ''::text) AND (char_length(name) <= 200))),
  CONSTRAINT certificate_templates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT certificate_templates_pkey PRIMARY KEY (id),
  CONSTRAINT certificate_templates_source_check CHECK ((octet_length(source) <= 262144))
);

CREATE TABLE certificates (
  calibration_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  state text DEFAULT 'pending'::text NOT NULL,
  object_key text,
  sha256 text,
  bytes integer,
  signing_certificate_id uuid,
  issued_at timestamp with time zone,
  error text,
  seq bigint NOT NULL,
  held_for jsonb DEFAULT '[]'::jsonb NOT NULL,
  kept_at timestamp with time zone,
  kept_by uuid,
  kept_by_name text,
  kept_by_role text,
  kept_reason text,
  release text DEFAULT 'automatic'::text NOT NULL,
  review jsonb DEFAULT '[]'::jsonb NOT NULL,
  template jsonb,
  content_sha256 text,
  verify_token text,
  issued_void jsonb,
  CONSTRAINT certificates_calibration_id_fkey FOREIGN KEY (calibration_id) REFERENCES calibrations(id),
  CONSTRAINT certificates_check CHECK (((state = 'issued'::text) <= ((object_key IS NOT NULL) AND (sha256 IS NOT NULL) AND (issued_at IS NOT NULL)))),
  CONSTRAINT certificates_content_sha256_check CHECK ((content_sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT certificates_held_check CHECK ((((state = 'held'::text) = ((held_for <> '[]'::jsonb) AND (kept_at IS NULL))) AND ((kept_at IS NULL) OR (held_for <> '[]'::jsonb)))),
  CONSTRAINT certificates_kept_by_fkey FOREIGN KEY (kept_by) REFERENCES users(id),
  CONSTRAINT certificates_kept_check CHECK (((num_nulls(kept_at, kept_by_name, kept_by_role, kept_reason) = ANY (ARRAY[0, 4])) AND ((kept_by IS NULL) OR (kept_at IS NOT NULL)))),
  CONSTRAINT certificates_pkey PRIMARY KEY (calibration_id),
  CONSTRAINT certificates_release_check CHECK ((release = ANY (ARRAY['automatic'::text, 'second_person'::text]))),
  CONSTRAINT certificates_release_state_check CHECK (
CASE state
    WHEN 'waiting_for_release'::text THEN ((release = 'second_person'::text) AND (COALESCE(((review -> '-1'::integer) ->> 'kind'::text), 'answered'::text) = 'answered'::text))
    WHEN 'returned'::text THEN ((release = 'second_person'::text) AND (NOT (((review -> '-1'::integer) ->> 'kind'::text) IS DISTINCT FROM 'returned'::text)))
    ELSE ((release = 'second_person'::text) OR (review = '[]'::jsonb))
END),
  CONSTRAINT certificates_review_check CHECK ((jsonb_typeof(review) = 'array'::text)),
  CONSTRAINT certificates_signing_certificate_id_fkey FOREIGN KEY (signing_certificate_id) REFERENCES signing_certificates(id),
  CONSTRAINT certificates_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'issued'::text, 'failed'::text, 'held'::text, 'waiting_for_release'::text, 'returned'::text]))),
  CONSTRAINT certificates_verify_token_check CHECK ((verify_token ~ '^[0-9a-f]{32}$'::text))
);

CREATE TABLE channels (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  "position" integer NOT NULL,
  name text NOT NULL,
  quantity text,
  unit text,
  measured_unit text,
  range_min double precision,
  range_max double precision,
  resolution double precision,
  tolerance jsonb DEFAULT '[]'::jsonb NOT NULL,
  correction_applied boolean DEFAULT true NOT NULL,
  cmc jsonb,
  archived_at timestamp with time zone,
  signal_min double precision,
  signal_max double precision,
  specification text,
  CONSTRAINT channels_asset_id_id_key UNIQUE (asset_id, id),
  CONSTRAINT channels_cmc_check CHECK (is_capability(cmc)),
  CONSTRAINT channels_organization_id_asset_id_fkey FOREIGN KEY (organization_id, asset_id) REFERENCES assets(organization_id, id),
  CONSTRAINT channels_pkey PRIMARY KEY (id),
  CONSTRAINT channels_resolution_check CHECK ((resolution > (0)::double precision)),
  CONSTRAINT channels_signal_check CHECK ((((signal_min IS NULL) = (signal_max IS NULL)) AND (signal_min <> signal_max)))
);

CREATE TABLE clock_ticks (
  job text NOT NULL,
  last_tick text NOT NULL,
  CONSTRAINT clock_ticks_pkey PRIMARY KEY (job)
);

CREATE TABLE email_settings (
  only_row boolean DEFAULT true NOT NULL,
  enabled boolean DEFAULT false NOT NULL,
  host text,
  port integer DEFAULT 587 NOT NULL,
  security text DEFAULT 'auto'::text NOT NULL,
  username text,
  sealed_password text,
  from_address text,
  from_name text,
  reminder_lead_days integer,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  route_by uuid,
  CONSTRAINT email_settings_check CHECK (((NOT enabled) OR ((host IS NOT NULL) AND (from_address IS NOT NULL)))),
  CONSTRAINT email_settings_from_address_check CHECK ((length(from_address) <= 254)),
  CONSTRAINT email_settings_host_check CHECK (((length(host) >= 1) AND (length(host) <= 253))),
  CONSTRAINT email_settings_only_row_check CHECK (only_row),
  CONSTRAINT email_settings_pkey PRIMARY KEY (only_row),
  CONSTRAINT email_settings_port_check CHECK (((port >= 1) AND (port <= 65535))),
  CONSTRAINT email_settings_reminder_lead_days_check CHECK (((reminder_lead_days >= 0) AND (reminder_lead_days <= 3650))),
  CONSTRAINT email_settings_route_by_fkey FOREIGN KEY (route_by) REFERENCES users(id),
  CONSTRAINT email_settings_sealed_password_check CHECK ((sealed_password ~~ 'v1.%'::text)),
  CONSTRAINT email_settings_security_check CHECK ((security = ANY (ARRAY['auto'::text, 'starttls'::text, 'tls'::text, 'none'::text])))
);

CREATE TABLE files (
  id uuid NOT NULL,
  organization_id uuid,
  content_type text NOT NULL,
  size integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  sha256 text NOT NULL,
  created_by uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT files_content_type_check CHECK ((content_type = 'image/webp'::text)),
  CONSTRAINT files_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT files_height_check CHECK ((height > 0)),
  CONSTRAINT files_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_size_check CHECK ((size > 0)),
  CONSTRAINT files_width_check CHECK ((width > 0))
);

CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL,
  operation text NOT NULL,
  key text NOT NULL,
  body_sha256 bytea NOT NULL,
  status integer,
  etag text,
  body text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, operation, key),
  CONSTRAINT idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE identities (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT identities_issuer_subject_key UNIQUE (issuer, subject),
  CONSTRAINT identities_pkey PRIMARY KEY (id),
  CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT identities_user_id_issuer_key UNIQUE (user_id, issuer)
);

CREATE TABLE installation (
  only_row boolean DEFAULT true NOT NULL,
  generation uuid DEFAULT gen_random_uuid() NOT NULL,
  installed_at timestamp with time zone DEFAULT now() NOT NULL,
  secret_key_mark text,
  held_at text,
  generation_since timestamp with time zone DEFAULT now() NOT NULL,
  backed_up_at timestamp with time zone,
  backup_bytes bigint,
  backup_failing_since timestamp with time zone,
  backup_failure text,
  CONSTRAINT installation_backup_failure_check CHECK ((length(backup_failure) <= 500)),
  CONSTRAINT installation_check CHECK (((backup_failing_since IS NULL) = (backup_failure IS NULL))),
  CONSTRAINT installation_only_row_check CHECK (only_row),
  CONSTRAINT installation_pkey PRIMARY KEY (only_row),
  CONSTRAINT installation_secret_key_mark_check CHECK ((secret_key_mark ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE join_requests (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  state text DEFAULT 'pending'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  decided_at timestamp with time zone,
  decided_by uuid,
  CONSTRAINT join_requests_check CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
  CONSTRAINT join_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT join_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT join_requests_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT join_requests_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))),
  CONSTRAINT join_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE locations (
  id uuid NOT NULL,
  organization_id uuid,
  name text NOT NULL,
  address text,
  description text,
  parent_id uuid,
  is_calibration_lab boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  seq bigint NOT NULL,
  CONSTRAINT locations_check CHECK ((parent_id <> id)),
  CONSTRAINT locations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT locations_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES locations(id),
  CONSTRAINT locations_pkey PRIMARY KEY (id)
);

CREATE TABLE login_attempts (
  key text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE mail_log (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  kind text NOT NULL,
  recipient text NOT NULL,
  state text NOT NULL,
  reason text,
  reply_code integer,
  attempts integer NOT NULL,
  job_id bigint,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT mail_log_attempts_check CHECK ((attempts > 0)),
  CONSTRAINT mail_log_check CHECK (((state = 'sent'::text) = (reason IS NULL))),
  CONSTRAINT mail_log_job_id_key UNIQUE (job_id),
  CONSTRAINT mail_log_pkey PRIMARY KEY (id),
  CONSTRAINT mail_log_recipient_check CHECK ((char_length(recipient) <= 320)),
  CONSTRAINT mail_log_state_check CHECK ((state = ANY (ARRAY['sent'::text, 'retrying'::text, 'failed'::text])))
);

CREATE TABLE mailed_notices (
  user_id uuid NOT NULL,
  event_key text NOT NULL,
  mailed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT mailed_notices_pkey PRIMARY KEY (user_id, event_key),
  CONSTRAINT mailed_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE memberships (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  seq bigint NOT NULL,
  may_release boolean DEFAULT false NOT NULL,
  CONSTRAINT memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT memberships_pkey PRIMARY KEY (organization_id, user_id),
  CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['member'::text, 'admin'::text]))),
  CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE notification_counters (
  user_id uuid NOT NULL,
  last_number bigint DEFAULT 0 NOT NULL,
  CONSTRAINT notification_counters_pkey PRIMARY KEY (user_id),
  CONSTRAINT notification_counters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE notification_preferences (
  user_id uuid NOT NULL,
  category text NOT NULL,
  email boolean NOT NULL,
  in_app boolean NOT NULL,
  push boolean DEFAULT true NOT NULL,
  CONSTRAINT notification_preferences_pkey PRIMARY KEY (user_id, category),
  CONSTRAINT notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE notifications (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  number bigint NOT NULL,
  category text NOT NULL,
  parameters jsonb NOT NULL,
  asset_id uuid,
  organization_id uuid,
  event_key text NOT NULL,
  read_at timestamp with time zone,
  removed_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  of_reader boolean DEFAULT false NOT NULL,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_user_id_event_key_key UNIQUE (user_id, event_key),
  CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT notifications_user_id_number_key UNIQUE (user_id, number)
);

CREATE TABLE operations (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  request jsonb NOT NULL,
  state text DEFAULT 'queued'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  progress jsonb,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  result jsonb,
  error jsonb,
  object_key text,
  file_name text,
  download_sha256 text,
  download_until timestamp with time zone,
  CONSTRAINT operations_check CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text, 'cancelled'::text])) = (finished_at IS NOT NULL))),
  CONSTRAINT operations_kind_check CHECK ((kind = ANY (ARRAY['assets_export'::text, 'assets_import'::text, 'certificates_export'::text, 'database_export'::text, 'database_import'::text, 'database_reset'::text, 'demonstration_fill'::text, 'demonstration_remove'::text]))),
  CONSTRAINT operations_pkey PRIMARY KEY (id),
  CONSTRAINT operations_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))),
  CONSTRAINT operations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE organization_changes (
  organization_id uuid NOT NULL,
  last_seq bigint DEFAULT 0 NOT NULL,
  tombstone_floor bigint DEFAULT 0 NOT NULL,
  CONSTRAINT organization_changes_pkey PRIMARY KEY (organization_id)
);

CREATE TABLE organizations (
  id uuid NOT NULL,
  name text NOT NULL,
  private boolean DEFAULT false NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  full_name text,
  description text,
  website text,
  location_id uuid,
  email text,
  phone text,
  logo_file_id uuid,
  certificate_prefix text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  created_by uuid,
  seq bigint NOT NULL,
  address text,
  release text DEFAULT 'automatic'::text NOT NULL,
  is_demonstration boolean DEFAULT false NOT NULL,
  CONSTRAINT organizations_certificate_prefix_check CHECK ((certificate_prefix ~ '^[A-Z0-9]{1,12}$'::text)),
  CONSTRAINT organizations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT organizations_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  CONSTRAINT organizations_logo_file_id_fkey FOREIGN KEY (logo_file_id) REFERENCES files(id),
  CONSTRAINT organizations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_release_check CHECK ((release = ANY (ARRAY['automatic'::text, 'second_person'::text])))
);

CREATE TABLE passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key text NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] DEFAULT '{}'::text[] NOT NULL,
  name text NOT NULL,
  is_synced boolean NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_credential_id_check CHECK ((credential_id ~ '^[A-Za-z0-9_-]+$'::text)),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_public_key_check CHECK ((public_key ~ '^[A-Za-z0-9_-]+$'::text)),
  CONSTRAINT passkeys_sign_count_check CHECK ((sign_count >= 0)),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE passwords (
  user_id uuid NOT NULL,
  argon2id text NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  set_at_console boolean DEFAULT false NOT NULL,
  CONSTRAINT passwords_pkey PRIMARY KEY (user_id),
  CONSTRAINT passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE procedure_revisions (
  procedure_id uuid NOT NULL,
  revision integer NOT NULL,
  organization_id uuid,
  code text NOT NULL,
  name text NOT NULL,
  quantity text,
  description text,
  body text NOT NULL,
  effective_from date NOT NULL,
  reference_class text,
  environment jsonb,
  plan jsonb,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  created_by uuid,
  CONSTRAINT procedure_revisions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT procedure_revisions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT procedure_revisions_pkey PRIMARY KEY (procedure_id, revision),
  CONSTRAINT procedure_revisions_procedure_id_fkey FOREIGN KEY (procedure_id) REFERENCES procedures(id) ON DELETE CASCADE
);

CREATE TABLE procedures (
  id uuid NOT NULL,
  organization_id uuid,
  name text NOT NULL,
  code text NOT NULL,
  description text,
  body text DEFAULT ''::text NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  seq bigint NOT NULL,
  quantity text,
  effective_from date DEFAULT CURRENT_DATE NOT NULL,
  reference_class text,
  environment jsonb,
  plan jsonb,
  retired_at timestamp with time zone,
  CONSTRAINT procedures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT procedures_pkey PRIMARY KEY (id),
  CONSTRAINT procedures_revision_check CHECK ((revision > 0))
);

CREATE TABLE processes (
  id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  version text NOT NULL,
  memory_bytes bigint NOT NULL,
  clock_ahead_ms integer NOT NULL,
  draining boolean DEFAULT false NOT NULL,
  started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT processes_kind_check CHECK ((kind = ANY (ARRAY['all'::text, 'web'::text, 'worker'::text]))),
  CONSTRAINT processes_memory_bytes_check CHECK ((memory_bytes > 0)),
  CONSTRAINT processes_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  CONSTRAINT processes_pkey PRIMARY KEY (id)
);

CREATE TABLE push_subscriptions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  session_id text NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT push_subscriptions_auth_check CHECK ((auth ~ '^[A-Za-z0-9_-]{22}$'::text)),
  CONSTRAINT push_subscriptions_endpoint_check CHECK ((length(endpoint) <= 2000)),
  CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint),
  CONSTRAINT push_subscriptions_p256dh_check CHECK ((p256dh ~ '^[A-Za-z0-9_-]{87}$'::text)),
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_session_id_key UNIQUE (session_id),
  CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE recall_decisions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  recall_id uuid NOT NULL,
  calibration_id uuid NOT NULL,
  disposition text,
  reason text NOT NULL,
  decided_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  decided_by uuid NOT NULL,
  decided_by_name text NOT NULL,
  decided_by_role text NOT NULL,
  CONSTRAINT recall_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT recall_decisions_disposition_check CHECK ((disposition = ANY (ARRAY['no_action'::text, 'inform_customer'::text, 'recall_instrument'::text, 'repeat'::text]))),
  CONSTRAINT recall_decisions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT recall_decisions_organization_id_recall_id_calibration_id_fkey FOREIGN KEY (organization_id, recall_id, calibration_id) REFERENCES recall_lines(organization_id, recall_id, calibration_id),
  CONSTRAINT recall_decisions_pkey PRIMARY KEY (id)
);

CREATE TABLE recall_lines (
  organization_id uuid NOT NULL,
  recall_id uuid NOT NULL,
  calibration_id uuid NOT NULL,
  depth integer NOT NULL,
  class text NOT NULL,
  obstacle text,
  shift double precision,
  recorded jsonb,
  again jsonb,
  disposition text,
  round integer DEFAULT 1 NOT NULL,
  CONSTRAINT recall_lines_check CHECK (((class = 'undetermined'::text) = (obstacle IS NOT NULL))),
  CONSTRAINT recall_lines_class_check CHECK ((class = ANY (ARRAY['flipped'::text, 'weakened'::text, 'undetermined'::text, 'unchanged'::text]))),
  CONSTRAINT recall_lines_depth_check CHECK ((depth > 0)),
  CONSTRAINT recall_lines_disposition_check CHECK ((disposition = ANY (ARRAY['no_action'::text, 'inform_customer'::text, 'recall_instrument'::text, 'repeat'::text]))),
  CONSTRAINT recall_lines_organization_id_calibration_id_fkey FOREIGN KEY (organization_id, calibration_id) REFERENCES calibrations(organization_id, id),
  CONSTRAINT recall_lines_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT recall_lines_organization_id_recall_id_calibration_id_key UNIQUE (organization_id, recall_id, calibration_id),
  CONSTRAINT recall_lines_pkey PRIMARY KEY (recall_id, calibration_id),
  CONSTRAINT recall_lines_recall_id_fkey FOREIGN KEY (recall_id) REFERENCES recalls(id)
);

CREATE TABLE recalls (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  calibration_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  cause text NOT NULL,
  reason text,
  before_calibration_id uuid,
  after_calibration_id uuid,
  state text DEFAULT 'running'::text NOT NULL,
  round integer DEFAULT 1 NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  total integer,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  started_by uuid NOT NULL,
  started_by_name text NOT NULL,
  started_by_role text NOT NULL,
  finished_at timestamp with time zone,
  suspected_error double precision,
  CONSTRAINT recalls_calibration_id_key UNIQUE (calibration_id),
  CONSTRAINT recalls_cause_check CHECK ((cause = ANY (ARRAY['out_of_tolerance'::text, 'voided'::text, 'suspected'::text]))),
  CONSTRAINT recalls_check CHECK (((suspected_error IS NULL) OR (cause = 'suspected'::text))),
  CONSTRAINT recalls_organization_id_after_calibration_id_fkey FOREIGN KEY (organization_id, after_calibration_id) REFERENCES calibrations(organization_id, id),
  CONSTRAINT recalls_organization_id_asset_id_fkey FOREIGN KEY (organization_id, asset_id) REFERENCES assets(organization_id, id),
  CONSTRAINT recalls_organization_id_before_calibration_id_fkey FOREIGN KEY (organization_id, before_calibration_id) REFERENCES calibrations(organization_id, id),
  CONSTRAINT recalls_organization_id_calibration_id_fkey FOREIGN KEY (organization_id, calibration_id) REFERENCES calibrations(organization_id, id),
  CONSTRAINT recalls_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT recalls_pkey PRIMARY KEY (id),
  CONSTRAINT recalls_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id),
  CONSTRAINT recalls_state_check CHECK ((state = ANY (ARRAY['running'::text, 'ready'::text, 'failed'::text])))
);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_sha256 text NOT NULL,
  CONSTRAINT recovery_codes_code_sha256_check CHECK ((code_sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_sha256),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE refused_attempts (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  attempt integer NOT NULL,
  refused_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT refused_attempts_attempt_check CHECK ((attempt > 0)),
  CONSTRAINT refused_attempts_pkey PRIMARY KEY (id, user_id),
  CONSTRAINT refused_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE reminder_mails (
  user_id uuid NOT NULL,
  sweep_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  claimed_at timestamp with time zone DEFAULT now() NOT NULL,
  sent_on date,
  CONSTRAINT reminder_mails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT reminder_mails_pkey PRIMARY KEY (user_id, sweep_id),
  CONSTRAINT reminder_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE reminders (
  subject_id uuid NOT NULL,
  due_date date NOT NULL,
  threshold text NOT NULL,
  organization_id uuid NOT NULL,
  sweep_id uuid NOT NULL,
  delivered_at timestamp with time zone,
  CONSTRAINT reminders_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT reminders_pkey PRIMARY KEY (subject_id, due_date, threshold),
  CONSTRAINT reminders_threshold_check CHECK ((threshold = ANY (ARRAY['due_soon'::text, 'overdue'::text])))
);

CREATE TABLE sessions (
  id text NOT NULL,
  user_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  user_agent text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone DEFAULT now() NOT NULL,
  public_id uuid DEFAULT gen_random_uuid() NOT NULL,
  methods text[] DEFAULT '{}'::text[] NOT NULL,
  proved_at timestamp with time zone DEFAULT now() NOT NULL,
  setup_only boolean DEFAULT false NOT NULL,
  CONSTRAINT sessions_kind_check CHECK ((kind = ANY (ARRAY['remembered'::text, 'brief'::text]))),
  CONSTRAINT sessions_methods_check CHECK ((methods <@ ARRAY['password'::text, 'mailed_link'::text, 'totp'::text, 'recovery_code'::text, 'passkey'::text, 'oidc'::text, 'oidc_mfa'::text])),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE sign_in_settings (
  only_row boolean DEFAULT true NOT NULL,
  second_factor_roles text[] DEFAULT '{}'::text[] NOT NULL,
  updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT sign_in_settings_only_row_check CHECK (only_row),
  CONSTRAINT sign_in_settings_pkey PRIMARY KEY (only_row),
  CONSTRAINT sign_in_settings_second_factor_roles_check CHECK ((second_factor_roles <@ ARRAY['viewer'::text, 'technician'::text, 'admin'::text, 'superadmin'::text]))
);

CREATE TABLE signing_certificates (
  id uuid NOT NULL,
  organization_id uuid,
  certificate_pem text NOT NULL,
  wrapped_private_key text,
  algorithm text NOT NULL,
  fingerprint_sha256 text NOT NULL,
  not_before timestamp with time zone NOT NULL,
  not_after timestamp with time zone NOT NULL,
  is_current boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  kind text DEFAULT 'self_signed'::text NOT NULL,
  chain_pem text DEFAULT ''::text NOT NULL,
  authority_id uuid,
  revoked_at timestamp with time zone,
  CONSTRAINT signing_certificates_authority CHECK (((kind = 'issued_here'::text) = (authority_id IS NOT NULL))),
  CONSTRAINT signing_certificates_authority_id_fkey FOREIGN KEY (authority_id) REFERENCES signing_certificates(id),
  CONSTRAINT signing_certificates_kind_check CHECK ((kind = ANY (ARRAY['self_signed'::text, 'issued_here'::text, 'imported'::text, 'authority'::text]))),
  CONSTRAINT signing_certificates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT signing_certificates_own_authority CHECK (((kind <> 'authority'::text) OR (organization_id IS NULL))),
  CONSTRAINT signing_certificates_pkey PRIMARY KEY (id),
  CONSTRAINT signing_certificates_revoked CHECK (((revoked_at IS NULL) OR ((kind = 'issued_here'::text) AND (NOT is_current)))),
  CONSTRAINT signing_certificates_sign CHECK (((wrapped_private_key IS NOT NULL) OR (NOT is_current)))
);

CREATE TABLE task_performances (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  task_id uuid NOT NULL,
  date date NOT NULL,
  outcome text NOT NULL,
  note text,
  "values" jsonb DEFAULT '[]'::jsonb NOT NULL,
  took_out_of_service boolean DEFAULT false NOT NULL,
  done_by uuid,
  recorded_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  imported jsonb,
  CONSTRAINT task_performances_check CHECK (((NOT took_out_of_service) OR (outcome = 'not_ok'::text))),
  CONSTRAINT task_performances_done_by_check CHECK (((done_by IS NOT NULL) OR (imported IS NOT NULL))),
  CONSTRAINT task_performances_done_by_fkey FOREIGN KEY (done_by) REFERENCES users(id),
  CONSTRAINT task_performances_organization_id_task_id_fkey FOREIGN KEY (organization_id, task_id) REFERENCES tasks(organization_id, id),
  CONSTRAINT task_performances_outcome_check CHECK ((outcome = ANY (ARRAY['ok'::text, 'not_ok'::text]))),
  CONSTRAINT task_performances_pkey PRIMARY KEY (id)
);

CREATE TABLE tasks (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  channel_id uuid,
  "position" integer NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  interval_value integer NOT NULL,
  interval_unit text NOT NULL,
  lead_days integer,
  next_due date NOT NULL,
  archived_at timestamp with time zone,
  CONSTRAINT tasks_asset_id_channel_id_fkey FOREIGN KEY (asset_id, channel_id) REFERENCES channels(asset_id, id),
  CONSTRAINT tasks_interval_unit_check CHECK ((interval_unit = ANY (ARRAY['days'::text, 'weeks'::text, 'months'::text, 'years'::text]))),
  CONSTRAINT tasks_interval_value_check CHECK ((interval_value > 0)),
  CONSTRAINT tasks_kind_check CHECK ((kind = ANY (ARRAY['verification'::text, 'intermediate_check'::text, 'maintenance'::text, 'other'::text]))),
  CONSTRAINT tasks_lead_days_check CHECK ((lead_days >= 0)),
  CONSTRAINT tasks_organization_id_asset_id_fkey FOREIGN KEY (organization_id, asset_id) REFERENCES assets(organization_id, id),
  CONSTRAINT tasks_organization_id_id_key UNIQUE (organization_id, id),
  CONSTRAINT tasks_pkey PRIMARY KEY (id)
);

CREATE TABLE tombstones (
  organization_id uuid NOT NULL,
  seq bigint NOT NULL,
  collection text NOT NULL,
  document_id text NOT NULL,
  deleted_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT tombstones_pkey PRIMARY KEY (organization_id, seq)
);

CREATE TABLE totp_secrets (
  user_id uuid NOT NULL,
  sealed_secret text NOT NULL,
  begun_at timestamp with time zone DEFAULT now() NOT NULL,
  confirmed_at timestamp with time zone,
  last_step bigint,
  CONSTRAINT totp_secrets_pkey PRIMARY KEY (user_id),
  CONSTRAINT totp_secrets_sealed_secret_check CHECK ((sealed_secret ~~ 'v1.%'::text)),
  CONSTRAINT totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE unkept_objects (
  key text NOT NULL,
  since timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT unkept_objects_pkey PRIMARY KEY (key)
);

CREATE TABLE used_passkey_challenges (
  challenge_sha256 text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT used_passkey_challenges_challenge_sha256_check CHECK ((challenge_sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT used_passkey_challenges_pkey PRIMARY KEY (challenge_sha256)
);

CREATE TABLE used_sign_in_tickets (
  ticket_sha256 text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT used_sign_in_tickets_pkey PRIMARY KEY (ticket_sha256),
  CONSTRAINT used_sign_in_tickets_ticket_sha256_check CHECK ((ticket_sha256 ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  full_name text NOT NULL,
  role text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  is_verified boolean DEFAULT false NOT NULL,
  language text DEFAULT 'en'::text NOT NULL,
  profile_picture_id uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  former_email text,
  pending_email text,
  CONSTRAINT users_check CHECK ((former_email <> email)),
  CONSTRAINT users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text, 'fr'::text, 'de'::text]))),
  CONSTRAINT users_pending_email_check CHECK (((pending_email = lower(pending_email)) AND (length(pending_email) <= 254))),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_profile_picture_id_fkey FOREIGN KEY (profile_picture_id) REFERENCES files(id) ON DELETE SET NULL,
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'technician'::text, 'admin'::text, 'superadmin'::text])))
);

CREATE TABLE version_counters (
  asset_id uuid NOT NULL,
  channel_key uuid NOT NULL,
  last_version integer NOT NULL,
  CONSTRAINT version_counters_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  CONSTRAINT version_counters_pkey PRIMARY KEY (asset_id, channel_key)
);

CREATE TABLE webhook_deliveries (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  organization_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  lane uuid NOT NULL,
  event text NOT NULL,
  data jsonb NOT NULL,
  occurred_at timestamp with time zone DEFAULT now() NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone,
  first_attempt_at timestamp with time zone,
  last_attempt_at timestamp with time zone,
  claimed_until timestamp with time zone,
  status_code integer,
  duration_ms integer,
  error text,
  answer text,
  attempt_log jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT webhook_deliveries_answer_check CHECK ((length(answer) <= 500)),
  CONSTRAINT webhook_deliveries_attempt_log_check CHECK (((jsonb_typeof(attempt_log) = 'array'::text) AND (jsonb_array_length(attempt_log) <= 30))),
  CONSTRAINT webhook_deliveries_organization_id_webhook_id_fkey FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'given_up'::text])))
);

CREATE TABLE webhooks (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  sealed_secret text,
  sealed_secret_before text,
  secret_before_until timestamp with time zone,
  failing_since timestamp with time zone,
  turned_off text,
  turned_off_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT webhooks_check CHECK (((sealed_secret_before IS NULL) = (secret_before_until IS NULL))),
  CONSTRAINT webhooks_check1 CHECK ((is_active <= ((sealed_secret IS NOT NULL) AND (turned_off IS NULL)))),
  CONSTRAINT webhooks_check2 CHECK (((turned_off IS NULL) = (turned_off_at IS NULL))),
  CONSTRAINT webhooks_events_check CHECK ((events <> '{}'::text[])),
  CONSTRAINT webhooks_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT webhooks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT webhooks_organization_id_id_key UNIQUE (organization_id, id),
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_turned_off_check CHECK ((turned_off = ANY (ARRAY['failing'::text, 'gone'::text, 'secret_lost'::text]))),
  CONSTRAINT webhooks_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2000)))
);

-- Indexes

CREATE INDEX access_tokens_by_user ON access_tokens USING btree (user_id);

CREATE UNIQUE INDEX access_tokens_one_calendar ON access_tokens USING btree (user_id) WHERE (purpose = 'calendar'::text);

CREATE INDEX account_tokens_by_expiry ON account_tokens USING btree (expires_at);

CREATE UNIQUE INDEX asset_views_by_name ON asset_views USING btree (user_id, lower(name));

CREATE UNIQUE INDEX assets_by_asset_id ON assets USING btree (organization_id, lower(asset_id));

CREATE INDEX assets_by_location ON assets USING btree (location_id);

CREATE INDEX assets_by_photo ON assets USING btree (photo_file_id) WHERE (photo_file_id IS NOT NULL);

CREATE INDEX assets_by_procedure ON assets USING btree (procedure_id) WHERE (procedure_id IS NOT NULL);

CREATE INDEX assets_by_ref ON assets USING btree (lower(asset_id));

CREATE UNIQUE INDEX assets_by_seq ON assets USING btree (organization_id, seq) WHERE (seq IS NOT NULL);

CREATE INDEX assets_out_of_service ON assets USING btree (organization_id) WHERE (out_of_service_since IS NOT NULL);

CREATE INDEX attachments_by_asset ON attachments USING btree (asset_id) WHERE (asset_id IS NOT NULL);

CREATE INDEX attachments_by_calibration ON attachments USING btree (calibration_id) WHERE (calibration_id IS NOT NULL);

CREATE INDEX attachments_by_maker ON attachments USING btree (uploaded_by);

CREATE INDEX attachments_by_organization ON attachments USING btree (organization_id);

CREATE INDEX attachments_by_procedure ON attachments USING btree (procedure_id) WHERE (procedure_id IS NOT NULL);

CREATE INDEX audit_log_by_actor ON audit_log USING btree (actor_id);

CREATE INDEX audit_log_by_organization ON audit_log USING btree (organization_id, at DESC, id DESC);

CREATE INDEX audit_log_by_resource ON audit_log USING btree (resource_type, resource_id, number DESC);

CREATE INDEX audit_log_by_time ON audit_log USING btree (at DESC, id DESC);

CREATE INDEX calibrations_by_age ON calibrations USING btree (asset_id, COALESCE(channel_id, nobody()), calibration_date, version) WHERE (voided_at IS NULL);

CREATE INDEX calibrations_by_arrival ON calibrations USING btree (organization_id, recorded_at DESC, id);

CREATE INDEX calibrations_by_certificate ON calibrations USING btree (organization_id, lower(certificate_number), id);

CREATE INDEX calibrations_by_date ON calibrations USING btree (organization_id, calibration_date DESC, id) INCLUDE (voided_at, kind, conforms, recorded_by, calibration_location_id, searched);

CREATE INDEX calibrations_by_lab_number ON calibrations USING btree (organization_id, lab_certificate_number COLLATE "C") WHERE (lab_certificate_number IS NOT NULL);

CREATE INDEX calibrations_by_label ON calibrations USING btree (organization_id, lower(asset_label), id);

CREATE INDEX calibrations_by_number ON calibrations USING btree (organization_id, certificate_number COLLATE "C");

CREATE INDEX calibrations_by_place ON calibrations USING btree (calibration_location_id, calibration_date DESC, id) WHERE (calibration_location_id IS NOT NULL);

CREATE INDEX calibrations_by_procedure ON calibrations USING btree (procedure_id) WHERE (procedure_id IS NOT NULL);

CREATE INDEX calibrations_by_recorder ON calibrations USING btree (recorded_by, calibration_date DESC, id);

CREATE INDEX calibrations_by_reference ON calibrations USING btree (reference_asset_id) WHERE (reference_asset_id IS NOT NULL);

CREATE INDEX calibrations_by_reference_calibration ON calibrations USING btree (reference_calibration_id) WHERE (reference_calibration_id IS NOT NULL);

CREATE UNIQUE INDEX calibrations_by_seq ON calibrations USING btree (organization_id, seq) WHERE (seq IS NOT NULL);

CREATE UNIQUE INDEX calibrations_by_version ON calibrations USING btree (asset_id, COALESCE(channel_id, nobody()), version);

CREATE INDEX calibrations_due ON calibrations USING btree (asset_id, channel_id, due_date) INCLUDE (organization_id, calibration_date) WHERE (voided_at IS NULL);

CREATE INDEX calibrations_failed ON calibrations USING btree (asset_id) WHERE ((conforms IS FALSE) AND (voided_at IS NULL));

CREATE INDEX calibrations_failed_as_found ON calibrations USING btree (organization_id, calibration_date DESC, id) WHERE ((profile ->> 'as_found'::text) = 'fail'::text);

CREATE INDEX calibrations_in_order ON calibrations USING btree (calibration_date, id);

CREATE INDEX calibrations_not_conforming ON calibrations USING btree (organization_id, calibration_date DESC, id) WHERE (conforms = false);

CREATE INDEX calibrations_not_judged ON calibrations USING btree (organization_id, calibration_date DESC, id) WHERE (conforms IS NULL);

CREATE INDEX certificate_mails_finished ON certificate_mails USING btree (finished_at) WHERE (finished_at IS NOT NULL);

CREATE INDEX certificate_mails_of_calibration ON certificate_mails USING btree (calibration_id, created_at DESC, id);

CREATE INDEX certificate_proofs_due_idx ON certificate_proofs USING btree (due_at);

CREATE INDEX certificate_proofs_lacking ON certificate_proofs USING btree (lacks) WHERE ((lacks IS NOT NULL) AND (lacks <> 'closed'::text));

CREATE INDEX certificate_revisions_sha256_idx ON certificate_revisions USING btree (sha256);

CREATE INDEX certificate_templates_by_name ON certificate_templates USING btree (organization_id, lower(name), id);

CREATE UNIQUE INDEX certificate_templates_default ON certificate_templates USING btree (COALESCE(organization_id, nobody())) WHERE is_default;

CREATE UNIQUE INDEX certificates_by_seq ON certificates USING btree (organization_id, seq) WHERE (seq IS NOT NULL);

CREATE INDEX certificates_sha256_idx ON certificates USING btree (sha256) WHERE (sha256 IS NOT NULL);

CREATE UNIQUE INDEX certificates_verify_token ON certificates USING btree (verify_token) WHERE (verify_token IS NOT NULL);

CREATE INDEX certificates_waiting ON certificates USING btree (organization_id) WHERE (state = ANY (ARRAY['waiting_for_release'::text, 'returned'::text]));

CREATE INDEX channels_by_asset ON channels USING btree (asset_id, "position");

CREATE INDEX files_by_maker ON files USING btree (created_by);

CREATE INDEX files_by_organization ON files USING btree (organization_id);

CREATE INDEX join_requests_by_user ON join_requests USING btree (user_id);

CREATE UNIQUE INDEX join_requests_pending ON join_requests USING btree (organization_id, user_id) WHERE (state = 'pending'::text);

CREATE INDEX locations_by_name ON locations USING btree (organization_id, lower(name), id);

CREATE INDEX locations_by_parent ON locations USING btree (parent_id) WHERE (parent_id IS NOT NULL);

CREATE UNIQUE INDEX locations_by_seq ON locations USING btree (COALESCE(organization_id, nobody()), seq);

CREATE INDEX login_attempts_by_key ON login_attempts USING btree (key, at);

CREATE INDEX mail_log_by_time ON mail_log USING btree (updated_at, id);

CREATE INDEX mailed_notices_by_time ON mailed_notices USING btree (mailed_at);

CREATE UNIQUE INDEX memberships_by_seq ON memberships USING btree (organization_id, seq) WHERE (seq IS NOT NULL);

CREATE INDEX memberships_by_user ON memberships USING btree (user_id);

CREATE INDEX notifications_of_user ON notifications USING btree (user_id, created_at DESC, id) WHERE (removed_at IS NULL);

CREATE INDEX operations_by_age ON operations USING btree (created_at);

CREATE INDEX operations_of_user ON operations USING btree (user_id, created_at DESC, id);

CREATE UNIQUE INDEX operations_of_whole_installation ON operations USING btree ((true)) WHERE ((finished_at IS NULL) AND ((kind ~~ 'database\_%'::text) OR (kind ~~ 'demonstration\_%'::text)));

CREATE UNIQUE INDEX organizations_by_seq ON organizations USING btree (id, seq) WHERE (seq IS NOT NULL);

CREATE UNIQUE INDEX organizations_of_demonstration ON organizations USING btree ((true)) WHERE is_demonstration;

CREATE INDEX passkeys_of_user ON passkeys USING btree (user_id);

CREATE UNIQUE INDEX procedures_by_code ON procedures USING btree (COALESCE(organization_id, nobody()), lower(code));

CREATE INDEX procedures_by_name ON procedures USING btree (organization_id, lower(name), id);

CREATE UNIQUE INDEX procedures_by_seq ON procedures USING btree (COALESCE(organization_id, nobody()), seq);

CREATE INDEX push_subscriptions_of_user ON push_subscriptions USING btree (user_id);

CREATE INDEX recall_decisions_by_line ON recall_decisions USING btree (recall_id, calibration_id, decided_at DESC);

CREATE INDEX recall_lines_by_calibration ON recall_lines USING btree (calibration_id);

CREATE INDEX recalls_by_start ON recalls USING btree (organization_id, started_at DESC, id);

CREATE INDEX refused_attempts_by_age ON refused_attempts USING btree (refused_at);

CREATE INDEX reminder_mails_by_time ON reminder_mails USING btree (claimed_at);

CREATE INDEX reminder_mails_waiting ON reminder_mails USING btree (user_id) WHERE (sent_on IS NULL);

CREATE INDEX reminders_by_sweep ON reminders USING btree (sweep_id);

CREATE INDEX reminders_of_organization ON reminders USING btree (organization_id) WHERE (delivered_at IS NULL);

CREATE INDEX sessions_by_expiry ON sessions USING btree (expires_at);

CREATE UNIQUE INDEX sessions_by_public_id ON sessions USING btree (public_id);

CREATE INDEX sessions_by_user ON sessions USING btree (user_id);

CREATE UNIQUE INDEX signing_certificates_authority ON signing_certificates USING btree ((1)) WHERE (is_current AND (kind = 'authority'::text));

CREATE UNIQUE INDEX signing_certificates_current ON signing_certificates USING btree (COALESCE(organization_id, nobody())) WHERE (is_current AND (kind <> 'authority'::text));

CREATE UNIQUE INDEX signing_certificates_fingerprint ON signing_certificates USING btree (fingerprint_sha256, COALESCE(organization_id, nobody()));

CREATE INDEX signing_certificates_revoked ON signing_certificates USING btree (authority_id) WHERE (revoked_at IS NOT NULL);

CREATE INDEX task_performances_by_task ON task_performances USING btree (task_id, date);

CREATE INDEX tasks_by_asset ON tasks USING btree (asset_id, "position");

CREATE INDEX tasks_by_channel ON tasks USING btree (channel_id) WHERE (channel_id IS NOT NULL);

CREATE INDEX unkept_objects_by_age ON unkept_objects USING btree (since);

CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries USING btree (occurred_at);

CREATE INDEX webhook_deliveries_log ON webhook_deliveries USING btree (webhook_id, occurred_at DESC, id);

CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries USING btree (webhook_id, lane, seq) WHERE (state = 'waiting'::text);

-- Functions

CREATE OR REPLACE FUNCTION act_as(person uuid, session text)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
DECLARE standing jsonb := standing_of(person, session);
BEGIN
  PERFORM set_config('app.user_id', person::text, true),
          set_config('app.role', coalesce(standing ->> 'role', ''), true),
          set_config('app.organizations', coalesce(
            (SELECT array_agg(k::uuid) FROM jsonb_object_keys(standing -> 'memberships') k)::text, '{}'), true),
          set_config('app.session', session, true),
          set_config('app.standing', coalesce(standing::text, ''), true);
  RETURN standing || (SELECT jsonb_build_object('full_name', u.full_name, 'language', u.language) FROM users u WHERE u.id = person);
END $function$;

CREATE OR REPLACE FUNCTION app_founds(organization uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM organizations o WHERE o.id = organization AND o.created_by = app_user_id())
     AND NOT EXISTS (SELECT FROM memberships m WHERE m.organization_id = organization)
$function$;

CREATE OR REPLACE FUNCTION app_may_manage(organization uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT app_sees_all() OR (app_role() IN ('technician', 'admin') AND organization = ANY (app_organizations())
                            AND is_admin_of(app_user_id(), organization))
$function$;

CREATE OR REPLACE FUNCTION app_may_read(organization uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN app_sees_all() OR organization = ANY (app_organizations()) THEN true
              WHEN app_user_id() IS NULL THEN false
              ELSE organization IS NULL OR organization_is_public(organization) END
$function$;

CREATE OR REPLACE FUNCTION app_may_write(organization uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT app_sees_all()
      OR (app_role() IN ('technician', 'admin') AND organization = ANY (app_organizations()))
      OR (organization IS NULL AND app_role() = 'admin')
$function$;

CREATE OR REPLACE FUNCTION app_organizations()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT coalesce(nullif(current_setting('app.organizations', true), ''), '{}')::uuid[] $function$;

CREATE OR REPLACE FUNCTION app_public_organizations()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF app_user_id() IS NULL THEN RETURN '{}'; END IF;
  RETURN (SELECT coalesce(array_agg(o.id), '{}') FROM organizations o WHERE o.is_active AND NOT o.private);
END $function$;

CREATE OR REPLACE FUNCTION app_role()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT coalesce(nullif(current_setting('app.role', true), ''), 'nobody') $function$;

CREATE OR REPLACE FUNCTION app_sees_all()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT app_role() IN ('system', 'superadmin') $function$;

CREATE OR REPLACE FUNCTION app_user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT nullif(current_setting('app.user_id', true), '')::uuid $function$;

CREATE OR REPLACE FUNCTION attachment_keeps_object()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    DELETE FROM unkept_objects WHERE key = 'attachments/' || NEW.id;
  ELSE
    INSERT INTO unkept_objects (key) VALUES ('attachments/' || OLD.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION attachment_of_calibration_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the files of a calibration are kept as they are';
END $function$;

CREATE OR REPLACE FUNCTION attributes_text(attributes jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT string_agg(concat_ws(' ', r.key, r.value, r.unit), ' ' ORDER BY place)
  FROM jsonb_array_elements(attributes) WITH ORDINALITY AS e(element, place),
       jsonb_to_record(e.element) AS r(key text, value text, unit text)
$function$;

CREATE OR REPLACE FUNCTION bury()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE dead jsonb := to_jsonb(OLD);
        organization uuid := coalesce((dead ->> 'organization_id')::uuid, nobody());
BEGIN
  INSERT INTO tombstones (organization_id, seq, collection, document_id)
  VALUES (organization, take_change_numbers(organization, 1), TG_TABLE_NAME,
          CASE WHEN TG_TABLE_NAME = 'memberships' THEN (dead ->> 'organization_id') || ':' || (dead ->> 'user_id')
               ELSE dead ->> 'id' END);
  RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION calibration_is_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE free text[] := ARRAY['voided_at', 'voided_by', 'voided_by_name', 'voided_by_role', 'void_reason',
                             'reviewed_at', 'reviewed_by', 'reviewed_by_name', 'reviewed_by_role', 'seq', 'searched'];
BEGIN
  IF TG_OP = 'DELETE' OR (to_jsonb(OLD) - free) IS DISTINCT FROM (to_jsonb(NEW) - free) THEN
    RAISE EXCEPTION 'a recorded calibration is never edited' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.reviewed_at IS NOT NULL AND (OLD.reviewed_at, OLD.reviewed_by, OLD.reviewed_by_name, OLD.reviewed_by_role)
     IS DISTINCT FROM (NEW.reviewed_at, NEW.reviewed_by, NEW.reviewed_by_name, NEW.reviewed_by_role) THEN
    RAISE EXCEPTION 'an authorized release is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION count_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.code, NEW.name, NEW.quantity, NEW.description, NEW.body, NEW.effective_from, NEW.reference_class, NEW.environment, NEW.plan)
     IS DISTINCT FROM
     (OLD.code, OLD.name, OLD.quantity, OLD.description, OLD.body, OLD.effective_from, OLD.reference_class, OLD.environment, OLD.plan)
  THEN
    IF NEW.revision <> OLD.revision + 1 THEN RAISE EXCEPTION 'a changed procedure is its next revision'; END IF;
  ELSIF NEW.revision <> OLD.revision THEN
    RAISE EXCEPTION 'a revision differs from the one before';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION database_place()
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  place text := (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()) || '.' || 'installation'::regclass::oid;
BEGIN
  BEGIN
    place := place || '.' || (SELECT system_identifier FROM pg_control_system());
  EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported THEN NULL;
  END;
  BEGIN
    place := place || '.' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
  EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported OR object_not_in_prerequisite_state THEN NULL;
  END;
  RETURN place;
END $function$;

CREATE OR REPLACE FUNCTION demonstration_is_decided_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'what an organization was made as is never changed' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION enqueue_jobs(jobs json)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM graphile_worker.add_jobs(array(
    SELECT (j.identifier, j.payload, j.queue_name, j.run_at, j.max_attempts, j.job_key, NULL, NULL)::graphile_worker.job_spec
    FROM json_to_recordset(jobs)
      AS j(identifier text, payload json, queue_name text, run_at timestamptz, max_attempts smallint, job_key text)));
END $function$;

CREATE OR REPLACE FUNCTION file_path(file uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT '/api/v1/files/' || file $function$;

CREATE OR REPLACE FUNCTION instant_text(given timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT to_char(given AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $function$;

CREATE OR REPLACE FUNCTION is_admin_of(person uuid, organization uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM memberships m
                 WHERE m.organization_id = organization AND m.user_id = person AND m.role = 'admin')
$function$;

CREATE OR REPLACE FUNCTION is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $function$;

CREATE OR REPLACE FUNCTION is_capability(cmc jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT cmc IS NULL OR coalesce(jsonb_typeof(cmc -> 'a') = 'number' AND jsonb_typeof(cmc -> 'b') = 'number'
    AND (cmc ->> 'a')::double precision >= 0 AND (cmc ->> 'b')::double precision >= 0, false) $function$;

CREATE OR REPLACE FUNCTION issued_certificate_is_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.state = 'issued' AND (to_jsonb(OLD) - 'seq') IS DISTINCT FROM (to_jsonb(NEW) - 'seq') THEN
    RAISE EXCEPTION 'an issued certificate is never replaced' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.kept_at IS NOT NULL AND (OLD.kept_at, OLD.kept_by, OLD.kept_reason) IS DISTINCT FROM (NEW.kept_at, NEW.kept_by, NEW.kept_reason) THEN
    RAISE EXCEPTION 'a decision about a held certificate is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.held_for IS DISTINCT FROM NEW.held_for THEN
    RAISE EXCEPTION 'what a certificate was held for is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.release <> NEW.release THEN
    RAISE EXCEPTION 'how a certificate is released is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.review IS DISTINCT FROM NEW.review AND OLD.review IS DISTINCT FROM
     (SELECT coalesce(jsonb_agg(said ORDER BY place), '[]') FROM jsonb_array_elements(NEW.review) WITH ORDINALITY AS r(said, place)
      WHERE place <= jsonb_array_length(OLD.review)) THEN
    RAISE EXCEPTION 'what was said in a review is never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION keep_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF current_setting('app.importing', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO procedure_revisions (procedure_id, revision, organization_id, code, name, quantity, description, body, effective_from,
                                   reference_class, environment, plan, created_by)
  VALUES (NEW.id, NEW.revision, NEW.organization_id, NEW.code, NEW.name, NEW.quantity, NEW.description, NEW.body, NEW.effective_from,
          NEW.reference_class, NEW.environment, NEW.plan, app_user_id());
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION keep_tree()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$ BEGIN
    IF NEW.parent_id IS NULL THEN RETURN NEW; END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('locations of ' || coalesce(NEW.organization_id, nobody()), 0));
    IF EXISTS (SELECT FROM locations parent
               WHERE parent.id = NEW.parent_id AND parent.organization_id IS NOT NULL
                 AND parent.organization_id IS DISTINCT FROM NEW.organization_id) THEN
      RAISE EXCEPTION 'a location lies in one of its own organization, or in one of all' USING ERRCODE = 'check_violation';
    END IF;
    IF TG_OP = 'UPDATE' AND EXISTS (
      WITH RECURSIVE upwards AS (
        SELECT id, parent_id FROM locations WHERE id = NEW.parent_id
        UNION SELECT parent.id, parent.parent_id FROM locations parent JOIN upwards ON parent.id = upwards.parent_id
      )
      SELECT FROM upwards WHERE id = NEW.id
    ) THEN
      RAISE EXCEPTION 'a location cannot lie in itself' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END $function$;

CREATE OR REPLACE FUNCTION may_see_jobs()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ SELECT app_role() IN ('admin', 'superadmin') $function$;

CREATE OR REPLACE FUNCTION memberships_of(person uuid)
 RETURNS TABLE(organization_id uuid, role text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY SELECT m.organization_id, m.role FROM memberships m JOIN organizations o ON o.id = m.organization_id
    WHERE m.user_id = person AND o.is_active;
END $function$;

CREATE OR REPLACE FUNCTION nobody()
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT '00000000-0000-0000-0000-000000000000'::uuid $function$;

CREATE OR REPLACE FUNCTION number_notification()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO notification_counters AS c (user_id, last_number) VALUES (NEW.user_id, 1)
  ON CONFLICT (user_id) DO UPDATE SET last_number = c.last_number + 1
  RETURNING last_number INTO NEW.number;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION organization_is_public(organization uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM organizations o WHERE o.id = organization AND o.is_active AND NOT o.private);
END $function$;

CREATE OR REPLACE FUNCTION organization_keeps_admin(organization uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM organizations o WHERE o.id = organization AND o.is_active FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN true; END IF;
  RETURN EXISTS (SELECT FROM memberships m JOIN users u ON u.id = m.user_id
                 WHERE m.organization_id = organization AND m.role = 'admin' AND u.is_active AND u.role <> 'viewer');
END $function$;

CREATE OR REPLACE FUNCTION organization_names()
 RETURNS TABLE(id uuid, name text, private boolean, is_active boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT o.id, o.name, o.private, o.is_active FROM organizations o WHERE o.is_active $function$;

CREATE OR REPLACE FUNCTION organization_of_webhook(webhook uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT w.organization_id FROM webhooks w WHERE w.id = webhook $function$;

CREATE OR REPLACE FUNCTION organizations_administered_by(person uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT m.organization_id FROM memberships m WHERE m.user_id = person AND m.role = 'admin' ORDER BY 1 $function$;

CREATE OR REPLACE FUNCTION own_notification_stream(after bigint, most integer)
 RETURNS TABLE(id uuid, number bigint, category text, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT n.id, n.number, n.category, n.created_at FROM notifications n
  WHERE n.user_id = app_user_id() AND n.number > after ORDER BY n.number LIMIT most
$function$;

CREATE OR REPLACE FUNCTION performance_is_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'what was done is kept as it is';
END $function$;

CREATE OR REPLACE FUNCTION person_has_history(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM memberships m WHERE m.user_id = person)
      OR EXISTS (SELECT FROM audit_log l WHERE l.actor_id = person AND l.action <> 'user.registered')
$function$;

CREATE OR REPLACE FUNCTION queue_depth()
 RETURNS TABLE(state text, jobs bigint, oldest_seconds double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF app_role() NOT IN ('admin', 'superadmin', 'system') THEN RETURN; END IF;
  RETURN QUERY
    SELECT q.state, count(*), max(extract(epoch FROM now() - q.since))::double precision
    FROM (SELECT CASE WHEN j.locked_at IS NOT NULL THEN 'running' WHEN j.attempts >= j.max_attempts THEN 'failed'
                      WHEN j.attempts > 0 THEN 'retrying' ELSE 'waiting' END AS state,
                 -- Since when it runs, or could have run.
                 coalesce(j.locked_at, least(j.run_at, now())) AS since
          FROM graphile_worker.jobs j) q
    GROUP BY q.state;
END $function$;

CREATE OR REPLACE FUNCTION release_is_authorized()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM calibrations c
                 WHERE c.id = NEW.calibration_id AND (c.reviewed_at IS NOT NULL OR c.imported IS NOT NULL)) THEN
    RAISE EXCEPTION 'a second person has not authorized this release' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION reminder_lead_days()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN (SELECT s.reminder_lead_days FROM email_settings s);
END $function$;

CREATE OR REPLACE FUNCTION remove_dead_jobs(failed_before timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE removed bigint;
BEGIN
  DELETE FROM graphile_worker._private_jobs
  WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < failed_before;
  GET DIAGNOSTICS removed = ROW_COUNT;
  -- Whoever adds a job to a queue has written to this table before. It is not waited for: all that add jobs would wait behind. Another day
  -- does for the queues; locked, nobody has added a job that is not seen yet.
  BEGIN
    LOCK TABLE graphile_worker._private_job_queues IN SHARE ROW EXCLUSIVE MODE NOWAIT;
    DELETE FROM graphile_worker._private_job_queues q
    WHERE locked_at IS NULL AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.job_queue_id = q.id);
  EXCEPTION WHEN lock_not_available THEN NULL;
  END;
  RETURN removed;
END $function$;

CREATE OR REPLACE FUNCTION remove_failed_job(job bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM shown_jobs() s WHERE s.id = job::text AND s.state = 'failed') THEN RETURN false; END IF;
  PERFORM graphile_worker.complete_jobs(ARRAY[job]);
  RETURN FOUND;
END $function$;

CREATE OR REPLACE FUNCTION remove_tombstones(buried_before timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH gone AS (
    DELETE FROM tombstones WHERE deleted_at < buried_before RETURNING organization_id, seq
  ), raised AS (
    UPDATE organization_changes c SET tombstone_floor = g.seq
    FROM (SELECT organization_id, max(seq) AS seq FROM gone GROUP BY organization_id) g
    WHERE c.organization_id = g.organization_id AND g.seq > c.tombstone_floor
  )
  SELECT count(*) FROM gone
$function$;

CREATE OR REPLACE FUNCTION renumber_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE person uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
        organization uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.organization_id ELSE NEW.organization_id END;
BEGIN
  UPDATE notifications n SET read_at = n.read_at
  WHERE n.user_id = person AND n.organization_id = organization AND n.removed_at IS NULL;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION retry_job(job bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT may_see_jobs() THEN RETURN false; END IF;
  PERFORM graphile_worker.reschedule_jobs(ARRAY[job], now(), NULL, 0);
  RETURN FOUND;
END $function$;

CREATE OR REPLACE FUNCTION revision_is_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM procedures WHERE id = OLD.procedure_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'revisions of procedures are kept as they are';
END $function$;

CREATE OR REPLACE FUNCTION run_has_calibration()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM calibrations c WHERE c.id = NEW.calibration_id AND c.organization_id = NEW.organization_id) THEN
    RAISE EXCEPTION 'points without their calibration' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION runs_begin_at_zero()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM written GROUP BY calibration_id, role HAVING min(position) <> 0) THEN
    RAISE EXCEPTION 'the points of a run are written together' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION searched_text(VARIADIC parts text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT lower(array_to_string(parts, ' ')) $function$;

CREATE OR REPLACE FUNCTION settle_join_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE join_requests j SET state = 'approved', decided_at = now(), decided_by = app_user_id()
  WHERE j.organization_id = NEW.organization_id AND j.user_id = NEW.user_id AND j.state = 'pending';
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION shown_jobs()
 RETURNS TABLE(id text, name text, state text, attempts integer, max_attempts integer, created_at timestamp with time zone, run_at timestamp with time zone, error text, webhook_id uuid, organization_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT may_see_jobs() THEN RETURN; END IF;
  RETURN QUERY
    SELECT j.id::text, j.task_identifier,
           CASE WHEN j.locked_at IS NOT NULL THEN 'running' WHEN j.attempts >= j.max_attempts THEN 'failed'
                WHEN j.attempts > 0 THEN 'retrying' ELSE 'waiting' END,
           j.attempts::integer, j.max_attempts::integer, j.created_at, j.run_at, left(j.last_error, 500),
           of.webhook, organization_of_webhook(of.webhook)
    FROM graphile_worker.jobs j
    CROSS JOIN LATERAL (SELECT substring(j.queue_name FROM '^webhook:([0-9a-f-]{36})$')::uuid AS webhook) of;
END $function$;

CREATE OR REPLACE FUNCTION signal_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'organization_changes' THEN PERFORM pg_notify('plumbline_changes', 'organization:' || NEW.organization_id);
  ELSE PERFORM pg_notify('plumbline_changes', 'user:' || NEW.user_id);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION signal_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('plumbline_changes', 'user:' || CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION stamp_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE organization uuid;
BEGIN
  IF TG_OP = 'INSERT' AND NEW.seq IS NOT NULL THEN RETURN NEW; END IF;
  IF TG_TABLE_NAME = 'organizations' THEN organization := NEW.id; ELSE organization := NEW.organization_id; END IF;
  NEW.seq := take_change_numbers(organization, 1);
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION stamp_memberships()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE organization uuid;
BEGIN
  FOR organization IN SELECT m.organization_id FROM memberships m WHERE m.user_id = NEW.id ORDER BY 1 LOOP
    UPDATE memberships m SET role = m.role WHERE m.organization_id = organization AND m.user_id = NEW.id;
  END LOOP;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION standing_holds()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE begun text := nullif(current_setting('app.standing', true), '');
BEGIN
  IF begun IS NULL THEN RETURN true; END IF;
  PERFORM set_config('app.standing', '', true);
  RETURN coalesce(standing_of(app_user_id(), current_setting('app.session', true)) @> begun::jsonb, false);
END $function$;

CREATE OR REPLACE FUNCTION standing_holds(organization uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION standing_of(person uuid, session text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION take_change_numbers(organization uuid, n integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO organization_changes AS c (organization_id, last_seq) VALUES (coalesce(organization, nobody()), n)
  ON CONFLICT (organization_id) DO UPDATE SET last_seq = c.last_seq + n
  RETURNING last_seq
$function$;

CREATE OR REPLACE FUNCTION tell_of_due()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.is_active AND w.organization_id IN (SELECT n.organization_id FROM written n)) THEN
    RETURN NULL;
  END IF;
  PERFORM tell_webhooks((
    SELECT jsonb_agg(jsonb_build_object(
      'organization_id', a.organization_id, 'asset_id', a.id, 'event', 'asset.' || n.threshold,
      'data', jsonb_build_object('organization_id', a.organization_id, 'asset', jsonb_build_object('id', a.id, 'asset_id', a.asset_id),
        'channel_id', c.channel_id, 'task_id', t.id, 'due_date', n.due_date, 'calibration', CASE WHEN c.id IS NOT NULL THEN
          jsonb_build_object('id', c.id, 'version', c.version, 'certificate_number', c.certificate_number) END))
      ORDER BY n.due_date, n.subject_id)
    FROM written n
    LEFT JOIN calibrations c ON c.id = n.subject_id
    LEFT JOIN tasks t ON t.id = n.subject_id
    JOIN assets a ON a.id = coalesce(c.asset_id, t.asset_id)));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION tell_of_issued()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM tell_webhooks(jsonb_agg(jsonb_build_object(
      'organization_id', c.organization_id, 'asset_id', c.asset_id, 'event', 'certificate.issued',
      'data', webhook_data(c.organization_id, c.asset_id, c.asset_label, c.channel_id, c.id, c.version, c.certificate_number))))
    FROM calibrations c WHERE c.id = NEW.calibration_id
    HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION tell_of_recorded()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.is_active AND w.organization_id IN (SELECT n.organization_id FROM written n)) THEN
    RETURN NULL;
  END IF;
  PERFORM tell_webhooks((
    SELECT jsonb_agg(jsonb_build_object(
      'organization_id', n.organization_id, 'asset_id', n.asset_id, 'event', 'calibration.recorded',
      'data', webhook_data(n.organization_id, n.asset_id, n.asset_label, n.channel_id, n.id, n.version, n.certificate_number))
      ORDER BY n.organization_id, n.seq)
    -- What an import brings was recorded elsewhere, long ago.
    FROM written n WHERE n.imported IS NULL));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION tell_of_voided()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM tell_webhooks(jsonb_build_array(jsonb_build_object(
    'organization_id', NEW.organization_id, 'asset_id', NEW.asset_id,
    'event', CASE WHEN NEW.voided_at IS NULL THEN 'calibration.restored' ELSE 'calibration.voided' END,
    'data', webhook_data(NEW.organization_id, NEW.asset_id, NEW.asset_label, NEW.channel_id, NEW.id, NEW.version, NEW.certificate_number))));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION tell_webhooks(happened jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE jobs json;
BEGIN
  WITH told AS (
    INSERT INTO webhook_deliveries (organization_id, webhook_id, lane, event, data)
    SELECT w.organization_id, w.id, h.asset_id, h.event, h.data
    FROM ROWS FROM (jsonb_to_recordset(happened) AS (organization_id uuid, asset_id uuid, event text, data jsonb))
      WITH ORDINALITY AS h (organization_id, asset_id, event, data, place)
    JOIN webhooks w ON w.organization_id = h.organization_id AND w.is_active AND h.event = ANY (w.events)
    ORDER BY h.place, w.id
    RETURNING webhook_id)
  SELECT json_agg(json_build_object(
    'identifier', 'deliver_webhook', 'payload', json_build_object('webhook_id', webhook_id),
    'queue_name', 'webhook:' || webhook_id, 'job_key', 'webhook:' || webhook_id) ORDER BY webhook_id)
  INTO jobs FROM (SELECT DISTINCT webhook_id FROM told) one;
  IF jobs IS NOT NULL THEN PERFORM enqueue_jobs(jobs); END IF;
END $function$;

CREATE OR REPLACE FUNCTION webhook_data(organization uuid, asset uuid, asset_label text, channel uuid, calibration uuid, version integer, certificate text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT jsonb_build_object('organization_id', organization, 'asset', jsonb_build_object('id', asset, 'asset_id', asset_label),
    'channel_id', channel,
    'calibration', jsonb_build_object('id', calibration, 'version', version, 'certificate_number', certificate)) $function$;

-- Triggers

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON applied_ids FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE TRIGGER bury AFTER DELETE ON assets FOR EACH ROW EXECUTE FUNCTION bury();

CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON assets FOR EACH ROW EXECUTE FUNCTION stamp_change();

CREATE TRIGGER keep_object AFTER INSERT OR DELETE ON attachments FOR EACH ROW EXECUTE FUNCTION attachment_keeps_object();

CREATE TRIGGER stays BEFORE DELETE ON attachments FOR EACH ROW WHEN ((old.calibration_id IS NOT NULL)) EXECUTE FUNCTION attachment_of_calibration_stays();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE TRIGGER append_only_all BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION is_append_only();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON calibration_points FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE CONSTRAINT TRIGGER run_has_calibration AFTER INSERT ON calibration_points DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new."position" = 0)) EXECUTE FUNCTION run_has_calibration();

CREATE TRIGGER runs_begin_at_zero AFTER INSERT ON calibration_points REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION runs_begin_at_zero();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON calibrations FOR EACH ROW EXECUTE FUNCTION calibration_is_immutable();

CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON calibrations FOR EACH ROW EXECUTE FUNCTION stamp_change();

CREATE TRIGGER tell_webhooks AFTER INSERT ON calibrations REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tell_of_recorded();

CREATE TRIGGER tell_webhooks_of_voided AFTER UPDATE OF voided_at ON calibrations FOR EACH ROW WHEN (((old.voided_at IS NULL) <> (new.voided_at IS NULL))) EXECUTE FUNCTION tell_of_voided();

CREATE TRIGGER tell_webhooks AFTER INSERT ON certificate_revisions FOR EACH ROW WHEN ((new.continues_sha256 IS NULL)) EXECUTE FUNCTION tell_of_issued();

CREATE TRIGGER immutable BEFORE UPDATE ON certificates FOR EACH ROW EXECUTE FUNCTION issued_certificate_is_immutable();

CREATE TRIGGER release_is_authorized BEFORE INSERT OR UPDATE ON certificates FOR EACH ROW WHEN (((new.release = 'second_person'::text) AND (new.state = ANY (ARRAY['pending'::text, 'issued'::text, 'failed'::text])))) EXECUTE FUNCTION release_is_authorized();

CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON certificates FOR EACH ROW EXECUTE FUNCTION stamp_change();

CREATE TRIGGER tell_webhooks AFTER UPDATE OF state ON certificates FOR EACH ROW WHEN (((new.state = 'issued'::text) AND (old.state <> 'issued'::text))) EXECUTE FUNCTION tell_of_issued();

CREATE TRIGGER bury AFTER DELETE ON locations FOR EACH ROW EXECUTE FUNCTION bury();

CREATE TRIGGER keep_tree BEFORE INSERT OR UPDATE OF parent_id, organization_id ON locations FOR EACH ROW EXECUTE FUNCTION keep_tree();

CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON locations FOR EACH ROW EXECUTE FUNCTION stamp_change();

CREATE TRIGGER bury AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION bury();

CREATE TRIGGER renumber_notifications AFTER INSERT OR DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION renumber_notifications();

CREATE TRIGGER settle_join_request AFTER INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION settle_join_request();

CREATE TRIGGER signal_person AFTER INSERT OR DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION signal_person();

CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON memberships FOR EACH ROW EXECUTE FUNCTION stamp_change();

CREATE TRIGGER signal AFTER INSERT OR UPDATE OF last_number ON notification_counters FOR EACH ROW EXECUTE FUNCTION signal_change();

CREATE TRIGGER number_it BEFORE INSERT OR UPDATE ON notifications FOR EACH ROW EXECUTE FUNCTION number_notification();

CREATE TRIGGER signal AFTER INSERT OR UPDATE OF last_seq ON organization_changes FOR EACH ROW EXECUTE FUNCTION signal_change();

CREATE TRIGGER demonstration_is_decided_once BEFORE UPDATE OF is_demonstration ON organizations FOR EACH ROW WHEN ((old.is_demonstration IS DISTINCT FROM new.is_demonstration)) EXECUTE FUNCTION demonstration_is_decided_once();

CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION stamp_change();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON procedure_revisions FOR EACH ROW EXECUTE FUNCTION revision_is_immutable();

CREATE TRIGGER bury AFTER DELETE ON procedures FOR EACH ROW EXECUTE FUNCTION bury();

CREATE TRIGGER count_revision BEFORE UPDATE ON procedures FOR EACH ROW EXECUTE FUNCTION count_revision();

CREATE TRIGGER keep_revision AFTER UPDATE ON procedures FOR EACH ROW WHEN ((new.revision <> old.revision)) EXECUTE FUNCTION keep_revision();

CREATE TRIGGER keep_revision_of_new AFTER INSERT ON procedures FOR EACH ROW EXECUTE FUNCTION keep_revision();

CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON procedures FOR EACH ROW EXECUTE FUNCTION stamp_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON recall_decisions FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE TRIGGER tell_webhooks AFTER INSERT ON reminders REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tell_of_due();

CREATE TRIGGER signal_person AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION signal_person();

CREATE TRIGGER immutable BEFORE DELETE OR UPDATE ON task_performances FOR EACH ROW EXECUTE FUNCTION performance_is_immutable();

CREATE TRIGGER stamp_memberships AFTER UPDATE OF full_name, role, profile_picture_id ON users FOR EACH ROW WHEN ((((old.full_name IS DISTINCT FROM new.full_name) OR (old.role IS DISTINCT FROM new.role)) OR (old.profile_picture_id IS DISTINCT FROM new.profile_picture_id))) EXECUTE FUNCTION stamp_memberships();

-- Row-level security

ALTER TABLE asset_views ENABLE ROW LEVEL SECURITY;
ALTER TABLE asset_views FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON asset_views FOR ALL
  USING (user_id = ( SELECT app_user_id() AS app_user_id));

ALTER TABLE assets ENABLE ROW LEVEL SECURITY;
ALTER TABLE assets FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON assets FOR INSERT
  WITH CHECK app_may_write(organization_id);
CREATE POLICY change ON assets FOR UPDATE
  USING app_may_write(organization_id)
  WITH CHECK app_may_write(organization_id);
CREATE POLICY read ON assets FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((organization_id IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));
CREATE POLICY remove ON assets FOR DELETE
  USING app_may_write(organization_id);

ALTER TABLE attachments ENABLE ROW LEVEL SECURITY;
ALTER TABLE attachments FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON attachments FOR INSERT
  WITH CHECK (app_may_write(organization_id) AND ((EXISTS ( SELECT
   FROM assets a
  WHERE ((a.id = attachments.asset_id) AND (a.organization_id = attachments.organization_id)))) OR (EXISTS ( SELECT
   FROM procedures p
  WHERE ((p.id = attachments.procedure_id) AND (NOT (p.organization_id IS DISTINCT FROM attachments.organization_id))))) OR (EXISTS ( SELECT
   FROM calibrations c
  WHERE ((c.id = attachments.calibration_id) AND (c.organization_id = attachments.organization_id))))));
CREATE POLICY in_own_name ON attachments FOR INSERT
  WITH CHECK (( SELECT app_sees_all() AS app_sees_all) OR (uploaded_by IS NULL) OR (uploaded_by = app_user_id()) OR ((imported IS NOT NULL) AND (EXISTS ( SELECT
   FROM memberships m
  WHERE ((m.user_id = attachments.uploaded_by) AND (m.organization_id = attachments.organization_id))))));
CREATE POLICY read ON attachments FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((organization_id IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));
CREATE POLICY remove ON attachments FOR DELETE
  USING app_may_write(organization_id);

ALTER TABLE audit_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY act ON audit_heads FOR ALL
  USING ((( SELECT app_user_id() AS app_user_id) IS NOT NULL) OR ( SELECT app_sees_all() AS app_sees_all));

ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY append ON audit_log FOR INSERT
  WITH CHECK (app_sees_all() OR ((actor_id = app_user_id()) AND ((organization_id IS NULL) OR (organization_id = ANY (app_organizations())) OR (action = ANY (ARRAY['organization.created'::text, 'join_request.created'::text, 'join_request.withdrawn'::text])))));
CREATE POLICY definer ON audit_log FOR SELECT
  USING true;
CREATE POLICY read ON audit_log FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR ((organization_id IS NULL) AND (( SELECT app_role() AS app_role) = 'admin'::text)));

ALTER TABLE calibration_points ENABLE ROW LEVEL SECURITY;
ALTER TABLE calibration_points FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON calibration_points FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((organization_id IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));
CREATE POLICY write ON calibration_points FOR INSERT
  WITH CHECK app_may_write(organization_id);

ALTER TABLE calibrations ENABLE ROW LEVEL SECURITY;
ALTER TABLE calibrations FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON calibrations FOR INSERT
  WITH CHECK app_may_write(organization_id);
CREATE POLICY change ON calibrations FOR UPDATE
  USING app_may_write(organization_id)
  WITH CHECK app_may_write(organization_id);
CREATE POLICY in_own_name ON calibrations FOR INSERT
  WITH CHECK (( SELECT app_sees_all() AS app_sees_all) OR (recorded_by IS NULL) OR (recorded_by = app_user_id()) OR ((imported IS NOT NULL) AND (EXISTS ( SELECT
   FROM memberships m
  WHERE ((m.user_id = calibrations.recorded_by) AND (m.organization_id = calibrations.organization_id))))));
CREATE POLICY read ON calibrations FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((organization_id IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));
CREATE POLICY remove ON calibrations FOR DELETE
  USING app_may_write(organization_id);

ALTER TABLE certificate_counters ENABLE ROW LEVEL SECURITY;
ALTER TABLE certificate_counters FORCE ROW LEVEL SECURITY;
CREATE POLICY write ON certificate_counters FOR ALL
  USING (( SELECT app_sees_all() AS app_sees_all) OR ((( SELECT app_role() AS app_role) = ANY (ARRAY['technician'::text, 'admin'::text])) AND (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[]))));

ALTER TABLE certificate_mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE certificate_mails FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON certificate_mails FOR INSERT
  WITH CHECK app_may_write(organization_id);
CREATE POLICY change ON certificate_mails FOR UPDATE
  USING app_may_write(organization_id)
  WITH CHECK app_may_write(organization_id);
CREATE POLICY in_own_name ON certificate_mails FOR INSERT
  WITH CHECK (( SELECT app_sees_all() AS app_sees_all) OR (sent_by = app_user_id()));
CREATE POLICY read ON certificate_mails FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])));
CREATE POLICY remove_old ON certificate_mails FOR DELETE
  USING (( SELECT app_sees_all() AS app_sees_all) AND (finished_at IS NOT NULL));

ALTER TABLE certificate_proofs ENABLE ROW LEVEL SECURITY;
ALTER TABLE certificate_proofs FORCE ROW LEVEL SECURITY;
CREATE POLICY server_only ON certificate_proofs FOR ALL
  USING (( SELECT app_role() AS app_role) = 'system'::text)
  WITH CHECK (( SELECT app_role() AS app_role) = 'system'::text);

ALTER TABLE certificate_revisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE certificate_revisions FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON certificate_revisions FOR SELECT
  USING (EXISTS ( SELECT
   FROM certificates c
  WHERE (c.calibration_id = certificate_revisions.calibration_id)));
CREATE POLICY server_only ON certificate_revisions FOR ALL
  USING (( SELECT app_role() AS app_role) = 'system'::text)
  WITH CHECK (( SELECT app_role() AS app_role) = 'system'::text);

ALTER TABLE certificate_templates ENABLE ROW LEVEL SECURITY;
ALTER TABLE certificate_templates FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON certificate_templates FOR INSERT
  WITH CHECK (app_may_manage(organization_id) OR ((organization_id IS NULL) AND app_may_write(NULL::uuid)));
CREATE POLICY change ON certificate_templates FOR UPDATE
  USING (app_may_manage(organization_id) OR ((organization_id IS NULL) AND app_may_write(NULL::uuid)))
  WITH CHECK (app_may_manage(organization_id) OR ((organization_id IS NULL) AND app_may_write(NULL::uuid)));
CREATE POLICY read ON certificate_templates FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((organization_id IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));

ALTER TABLE certificates ENABLE ROW LEVEL SECURITY;
ALTER TABLE certificates FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON certificates FOR INSERT
  WITH CHECK app_may_write(organization_id);
CREATE POLICY change ON certificates FOR UPDATE
  USING app_may_write(organization_id)
  WITH CHECK app_may_write(organization_id);
CREATE POLICY read ON certificates FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((organization_id IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));
CREATE POLICY remove ON certificates FOR DELETE
  USING app_may_write(organization_id);

ALTER TABLE channels ENABLE ROW LEVEL SECURITY;
ALTER TABLE channels FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON channels FOR INSERT
  WITH CHECK app_may_write(organization_id);
CREATE POLICY change ON channels FOR UPDATE
  USING app_may_write(organization_id)
  WITH CHECK app_may_write(organization_id);
CREATE POLICY read ON channels FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((organization_id IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));
CREATE POLICY remove ON channels FOR DELETE
  USING app_may_write(organization_id);

ALTER TABLE email_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON email_settings FOR SELECT
  USING true;
CREATE POLICY manage ON email_settings FOR ALL
  USING (app_role() = ANY (ARRAY['admin'::text, 'superadmin'::text, 'system'::text]));

ALTER TABLE files ENABLE ROW LEVEL SECURITY;
ALTER TABLE files FORCE ROW LEVEL SECURITY;
CREATE POLICY read ON files FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((organization_id IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));
CREATE POLICY remove ON files FOR DELETE
  USING ((app_role() = 'system'::text) OR ((organization_id IS NULL) AND ((created_by = app_user_id()) OR (app_role() = 'admin'::text))) OR app_may_manage(organization_id) OR (app_may_write(organization_id) AND (EXISTS ( SELECT
   FROM assets a
  WHERE (a.photo_file_id = files.id)))));
CREATE POLICY upload ON files FOR INSERT
  WITH CHECK ((app_role() = 'system'::text) OR ((organization_id IS NULL) AND (created_by = app_user_id())) OR app_may_manage(organization_id) OR ((organization_id IS NOT NULL) AND (created_by = app_user_id()) AND app_may_write(organization_id)));

ALTER TABLE identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE identities FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON identities FOR ALL
  USING ((user_id = app_user_id()) OR (app_role() = ANY (ARRAY['admin'::text, 'superadmin'::text, 'system'::text])));

ALTER TABLE join_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE join_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY ask ON join_requests FOR INSERT
  WITH CHECK ((user_id = app_user_id()) AND (state = 'pending'::text) AND (organization_id IN ( SELECT organization_names.id
   FROM organization_names() organization_names(id, name, private, is_active))));
CREATE POLICY decide ON join_requests FOR UPDATE
  USING app_may_manage(organization_id);
CREATE POLICY definer ON join_requests FOR ALL
  USING true
  WITH CHECK true;
CREATE POLICY read ON join_requests FOR SELECT
  USING ((user_id = ( SELECT app_user_id() AS app_user_id)) OR ( SELECT app_sees_all() AS app_sees_all) OR ((( SELECT app_role() AS app_role) = ANY (ARRAY['technician'::text, 'admin'::text])) AND (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) AND (organization_id IN ( SELECT m.organization_id
   FROM memberships m
  WHERE ((m.user_id = ( SELECT app_user_id() AS app_user_id)) AND (m.role = 'admin'::text))))));
CREATE POLICY withdraw ON join_requests FOR UPDATE
  USING (user_id = app_user_id())
  WITH CHECK ((state = 'withdrawn'::text) OR app_may_manage(organization_id));

ALTER TABLE locations ENABLE ROW LEVEL SECURITY;
ALTER TABLE locations FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON locations FOR INSERT
  WITH CHECK app_may_write(organization_id);
CREATE POLICY change ON locations FOR UPDATE
  USING app_may_write(organization_id)
  WITH CHECK app_may_write(organization_id);
CREATE POLICY read ON locations FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((organization_id IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));
CREATE POLICY remove ON locations FOR DELETE
  USING app_may_write(organization_id);

ALTER TABLE mail_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_log FORCE ROW LEVEL SECURITY;
CREATE POLICY operated ON mail_log FOR ALL
  USING (app_role() = ANY (ARRAY['admin'::text, 'superadmin'::text, 'system'::text]));

ALTER TABLE mailed_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE mailed_notices FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON mailed_notices FOR ALL
  USING (( SELECT app_role() AS app_role) = 'system'::text);

ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY change ON memberships FOR UPDATE
  USING app_may_manage(organization_id)
  WITH CHECK true;
CREATE POLICY definer ON memberships FOR ALL
  USING true
  WITH CHECK true;
CREATE POLICY join_ ON memberships FOR INSERT
  WITH CHECK (app_may_manage(organization_id) OR ((user_id = app_user_id()) AND (role = 'admin'::text) AND app_founds(organization_id)));
CREATE POLICY leave ON memberships FOR DELETE
  USING ((user_id = app_user_id()) OR app_may_manage(organization_id));
CREATE POLICY read ON memberships FOR SELECT
  USING ((user_id = ( SELECT app_user_id() AS app_user_id)) OR ( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((organization_id IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));

ALTER TABLE notification_preferences ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_preferences FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON notification_preferences FOR ALL
  USING ((user_id = ( SELECT app_user_id() AS app_user_id)) OR (( SELECT app_role() AS app_role) = 'system'::text));

ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE notifications FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON notifications FOR ALL
  USING true
  WITH CHECK true;
CREATE POLICY own ON notifications FOR ALL
  USING ((( SELECT app_role() AS app_role) = 'system'::text) OR ((user_id = ( SELECT app_user_id() AS app_user_id)) AND ((organization_id IS NULL) OR of_reader OR ( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])))))
  WITH CHECK ((app_role() = 'system'::text) OR (user_id = app_user_id()));

ALTER TABLE operations ENABLE ROW LEVEL SECURITY;
ALTER TABLE operations FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON operations FOR ALL
  USING ((user_id = ( SELECT app_user_id() AS app_user_id)) OR (( SELECT app_role() AS app_role) = 'system'::text));

ALTER TABLE organization_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE organization_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON organization_changes FOR ALL
  USING true
  WITH CHECK true;
CREATE POLICY read ON organization_changes FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (NULLIF(organization_id, nobody()) = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (NULLIF(organization_id, nobody()) = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((NULLIF(organization_id, nobody()) IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));

ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
CREATE POLICY change ON organizations FOR UPDATE
  USING app_may_manage(id)
  WITH CHECK true;
CREATE POLICY definer ON organizations FOR SELECT
  USING true;
CREATE POLICY found ON organizations FOR INSERT
  WITH CHECK (app_role() = ANY (ARRAY['technician'::text, 'admin'::text, 'superadmin'::text, 'system'::text]));
CREATE POLICY lock_row ON organizations FOR UPDATE
  USING true
  WITH CHECK false;
CREATE POLICY read ON organizations FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((id IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));

ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkeys FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON passkeys FOR ALL
  USING ((user_id = app_user_id()) OR (app_role() = ANY (ARRAY['admin'::text, 'superadmin'::text, 'system'::text])));

ALTER TABLE procedure_revisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE procedure_revisions FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON procedure_revisions FOR INSERT
  WITH CHECK app_may_write(organization_id);
CREATE POLICY read ON procedure_revisions FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((organization_id IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));

ALTER TABLE procedures ENABLE ROW LEVEL SECURITY;
ALTER TABLE procedures FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON procedures FOR INSERT
  WITH CHECK app_may_write(organization_id);
CREATE POLICY change ON procedures FOR UPDATE
  USING app_may_write(organization_id)
  WITH CHECK app_may_write(organization_id);
CREATE POLICY read ON procedures FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((organization_id IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));
CREATE POLICY remove ON procedures FOR DELETE
  USING app_may_write(organization_id);

ALTER TABLE processes ENABLE ROW LEVEL SECURITY;
ALTER TABLE processes FORCE ROW LEVEL SECURITY;
CREATE POLICY operated ON processes FOR ALL
  USING (app_role() = ANY (ARRAY['admin'::text, 'superadmin'::text, 'system'::text]));

ALTER TABLE push_subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE push_subscriptions FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON push_subscriptions FOR ALL
  USING ((user_id = app_user_id()) OR (app_role() = 'system'::text));

ALTER TABLE recall_decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE recall_decisions FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON recall_decisions FOR INSERT
  WITH CHECK (( SELECT app_sees_all() AS app_sees_all) OR (app_may_write(organization_id) AND (decided_by = app_user_id()) AND (EXISTS ( SELECT
   FROM recalls r
  WHERE (r.id = recall_decisions.recall_id)))));
CREATE POLICY read ON recall_decisions FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])));

ALTER TABLE recall_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE recall_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON recall_lines FOR INSERT
  WITH CHECK ( SELECT app_sees_all() AS app_sees_all);
CREATE POLICY change ON recall_lines FOR UPDATE
  USING (( SELECT app_sees_all() AS app_sees_all) OR (app_may_write(organization_id) AND (EXISTS ( SELECT
   FROM recalls r
  WHERE (r.id = recall_lines.recall_id)))))
  WITH CHECK (( SELECT app_sees_all() AS app_sees_all) OR app_may_write(organization_id));
CREATE POLICY read ON recall_lines FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])));

ALTER TABLE recalls ENABLE ROW LEVEL SECURITY;
ALTER TABLE recalls FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON recalls FOR INSERT
  WITH CHECK app_may_write(organization_id);
CREATE POLICY change ON recalls FOR UPDATE
  USING app_may_write(organization_id)
  WITH CHECK app_may_write(organization_id);
CREATE POLICY read ON recalls FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])));

ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE recovery_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON recovery_codes FOR ALL
  USING ((user_id = app_user_id()) OR (app_role() = ANY (ARRAY['admin'::text, 'superadmin'::text, 'system'::text])));

ALTER TABLE reminder_mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE reminder_mails FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON reminder_mails FOR ALL
  USING (( SELECT app_role() AS app_role) = 'system'::text);

ALTER TABLE reminders ENABLE ROW LEVEL SECURITY;
ALTER TABLE reminders FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON reminders FOR ALL
  USING (( SELECT app_role() AS app_role) = 'system'::text);

ALTER TABLE sign_in_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_in_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY manage ON sign_in_settings FOR UPDATE
  USING (app_role() = ANY (ARRAY['superadmin'::text, 'system'::text]));
CREATE POLICY read ON sign_in_settings FOR SELECT
  USING true;

ALTER TABLE signing_certificates ENABLE ROW LEVEL SECURITY;
ALTER TABLE signing_certificates FORCE ROW LEVEL SECURITY;
CREATE POLICY server_only ON signing_certificates FOR ALL
  USING (( SELECT app_role() AS app_role) = 'system'::text)
  WITH CHECK (( SELECT app_role() AS app_role) = 'system'::text);

ALTER TABLE task_performances ENABLE ROW LEVEL SECURITY;
ALTER TABLE task_performances FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON task_performances FOR INSERT
  WITH CHECK app_may_write(organization_id);
CREATE POLICY in_own_name ON task_performances FOR INSERT
  WITH CHECK (( SELECT app_sees_all() AS app_sees_all) OR (done_by IS NULL) OR (done_by = app_user_id()) OR ((imported IS NOT NULL) AND (EXISTS ( SELECT
   FROM memberships m
  WHERE ((m.user_id = task_performances.done_by) AND (m.organization_id = task_performances.organization_id))))));
CREATE POLICY read ON task_performances FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])));

ALTER TABLE tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE tasks FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON tasks FOR INSERT
  WITH CHECK app_may_write(organization_id);
CREATE POLICY change ON tasks FOR UPDATE
  USING app_may_write(organization_id)
  WITH CHECK app_may_write(organization_id);
CREATE POLICY read ON tasks FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (organization_id = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])));

ALTER TABLE tombstones ENABLE ROW LEVEL SECURITY;
ALTER TABLE tombstones FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON tombstones FOR ALL
  USING true
  WITH CHECK true;
CREATE POLICY read ON tombstones FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR (NULLIF(organization_id, nobody()) = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) OR (NULLIF(organization_id, nobody()) = ANY (( SELECT app_public_organizations() AS app_public_organizations)::uuid[])) OR ((NULLIF(organization_id, nobody()) IS NULL) AND (( SELECT app_user_id() AS app_user_id) IS NOT NULL)));

ALTER TABLE totp_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE totp_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON totp_secrets FOR ALL
  USING ((user_id = app_user_id()) OR (app_role() = ANY (ARRAY['admin'::text, 'superadmin'::text, 'system'::text])));

ALTER TABLE unkept_objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE unkept_objects FORCE ROW LEVEL SECURITY;
CREATE POLICY definer ON unkept_objects FOR ALL
  USING true
  WITH CHECK true;
CREATE POLICY system ON unkept_objects FOR ALL
  USING (app_role() = 'system'::text);

ALTER TABLE version_counters ENABLE ROW LEVEL SECURITY;
ALTER TABLE version_counters FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON version_counters FOR INSERT
  WITH CHECK (EXISTS ( SELECT
   FROM assets a
  WHERE ((a.id = version_counters.asset_id) AND app_may_write(a.organization_id))));
CREATE POLICY change ON version_counters FOR UPDATE
  USING (EXISTS ( SELECT
   FROM assets a
  WHERE ((a.id = version_counters.asset_id) AND app_may_write(a.organization_id))))
  WITH CHECK (EXISTS ( SELECT
   FROM assets a
  WHERE ((a.id = version_counters.asset_id) AND app_may_write(a.organization_id))));
CREATE POLICY read ON version_counters FOR SELECT
  USING (EXISTS ( SELECT
   FROM assets a
  WHERE (a.id = version_counters.asset_id)));
CREATE POLICY remove ON version_counters FOR DELETE
  USING (EXISTS ( SELECT
   FROM assets a
  WHERE ((a.id = version_counters.asset_id) AND app_may_write(a.organization_id))));

ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON webhook_deliveries FOR INSERT
  WITH CHECK app_may_manage(organization_id);
CREATE POLICY change ON webhook_deliveries FOR UPDATE
  USING app_may_manage(organization_id)
  WITH CHECK app_may_manage(organization_id);
CREATE POLICY definer ON webhook_deliveries FOR ALL
  USING true
  WITH CHECK true;
CREATE POLICY read ON webhook_deliveries FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR ((( SELECT app_role() AS app_role) = ANY (ARRAY['technician'::text, 'admin'::text])) AND (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) AND (organization_id IN ( SELECT m.organization_id
   FROM memberships m
  WHERE ((m.user_id = ( SELECT app_user_id() AS app_user_id)) AND (m.role = 'admin'::text))))));
CREATE POLICY remove ON webhook_deliveries FOR DELETE
  USING app_may_manage(organization_id);

ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
CREATE POLICY add ON webhooks FOR INSERT
  WITH CHECK app_may_manage(organization_id);
CREATE POLICY change ON webhooks FOR UPDATE
  USING app_may_manage(organization_id)
  WITH CHECK app_may_manage(organization_id);
CREATE POLICY definer ON webhooks FOR SELECT
  USING true;
CREATE POLICY read ON webhooks FOR SELECT
  USING (( SELECT app_sees_all() AS app_sees_all) OR ((( SELECT app_role() AS app_role) = ANY (ARRAY['technician'::text, 'admin'::text])) AND (organization_id = ANY (( SELECT app_organizations() AS app_organizations)::uuid[])) AND (organization_id IN ( SELECT m.organization_id
   FROM memberships m
  WHERE ((m.user_id = ( SELECT app_user_id() AS app_user_id)) AND (m.role = 'admin'::text))))));
CREATE POLICY remove ON webhooks FOR DELETE
  USING app_may_manage(organization_id);

-- Rights of the role that requests run as

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE access_tokens TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE account_tokens TO plumbline_app;

GRANT INSERT, SELECT ON TABLE applied_ids TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE asset_views TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE assets TO plumbline_app;

GRANT DELETE, INSERT, SELECT ON TABLE attachments TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE audit_heads TO plumbline_app;

GRANT INSERT, SELECT ON TABLE audit_log TO plumbline_app;

GRANT INSERT, SELECT ON TABLE calibration_points TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE calibrations TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE certificate_claims TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE certificate_counters TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE certificate_mails TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE certificate_proofs TO plumbline_app;

GRANT INSERT, SELECT ON TABLE certificate_revisions TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE certificate_templates TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE certificates TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE channels TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE clock_ticks TO plumbline_app;

GRANT SELECT, UPDATE ON TABLE email_settings TO plumbline_app;

GRANT DELETE, INSERT, SELECT ON TABLE files TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE idempotency_keys TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE identities TO plumbline_app;

GRANT SELECT ON TABLE installation TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE join_requests TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE locations TO plumbline_app;

GRANT DELETE, INSERT, SELECT ON TABLE login_attempts TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE mail_log TO plumbline_app;

GRANT DELETE, INSERT, SELECT ON TABLE mailed_notices TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE memberships TO plumbline_app;

GRANT SELECT ON TABLE notification_counters TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE notification_preferences TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE notifications TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE operations TO plumbline_app;

GRANT SELECT ON TABLE organization_changes TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE organizations TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE passkeys TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE passwords TO plumbline_app;

GRANT INSERT, SELECT ON TABLE procedure_revisions TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE procedures TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE processes TO plumbline_app;

GRANT DELETE, INSERT, SELECT ON TABLE push_subscriptions TO plumbline_app;

GRANT INSERT, SELECT ON TABLE recall_decisions TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE recall_lines TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE recalls TO plumbline_app;

GRANT DELETE, INSERT, SELECT ON TABLE recovery_codes TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE refused_attempts TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE reminder_mails TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE reminders TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE sessions TO plumbline_app;

GRANT SELECT, UPDATE ON TABLE sign_in_settings TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE signing_certificates TO plumbline_app;

GRANT INSERT, SELECT ON TABLE task_performances TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE tasks TO plumbline_app;

GRANT SELECT ON TABLE tombstones TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE totp_secrets TO plumbline_app;

GRANT DELETE, INSERT, SELECT ON TABLE unkept_objects TO plumbline_app;

GRANT DELETE, INSERT, SELECT ON TABLE used_passkey_challenges TO plumbline_app;

GRANT DELETE, INSERT, SELECT ON TABLE used_sign_in_tickets TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE users TO plumbline_app;

GRANT INSERT, SELECT, UPDATE ON TABLE version_counters TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE webhook_deliveries TO plumbline_app;

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE webhooks TO plumbline_app;

-- Its rights to columns alone

GRANT UPDATE (backed_up_at, backup_bytes, backup_failing_since, backup_failure, generation, generation_since, held_at) ON TABLE installation TO plumbline_app;

-- Functions that are for that role alone

REVOKE ALL ON FUNCTION enqueue_jobs(jobs json) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_jobs(jobs json) TO plumbline_app;

REVOKE ALL ON FUNCTION organizations_administered_by(person uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_administered_by(person uuid) TO plumbline_app;

REVOKE ALL ON FUNCTION person_has_history(person uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION person_has_history(person uuid) TO plumbline_app;

REVOKE ALL ON FUNCTION queue_depth() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_depth() TO plumbline_app;

REVOKE ALL ON FUNCTION reminder_lead_days() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reminder_lead_days() TO plumbline_app;

REVOKE ALL ON FUNCTION remove_dead_jobs(failed_before timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_dead_jobs(failed_before timestamp with time zone) TO plumbline_app;

REVOKE ALL ON FUNCTION remove_failed_job(job bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_failed_job(job bigint) TO plumbline_app;

REVOKE ALL ON FUNCTION remove_tombstones(buried_before timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_tombstones(buried_before timestamp with time zone) TO plumbline_app;

REVOKE ALL ON FUNCTION retry_job(job bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION retry_job(job bigint) TO plumbline_app;

REVOKE ALL ON FUNCTION shown_jobs() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shown_jobs() TO plumbline_app;
