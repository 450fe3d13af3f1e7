import type { EventCategory } from '#lib/records/notifications.ts';
import { backupFailed } from './backup-failed.ts';
import { calibrationRecorded } from './calibration-recorded.ts';
import { certificateHeld } from './certificate-held.ts';
import { joinDecision } from './join-decision.ts';
import { joinRequest } from './join-request.ts';
import { mailSettingsChanged } from './mail-settings-changed.ts';
import type { FindNotices } from './notice.ts';
import { releaseReturned, releaseWaiting } from './release.ts';
import { signingCertificateExpires } from './signing-certificate-expires.ts';
import { webhookTurnedOff } from './webhook-turned-off.ts';
import { secondFactorChanged } from './second-factor-changed.ts';
import { outOfTolerance } from './out-of-tolerance.ts';

/** The function that finds the event of each category. */
export const NOTICES: { readonly [C in EventCategory]: FindNotices<C> } = {
  calibration_recorded: calibrationRecorded,
  certificate_held: certificateHeld,
  release_waiting: releaseWaiting,
  release_returned: releaseReturned,
  out_of_tolerance: outOfTolerance,
  join_request: joinRequest,
  join_decision: joinDecision,
  webhook_turned_off: webhookTurnedOff,
  signing_certificate_expires: signingCertificateExpires,
  second_factor_changed: secondFactorChanged,
  backup_failed: backupFailed,
  mail_settings_changed: mailSettingsChanged
};
