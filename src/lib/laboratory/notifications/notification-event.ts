import type { ReferenceProblem } from '#lib/contracts/calibrations.ts';
import type { ChoosablePreference, NotificationCategory } from '#lib/records/notifications.ts';

type OfCalibration = { readonly calibration_id: string };
type OfRequest = { readonly organization_id: string; readonly join_request_id: string };

/** Each category: by which ids its event is found again (`about`), and what is told of it (`told`): parameters, no sentences. */
type Notices = {
  readonly calibration_recorded: {
    readonly about: OfCalibration;
    readonly told: Recorded & { readonly conforms: boolean | null };
  };
  readonly certificate_held: {
    readonly about: OfCalibration;
    readonly told: Recorded & {
      readonly reference: string | null;
      /** What is wrong with the reference. */
      readonly problems: readonly ReferenceProblem[];
    };
  };
  readonly out_of_tolerance: {
    readonly about: OfCalibration;
    readonly told: Calibrated & {
      readonly calibration_date: string;
      /** Found so; else it is only what was left that does not conform. */
      readonly as_found: boolean;
      /** Day of the last calibration before it that conforms; null where there is none. */
      readonly since: string | null;
      /** What it has served as reference for since then: how many calibrations, and the newest of them. */
      readonly served: number;
      readonly newest: readonly string[];
    };
  };
  readonly calibration_due: {
    readonly about: never;
    readonly told: {
      readonly asset_id: string;
      readonly asset_name: string;
      readonly due_date: string;
      readonly overdue: boolean;
    };
  };
  readonly join_request: {
    readonly about: OfRequest;
    readonly told: { readonly person: string; readonly organization: string };
  };
  readonly join_decision: {
    readonly about: OfRequest;
    readonly told: { readonly organization: string; readonly accepted: boolean };
  };
  readonly mail_settings_changed: {
    readonly about: { readonly change_id: string; readonly changed_by: string; readonly host: string | null };
    readonly told: { readonly person: string; readonly host: string | null };
  };
};
/** The version of an instrument's calibration that something is told of. */
type Calibrated = {
  readonly asset_id: string;
  readonly asset_name: string;
  readonly channel_name: string | null;
  readonly version: number;
};
type Recorded = Calibrated & { readonly recorded_by: string };

export type AboutOf<C extends NotificationCategory> = Notices[C]['about'];
export type ParametersOf<C extends NotificationCategory> = Notices[C]['told'];
/** What a notification tells, as it is stored. */
export type EventOf<C extends NotificationCategory> = {
  [K in C]: { readonly category: K; readonly parameters: Notices[K]['told'] };
}[C];
export type NotificationEvent = EventOf<NotificationCategory>;

/** One language's sentences. Dates come as `YYYY-MM-DD` and are written out by `day`. */
export type NotificationTexts = {
  readonly events: {
    readonly [C in NotificationCategory]: (
      told: ParametersOf<C>,
      day: (date: string) => string
    ) => { readonly title: string; readonly body: string };
  };
  /** What people choose to hear of. */
  readonly preferences: { readonly [P in ChoosablePreference]: { readonly name: string; readonly hint: string } };
};

/** The calibrations that an instrument has served, as far as they are named. */
export const listed = ({ newest, served }: Pick<ParametersOf<'out_of_tolerance'>, 'newest' | 'served'>): string =>
  newest.join(', ') + (served > newest.length ? ' …' : '');
