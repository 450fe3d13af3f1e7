/** Every operation of `/api/v1`, described once: handlers, browser client, OpenAPI and the contract test derive from this table. */
import { accountOperations } from './operations-accounts.ts';
import { assetViewOperations } from './operations-asset-views.ts';
import { attachmentOperations } from './operations-attachments.ts';
import { auditOperations } from './operations-audit.ts';
import { calibrationOperations } from './operations-calibrations.ts';
import { certificatesOutOperations } from './operations-certificates-out.ts';
import { dashboardOperations } from './operations-dashboard.ts';
import { dccOperations } from './operations-dcc.ts';
import { exchangeOperations } from './operations-exchange.ts';
import { healthOperations } from './operations-health.ts';
import { databaseOperations } from './operations-database.ts';
import { demonstrationOperations } from './operations-demonstration.ts';
import { jobOperations } from './operations-jobs.ts';
import { systemOperations } from './operations-system.ts';
import { longWorkOperations } from './operations-long-work.ts';
import { mailAndFileOperations } from './operations-mail-and-files.ts';
import { membershipOperations } from './operations-membership.ts';
import { oidcOperations } from './operations-oidc.ts';
import { organizationOperations } from './operations-organizations.ts';
import { peopleOperations } from './operations-people.ts';
import { procedureOperations } from './operations-procedures.ts';
import { certificateTemplateOperations } from './operations-certificate-templates.ts';
import { recallOperations } from './operations-recalls.ts';
import { registryOperations } from './operations-registry.ts';
import { pushOperations } from './operations-push.ts';
import { passkeyOperations } from './operations-passkeys.ts';
import { secondFactorOperations } from './operations-second-factor.ts';
import { signInSettingsOperations } from './operations-sign-in-settings.ts';
import { stickerOperations } from './operations-stickers.ts';
import { taskOperations } from './operations-tasks.ts';
import { traceabilityOperations } from './operations-traceability.ts';
import { webhookOperations } from './operations-webhooks.ts';

export const endpoints = {
  ...accountOperations,
  ...secondFactorOperations,
  ...passkeyOperations,
  ...oidcOperations,
  ...signInSettingsOperations,
  ...pushOperations,
  ...assetViewOperations,
  ...peopleOperations,
  ...mailAndFileOperations,
  ...databaseOperations,
  ...demonstrationOperations,
  ...jobOperations,
  ...systemOperations,
  ...organizationOperations,
  ...membershipOperations,
  ...webhookOperations,
  ...registryOperations,
  ...taskOperations,
  ...stickerOperations,
  ...procedureOperations,
  ...auditOperations,
  ...calibrationOperations,
  ...certificatesOutOperations,
  ...healthOperations,
  ...dashboardOperations,
  ...longWorkOperations,
  ...exchangeOperations,
  ...traceabilityOperations,
  ...certificateTemplateOperations,
  ...recallOperations,
  ...attachmentOperations,
  ...dccOperations
} as const;
export type EndpointName = keyof typeof endpoints;
