import type { Language } from '#lib/contracts/primitives.ts';

/**
 * Everything that the audit log records, as `<resource>.<verb>` (specification 6, rule 5). An action without words of its own in `audit.json`
 * is named by its resource and its verb (`ui/changes/action-words.ts`).
 */
export const AUDIT_ACTIONS = [
  'organization.created',
  'organization.updated',
  'organization.deactivated',
  'organization.restored',
  'organization.exported',
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
  'user.email_confirmed',
  'user.deleted',
  'user.password_changed',
  'user.password_reset',
  'access_token.created',
  'access_token.deleted',
  'asset.created',
  'asset.imported',
  'asset.updated',
  'asset.retired',
  'asset.restored',
  'asset.taken_out_of_service',
  'asset.put_back_into_service',
  'asset.task_done',
  'asset.file_added',
  'asset.file_removed',
  'location.created',
  'location.updated',
  'location.deleted',
  'procedure.created',
  'procedure.updated',
  'procedure.retired',
  'procedure.restored',
  'procedure.deleted',
  'procedure.file_added',
  'procedure.file_removed',
  'calibration.created',
  'calibration.recorded_again',
  'calibration.kept',
  'calibration.released',
  'calibration.returned',
  'calibration.answered',
  'calibration.voided',
  'calibration.restored',
  'recall.started',
  'recall.decided',
  'recall.letter_printed',
  'calibration.file_added',
  'email_settings.updated',
  'email_settings.approved',
  'job.retried',
  'job.removed',
  'installation.restored',
  'installation.secrets_forgotten'
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The kinds of resource in an audit row, as lists name them. */
export const AUDIT_RESOURCES = {
  organization: { en: 'Organizations', de: 'Organisationen', fr: 'Organisations', es: 'Organizaciones' },
  user: { en: 'People', de: 'Personen', fr: 'Personnes', es: 'Personas' },
  asset: { en: 'Assets', de: 'Prüfmittel', fr: 'Instruments', es: 'Equipos' },
  location: { en: 'Locations', de: 'Standorte', fr: 'Sites', es: 'Ubicaciones' },
  procedure: { en: 'Procedures', de: 'Verfahren', fr: 'Procédures', es: 'Procedimientos' },
  calibration: { en: 'Calibrations', de: 'Kalibrierungen', fr: 'Étalonnages', es: 'Calibraciones' },
  recall: { en: 'Recalls', de: 'Rückrufe', fr: 'Rappels', es: 'Retiradas' },
  access_token: { en: 'Access tokens', de: 'Zugriffstoken', fr: 'Jetons d’accès', es: 'Tokens de acceso' },
  email_settings: {
    en: 'Mail settings',
    de: 'E-Mail-Einstellungen',
    fr: 'Paramètres de messagerie',
    es: 'Configuración de correo'
  },
  job: { en: 'Jobs', de: 'Aufträge', fr: 'Tâches de fond', es: 'Trabajos' },
  installation: { en: 'Installation', de: 'Installation', fr: 'Installation', es: 'Instalación' }
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;
export type AuditResource = keyof typeof AUDIT_RESOURCES;
