import { mailAccount } from '#lib/server/use-cases/accounts/mail-account.ts';
import { mailAddress } from '#lib/server/use-cases/accounts/mail-address.ts';
import { isHeld, issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { removeExpired } from '#lib/server/use-cases/housekeeping/remove-expired.ts';
import { mailNotice } from '#lib/server/use-cases/notifications-sending/mail-notice.ts';
import { notifyCalibrationRecorded } from '#lib/server/use-cases/notifications-sending/notify-calibration-recorded.ts';
import { notifyCertificateHeld } from '#lib/server/use-cases/notifications-sending/notify-certificate-held.ts';
import { notifyJoinDecision } from '#lib/server/use-cases/notifications-sending/notify-join-decision.ts';
import { notifyJoinRequest } from '#lib/server/use-cases/notifications-sending/notify-join-request.ts';
import { notifyMailSettings } from '#lib/server/use-cases/notifications-sending/notify-mail-settings.ts';
import { notifyOutOfTolerance } from '#lib/server/use-cases/notifications-sending/notify-out-of-tolerance.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { JobName, JobPayloads } from './queue.ts';

/** What each job does. A job may run twice (its process died after the work): its verb must bear that. */
type Handlers = {
  readonly [N in JobName]: (services: Services, payload: JobPayloads[N]) => Promise<unknown>;
};

export const handlers: Handlers = {
  issue_certificate: async (services, { calibration_id }) => {
    await issueCertificate(services, calibration_id).catch((thrown: unknown) => {
      // Whoever keeps it enqueues another one.
      if (!isHeld(thrown)) throw thrown;
    });
  },
  notify_calibration_recorded: (services, { calibration_id }) => notifyCalibrationRecorded(services, calibration_id),
  notify_certificate_held: (services, { calibration_id }) => notifyCertificateHeld(services, calibration_id),
  notify_out_of_tolerance: (services, { calibration_id }) => notifyOutOfTolerance(services, calibration_id),
  mail_account: mailAccount,
  mail_address: mailAddress,
  mail_notice: mailNotice,
  notify_mail_settings: notifyMailSettings,
  notify_join_request: notifyJoinRequest,
  notify_join_decision: notifyJoinDecision,
  remove_expired: (services) => removeExpired(services)
};
