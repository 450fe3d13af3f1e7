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
  /** Not sent yet, so its preference is not offered. */
  readonly unsent?: true;
  /** About the reader, who keeps it even if they can no longer see the organization. */
  readonly ofReader?: true;
};

export const NOTIFICATIONS = {
  calibration_due: { preference: 'calibration_due', unsent: true },
  calibration_recorded: { preference: 'calibration_recorded', ofCalibration: true },
  certificate_held: { preference: 'calibration_recorded', ofCalibration: true, alwaysInApp: true },
  out_of_tolerance: { preference: 'calibration_recorded', ofCalibration: true, alwaysInApp: true },
  join_request: { preference: 'join_request', alwaysInApp: true },
  join_decision: { preference: 'join_decision', ofReader: true },
  // A mail about them would go through the server in question.
  mail_settings_changed: { preference: null, alwaysInApp: true, neverMailed: true }
} as const satisfies Readonly<Record<string, NotificationKind>>;

export type NotificationCategory = keyof typeof NOTIFICATIONS;
type Kinds = typeof NOTIFICATIONS;
/** Categories that are sent. */
export type SentCategory = {
  [C in NotificationCategory]: Kinds[C] extends { readonly unsent: true } ? never : C;
}[NotificationCategory];
export type NotificationPreference = NonNullable<Kinds[NotificationCategory]['preference']>;
/** Preferences offered to people: those with a category that is sent. */
export type ChoosablePreference = NonNullable<Kinds[SentCategory]['preference']>;

export const kindOf = (category: NotificationCategory): NotificationKind => NOTIFICATIONS[category];

// `Object.keys` loses the key type of the constant above.
export const NOTIFICATION_CATEGORIES = Object.keys(NOTIFICATIONS) as NotificationCategory[];
export const SENT_CATEGORIES = NOTIFICATION_CATEGORIES.filter((category) => !kindOf(category).unsent) as SentCategory[];
export const OF_CALIBRATIONS = NOTIFICATION_CATEGORIES.filter((category) => kindOf(category).ofCalibration);

const preferencesOf = (categories: readonly NotificationCategory[]) => [
  ...new Set(categories.flatMap((category) => NOTIFICATIONS[category].preference ?? []))
];
/** All preferences, in the order of the categories. */
export const NOTIFICATION_PREFERENCES: readonly NotificationPreference[] = preferencesOf(NOTIFICATION_CATEGORIES);
/** The preferences offered to people. */
export const CHOOSABLE = preferencesOf(SENT_CATEGORIES) as readonly ChoosablePreference[];
/** Whether all categories of a preference are always shown in the app. */
export const isAlwaysInApp = (preference: ChoosablePreference): boolean =>
  SENT_CATEGORIES.filter((category) => NOTIFICATIONS[category].preference === preference).every(
    (category) => kindOf(category).alwaysInApp
  );
