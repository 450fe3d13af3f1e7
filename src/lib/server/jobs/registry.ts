import type { AboutOf } from '#lib/laboratory/notifications/notification-event.ts';
import { EVENT_CATEGORIES, type EventCategory } from '#lib/records/notifications.ts';
import { mailAccount } from '#lib/server/use-cases/accounts/mail-account.ts';
import { mailAddress } from '#lib/server/use-cases/accounts/mail-address.ts';
import { isNotToBeIssued, issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { mailCertificate } from '#lib/server/use-cases/certificate-mails/mail-certificate.ts';
import { keepSignatures } from '#lib/server/use-cases/certificates/keep-signatures.ts';
import { proveCertificate } from '#lib/server/use-cases/certificates/prove-certificate.ts';
import { renewProofs } from '#lib/server/use-cases/certificates/renew-proofs.ts';
import { removeExpired } from '#lib/server/use-cases/housekeeping/remove-expired.ts';
import { runOperation } from '#lib/server/use-cases/long-work/run-operation.ts';
import { mailNotice } from '#lib/server/use-cases/notifications-sending/mail-notice.ts';
import { notify } from '#lib/server/use-cases/notifications-sending/notify.ts';
import { pushNotice } from '#lib/server/use-cases/push/send-push.ts';
import { mailReminders } from '#lib/server/use-cases/reminders/mail-reminders.ts';
import { sweepReminders } from '#lib/server/use-cases/reminders/sweep-reminders.ts';
import { computeRecall } from '#lib/server/use-cases/recalls/compute-recall.ts';
import { backUp } from '#lib/server/use-cases/whole-installation/back-up.ts';
import { deliverWebhook } from '#lib/server/use-cases/webhooks/deliver-webhook.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { longWorkers } from './long-workers.ts';
import type { JobName, JobPayloads } from './queue.ts';

/** The function of each job. A job may run twice (if its process died after the work), so it must be idempotent. */
type Handlers = {
  readonly [N in JobName]: (services: Services, payload: JobPayloads[N]) => Promise<unknown>;
};

type NoticeHandlers = {
  readonly [C in EventCategory as `notify_${C}`]: (services: Services, about: AboutOf<C>) => Promise<unknown>;
};
// `Object.keys` loses the type of the names.
const noticeHandlers = Object.fromEntries(
  EVENT_CATEGORIES.map((category) => [
    `notify_${category}`,
    (services: Services, about: AboutOf<typeof category>) => notify(services, category, about)
  ])
) as unknown as NoticeHandlers;

export const handlers: Handlers = {
  issue_certificate: async (services, { calibration_id }) => {
    await issueCertificate(services, calibration_id).catch((thrown: unknown) => {
      // Keeping the calibration enqueues another one.
      if (!isNotToBeIssued(thrown)) throw thrown;
    });
  },
  prove_certificate: (services, { calibration_id }) => proveCertificate(services, calibration_id),
  ...noticeHandlers,
  compute_recall: (services, { recall_id, round }) => computeRecall(services, recall_id, round),
  mail_account: mailAccount,
  mail_address: mailAddress,
  mail_notice: mailNotice,
  push_notice: pushNotice,
  mail_certificate: mailCertificate,
  send_reminders: (services) => sweepReminders(services),
  mail_reminders: mailReminders,
  run_operation: (services, { operation_id }) => runOperation(services, operation_id, longWorkers),
  deliver_webhook: (services, { webhook_id }) => deliverWebhook(services, webhook_id),
  back_up: (services) => backUp(services),
  keep_signatures: async (services) => {
    await keepSignatures(services);
    await renewProofs(services);
  },
  remove_expired: (services) => removeExpired(services)
};
