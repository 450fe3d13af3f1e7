/** The categories of notification, each described once. */
type NotificationKind = {
  /** The preference that turns it on or off, which categories can share; null if there is no choice. */
  readonly preference: string | null;
  /** Whether the event is identified by a calibration's id; the notification then links to the calibration. */
  readonly ofCalibration?: true;
  /** Always shown in the app, whatever the preference, because someone has to act. */
  readonly alwaysInApp?: true;
  /** Never mailed, whatever the preference. */
  readonly neverMailed?: true;
  /** Written by the daily sweep for all instruments at once; the others by a job for each event. */
  readonly swept?: true;
  /** About the reader, who keeps it even if they can no longer see the organization. */
  readonly ofReader?: true;
  /** The reader may not have done it: the mail says what to do then. */
  readonly beware?: true;
};

export const NOTIFICATIONS = {
  calibration_due: { preference: 'calibration_due', swept: true },
  task_due: { preference: 'calibration_due', swept: true },
  many_due: { preference: 'calibration_due', swept: true },
  calibration_recorded: { preference: 'calibration_recorded', ofCalibration: true },
  certificate_held: { preference: 'calibration_recorded', ofCalibration: true, alwaysInApp: true },
  release_waiting: { preference: 'calibration_recorded', ofCalibration: true, alwaysInApp: true },
  release_returned: { preference: 'calibration_recorded', ofCalibration: true, alwaysInApp: true },
  out_of_tolerance: { preference: 'calibration_recorded', ofCalibration: true, alwaysInApp: true },
  join_request: { preference: 'join_request', alwaysInApp: true },
  join_decision: { preference: 'join_decision', ofReader: true },
  webhook_turned_off: { preference: null, alwaysInApp: true },
  signing_certificate_expires: { preference: null, alwaysInApp: true },
  second_factor_changed: { preference: null, alwaysInApp: true, ofReader: true, beware: true },
  backup_failed: { preference: null, alwaysInApp: true },
  // A mail about them would go through the server in question.
  mail_settings_changed: { preference: null, alwaysInApp: true, neverMailed: true }
} as const satisfies Readonly<Record<string, NotificationKind>>;

export type NotificationCategory = keyof typeof NOTIFICATIONS;
type Kinds = typeof NOTIFICATIONS;
/** Categories that a job sends for each event. */
export type EventCategory = {
  [C in NotificationCategory]: Kinds[C] extends { readonly swept: true } ? never : C;
}[NotificationCategory];
export type NotificationPreference = NonNullable<Kinds[NotificationCategory]['preference']>;

export const kindOf = (category: NotificationCategory): NotificationKind => NOTIFICATIONS[category];

// `Object.keys` loses the key type of the constant above.
export const NOTIFICATION_CATEGORIES = Object.keys(NOTIFICATIONS) as NotificationCategory[];
export const EVENT_CATEGORIES = NOTIFICATION_CATEGORIES.filter(
  (category) => !kindOf(category).swept
) as EventCategory[];
export const OF_CALIBRATIONS = NOTIFICATION_CATEGORIES.filter((category) => kindOf(category).ofCalibration);

/** All preferences, in the order of the categories. */
export const NOTIFICATION_PREFERENCES: readonly NotificationPreference[] = [
  ...new Set(NOTIFICATION_CATEGORIES.flatMap((category) => NOTIFICATIONS[category].preference ?? []))
];
/** Whether all categories of a preference are always shown in the app. */
export const isAlwaysInApp = (preference: NotificationPreference): boolean =>
  NOTIFICATION_CATEGORIES.filter((category) => NOTIFICATIONS[category].preference === preference).every(
    (category) => kindOf(category).alwaysInApp
  );
