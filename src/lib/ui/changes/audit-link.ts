import type { AuditEntry } from '#lib/contracts/audit.ts';

const PAGES: Readonly<Record<string, string>> = {
  organization: '/organizations/',
  user: '/users/',
  asset: '/assets/',
  calibration: '/calibrations/',
  recall: '/recalls/',
  location: '/locations/',
  procedure: '/procedures/'
};

/** The page of what an entry is about; null where it has none, or is gone. */
export function auditLink({ action, resource_type, resource_id, organization_id }: AuditEntry): string | null {
  if (resource_type === 'email_settings') return '/admin/mail';
  if (resource_type === 'certificate_template' && action !== 'certificate_template.deleted') {
    const home = organization_id === null ? '/admin' : `/organizations/${organization_id}`;
    return `${home}/certificate-templates/${resource_id}`;
  }
  if (resource_type === 'webhook' && action !== 'webhook.deleted' && organization_id !== null)
    return `/organizations/${organization_id}/webhooks/${resource_id}`;
  const page = PAGES[resource_type];
  return page === undefined || action === `${resource_type}.deleted` ? null : page + resource_id;
}
