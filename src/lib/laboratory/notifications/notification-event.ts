import type { ReferenceProblem } from '#lib/contracts/calibrations.ts';
import type { NotificationPreference, NotificationCategory } from '#lib/records/notifications.ts';

/** When people are reminded of a due date: once it is near, and once it has passed. */
export const DUE_THRESHOLDS = ['due_soon', 'overdue'] as const;
export type DueThreshold = (typeof DUE_THRESHOLDS)[number];

type OfCalibration = { readonly calibration_id: string };
type OfRequest = { readonly organization_id: string; readonly join_request_id: string };

/**
 * Each category: the ids that identify its event (`about`) and the parameters of its text (`facts`), without sentences.
 */
type Notices = {
  readonly calibration_recorded: {
    readonly about: OfCalibration;
    readonly facts: Recorded & { readonly conforms: boolean | null };
  };
  readonly certificate_held: {
    readonly about: OfCalibration;
    readonly facts: Recorded & {
      readonly reference: string | null;
      /** The problem of the reference. */
      readonly problems: readonly ReferenceProblem[];
    };
  };
  readonly release_waiting: {
    readonly about: OfCalibration;
    /** What was answered, if it had been returned. */
    readonly facts: Recorded & { readonly answer: string | null };
  };
  readonly release_returned: {
    readonly about: OfCalibration;
    readonly facts: Calibrated & { readonly returned_by: string; readonly reason: string };
  };
  readonly out_of_tolerance: {
    readonly about: OfCalibration;
    readonly facts: Calibrated & {
      readonly calibration_date: string;
      /** Out of tolerance as found; otherwise only as left. */
      readonly as_found: boolean;
      /** Day of the last conforming calibration before it; null if there is none. */
      readonly since: string | null;
      /** Calibrations that used it as their reference since then: the number and the newest ones. */
      readonly served: number;
      readonly newest: readonly string[];
    };
  };
  readonly calibration_due: { readonly about: never; readonly facts: Due };
  readonly task_due: {
    readonly about: never;
    readonly facts: Due & { readonly task_name: string };
  };
  /** Instead of one notification for each, if one sweep finds very many. */
  readonly many_due: {
    readonly about: never;
    readonly facts: { readonly organization: string; readonly due_soon: number; readonly overdue: number };
  };
  readonly join_request: {
    readonly about: OfRequest;
    readonly facts: { readonly person: string; readonly organization: string };
  };
  readonly join_decision: {
    readonly about: OfRequest;
    readonly facts: { readonly organization: string; readonly accepted: boolean };
  };
  readonly webhook_turned_off: {
    readonly about: { readonly webhook_id: string; readonly at: string };
    /** `gone`: its receiver answered so; otherwise it has failed for days. */
    readonly facts: { readonly webhook: string; readonly gone: boolean };
  };
  readonly signing_certificate_expires: {
    readonly about: { readonly signing_certificate_id: string };
    readonly facts: { readonly organization: string; readonly expires_on: string };
  };
  readonly second_factor_changed: {
    readonly about: SecondFactorFacts & { readonly change_id: string; readonly user_id: string };
    readonly facts: SecondFactorFacts;
  };
  readonly mail_settings_changed: {
    readonly about: { readonly change_id: string; readonly changed_by: string; readonly host: string | null };
    readonly facts: { readonly person: string; readonly host: string | null };
  };
  readonly backup_failed: {
    /** The moment of the first one that failed. */
    readonly about: { readonly since: string };
    /** `last_on`: day of the last good one; null if there never was one. */
    readonly facts: { readonly reason: string; readonly last_on: string | null };
  };
};
type SecondFactorFacts = {
  /** `turned_off`: the last one, so that the password is enough; `removed`: all, by somebody else. */
  readonly change:
    | 'added'
    | 'passkey_added'
    | 'passkey_removed'
    | 'app_removed'
    | 'turned_off'
    | 'removed'
    | 'identity_linked'
    | 'identity_removed'
    | 'new_codes'
    | 'code_used';
  /** Who removed it; null on the server's console, and for the person's own changes. */
  readonly by: string | null;
  /** Recovery codes left. */
  readonly left: number;
};
/** The version of the calibration in question. */
type Calibrated = {
  readonly asset_id: string;
  readonly asset_name: string;
  readonly channel_name: string | null;
  readonly version: number;
};
/** A calibration or task that is due. */
type Due = Pick<Calibrated, 'asset_id' | 'asset_name' | 'channel_name'> & {
  readonly due_date: string;
  readonly overdue: boolean;
};
type Recorded = Calibrated & { readonly recorded_by: string };

export type AboutOf<C extends NotificationCategory> = Notices[C]['about'];
export type ParametersOf<C extends NotificationCategory> = Notices[C]['facts'];
/** The stored parameters of a notification. */
export type EventOf<C extends NotificationCategory> = {
  [K in C]: { readonly category: K; readonly parameters: Notices[K]['facts'] };
}[C];
export type NotificationEvent = EventOf<NotificationCategory>;

/** One language's sentences. Dates come as `YYYY-MM-DD` and are written out by `day`. */
export type NotificationTexts = {
  readonly events: {
    readonly [C in NotificationCategory]: (
      facts: ParametersOf<C>,
      day: (date: string) => string
    ) => { readonly title: string; readonly body: string };
  };
  /** The names of the preferences. */
  readonly preferences: { readonly [P in NotificationPreference]: { readonly name: string; readonly hint: string } };
};

/** The listed calibrations that used an instrument as their reference. */
export const listed = ({ newest, served }: Pick<ParametersOf<'out_of_tolerance'>, 'newest' | 'served'>): string =>
  newest.join(', ') + (served > newest.length ? ' …' : '');

/** An instrument by its name, with the channel in question. */
export const nameOf = ({ asset_name, channel_name }: Pick<Calibrated, 'asset_name' | 'channel_name'>): string =>
  channel_name === null ? asset_name : `${asset_name}, ${channel_name}`;
