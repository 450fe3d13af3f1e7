import type { ReferenceProblem } from '#lib/contracts/calibrations.ts';
import type { NotificationCategory } from '#lib/records/notifications.ts';

/** What a notification of each category tells: parameters, no sentences. */
export type Told = {
  readonly calibration_recorded: {
    readonly asset_id: string;
    readonly asset_name: string;
    readonly channel_name: string | null;
    readonly version: number;
    readonly recorded_by: string;
    readonly conforms: boolean | null;
  };
  readonly certificate_held: {
    readonly asset_id: string;
    readonly asset_name: string;
    readonly channel_name: string | null;
    readonly version: number;
    readonly recorded_by: string;
    readonly reference: string | null;
    /** What is wrong with the reference. */
    readonly problems: readonly ReferenceProblem[];
  };
  readonly out_of_tolerance: {
    readonly asset_id: string;
    readonly asset_name: string;
    readonly channel_name: string | null;
    readonly version: number;
    readonly calibration_date: string;
    /** Found so; else it is only what was left that does not conform. */
    readonly as_found: boolean;
    /** Day of the last calibration before it that conforms; null where there is none. */
    readonly since: string | null;
    /** What it has served as reference for since then: how many calibrations, and the newest of them. */
    readonly served: number;
    readonly newest: readonly string[];
  };
  readonly calibration_due: {
    readonly asset_id: string;
    readonly asset_name: string;
    readonly due_date: string;
    readonly overdue: boolean;
  };
  readonly join_request: { readonly person: string; readonly organization: string };
  readonly join_decision: { readonly organization: string; readonly accepted: boolean };
  readonly mail_settings_changed: { readonly person: string; readonly host: string | null };
};
export type ParametersOf<C extends NotificationCategory> = Told[C];
/** What a notification tells, as it is stored. */
export type EventOf<C extends NotificationCategory> = {
  [K in C]: { readonly category: K; readonly parameters: Told[K] };
}[C];
export type NotificationEvent = EventOf<NotificationCategory>;

/** One language's sentences. Dates come as `YYYY-MM-DD` and are written out by `day`. */
export type NotificationTexts = {
  readonly [C in NotificationEvent['category']]: (
    told: ParametersOf<C>,
    day: (date: string) => string
  ) => { readonly title: string; readonly body: string };
};

/** The calibrations that an instrument has served, as far as they are named. */
export const listed = ({ newest, served }: Pick<ParametersOf<'out_of_tolerance'>, 'newest' | 'served'>): string =>
  newest.join(', ') + (served > newest.length ? ' …' : '');
