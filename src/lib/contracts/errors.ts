/** The bodies of refusals: 2.4 for malformed requests, `{detail, code}` for everything else. */
import { z } from 'zod';

export const validationError = z.strictObject({
  detail: z.array(
    z.strictObject({
      loc: z.array(z.string()),
      msg: z.string(),
      type: z.string(),
      /** What `msg` names: of faults in a template. */
      context: z.record(z.string(), z.string()).optional()
    })
  )
});
export type ValidationError = z.infer<typeof validationError>;

export const refusal = z.strictObject({
  detail: z.string(),
  code: z.string(),
  /** Data for programs: the candidates of an ambiguous ref, both values of a mismatch. */
  context: z.record(z.string(), z.unknown()).optional()
});

/** Stable machine codes, each with its HTTP status. */
export const REFUSALS = {
  not_authenticated: 401,
  invalid_credentials: 401,
  wrong_code: 401,
  passkey_refused: 401,
  oidc_refused: 401,
  second_factor_required: 403,
  proof_required: 403,
  second_factor_setup_required: 403,
  oidc_only: 403,
  oidc_email_unverified: 403,
  oidc_no_account: 403,
  unverified: 403,
  inactive: 403,
  forbidden: 403,
  own_work: 403,
  not_found: 404,
  no_certificate: 404,
  method_not_allowed: 405,
  email_taken: 409,
  code_used: 409,
  totp_is_on: 409,
  passkey_known: 409,
  too_many_passkeys: 409,
  second_factor_mandatory: 409,
  oidc_link_required: 409,
  identity_taken: 409,
  last_way_in: 409,
  asset_id_taken: 409,
  procedure_code_taken: 409,
  view_name_taken: 409,
  too_many_views: 409,
  too_many_templates: 409,
  ambiguous_ref: 409,
  already_member: 409,
  request_pending: 409,
  already_decided: 409,
  last_admin: 409,
  last_superadmin: 409,
  already_voided: 409,
  not_voided: 409,
  id_reused: 409,
  overtaken: 409,
  in_use: 409,
  asset_retired: 409,
  task_removed: 409,
  too_many_files: 409,
  history_differs: 409,
  certificate_failed: 409,
  certificate_held: 409,
  certificate_imported: 409,
  not_held: 409,
  certificate_in_review: 409,
  not_waiting: 409,
  job_running: 409,
  job_not_failed: 409,
  not_returned: 409,
  already_released: 409,
  no_country: 409,
  nothing_to_recall: 409,
  already_finished: 409,
  database_busy: 409,
  recall_running: 409,
  too_many_webhooks: 409,
  webhook_off: 409,
  webhook_without_secret: 409,
  stale: 412,
  analysis_too_long: 400,
  no_results: 400,
  archive_refused: 400,
  dcc_hostile: 400,
  dcc_not_xml: 400,
  dcc_invalid: 400,
  dcc_signature_broken: 400,
  invalid_token: 400,
  challenge_expired: 400,
  mail_not_configured: 400,
  mail_failed: 400,
  mail_password_unreadable: 400,
  invalid_cursor: 400,
  bad_request: 400,
  checkpoint_expired: 410,
  too_large: 413,
  wrong_type: 415,
  not_an_image: 415,
  client_too_old: 426,
  too_many_requests: 429,
  internal: 500,
  outcome_unknown: 500,
  not_ready: 503,
  unavailable: 503,
  no_room: 503,
  oidc_unavailable: 503
} as const;
export type RefusalCode = keyof typeof REFUSALS;
