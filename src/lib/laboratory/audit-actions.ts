/** Everything that the audit log records, as `<resource>.<verb>` (specification 6, rule 5); screens have words for each. */
export const AUDIT_ACTIONS = [
  'organization.created',
  'organization.updated',
  'organization.deactivated',
  'organization.restored',
  'membership.created',
  'membership.updated',
  'membership.deleted',
  'join_request.created',
  'join_request.approved',
  'join_request.rejected',
  'join_request.withdrawn',
  'user.registered',
  'user.created',
  'user.updated',
  'user.verified',
  'user.deleted',
  'user.password_changed',
  'user.password_reset',
  'access_token.created',
  'access_token.deleted',
  'asset.created',
  'asset.updated',
  'asset.retired',
  'asset.restored',
  'location.created',
  'location.updated',
  'location.deleted',
  'procedure.created',
  'procedure.updated',
  'procedure.deleted',
  'calibration.created',
  'calibration.voided',
  'calibration.restored',
  'email_settings.updated'
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What a row may be about. */
export const AUDIT_RESOURCES = [
  'organization',
  'user',
  'asset',
  'location',
  'procedure',
  'calibration',
  'access_token',
  'email_settings'
] as const;
export type AuditResource = (typeof AUDIT_RESOURCES)[number];
