import type { CommonQueryMethods } from 'slonik';
import type { Logger } from 'pino';
import type { Analyses } from '#lib/server/analyses/start-analyses.ts';
import type { StatusBasis } from '#lib/server/db/asset-record.ts';
import type { TimeStampServer } from '#lib/server/certificates/signature/time-stamp.ts';
import type { DccFiles } from '#lib/server/dcc/start-dcc-reading.ts';
import type { Oidc } from '#lib/server/auth/oidc.ts';
import type { Mailer } from '#lib/server/mail/mailer.ts';
import type { Prints } from '#lib/server/prints/start-prints.ts';
import type { Reading } from '#lib/server/reading/start-reading.ts';
import type { Vapid } from '#lib/server/push/vapid.ts';
import type { SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import type { BackupPlace } from '#lib/server/storage/backup-place.ts';
import type { ObjectStore } from '#lib/server/storage/object-store.ts';
import type { AskAddress } from '#lib/server/webhooks/ask-address.ts';
import type { WebhookSender } from '#lib/server/webhooks/send-message.ts';

export type OwnProcess = {
  readonly id: string;
  readonly kind: 'all' | 'web' | 'worker';
  /** Machine and process id. */
  readonly name: string;
  readonly version: string;
  readonly startedAt: Date;
};

/**
 * The services of use cases; created once at start (server/runtime.ts), passed to every use case as its first argument.
 */
export type Services = SecretKeys & {
  /** The pool, or the transaction of a request that must take effect once; `transaction()` nests in either. */
  readonly pool: CommonQueryMethods;
  readonly store: ObjectStore;
  readonly mailer: Mailer;
  readonly webhooks: WebhookSender;
  /** Push messages to devices, and who sends them; without keys there are none. Never to private addresses. */
  readonly push: { readonly sender: WebhookSender; readonly vapid: Vapid } | undefined;
  /** Asks an address that a certificate names whether it was revoked. */
  readonly askAddress: AskAddress;
  readonly analyses: Analyses;
  readonly reading: Reading;
  readonly prints: Prints;
  readonly dccFiles: DccFiles;
  readonly log: Logger;
  /** The instance's clock; tests pass their own. */
  readonly now: () => Date;
  /** Calendar date of today in the instance's time zone. */
  readonly today: () => string;
  readonly origin: string;
  /** The folder of the migrations: what an older archive lacks is made by them. */
  readonly migrations: string;
  readonly reminderLeadDays: number;
  /** The hour of the day, in the instance's time zone, at which people are reminded of due dates. */
  readonly reminderHour: number;
  /** The identity provider; without it people sign in with passwords and passkeys. */
  readonly oidc?: Oidc | undefined;
  /** Where a backup is written to each night; without it there are none. */
  readonly backups?: BackupPlace | undefined;
  readonly timeStamps: TimeStampServer | undefined;
  /** This process, as the list of processes names it. */
  readonly own: OwnProcess;
  /** The job that is being done; absent while somebody waits for an answer. `most` attempts are made. */
  readonly job?: { readonly id: string; readonly attempt: number; readonly most: number };
  /** ISO 3166-1, of digital certificates; without it there are none. */
  readonly country: string | undefined;
};

/** Today and the lead time, by which an asset is due. */
export const statusBasis = (services: Services): StatusBasis => ({
  today: services.today(),
  leadDays: services.reminderLeadDays
});
