/** What people are told of: every category once, with what the program has to know of it. */
type NotificationKind = {
  /** By whose choice a person hears of it: several may share one; null where nobody chooses. */
  readonly preference: string | null;
  /** Whether its event is known by a calibration's id, to which it leads. */
  readonly ofCalibration?: true;
  /** In the app it is told whatever a person has chosen: somebody has to act. */
  readonly alwaysInApp?: true;
  /** Never told by mail, whatever a person has chosen. */
  readonly neverMailed?: true;
  /** Nothing sends it yet: nobody is asked about it. */
  readonly unsent?: true;
  /** Told of the reader, who keeps it even where the organization is out of their sight. */
  readonly ofReader?: true;
};

export const NOTIFICATIONS = {
  calibration_due: { preference: 'calibration_due', unsent: true },
  calibration_recorded: { preference: 'calibration_recorded', ofCalibration: true },
  certificate_held: { preference: 'calibration_recorded', ofCalibration: true, alwaysInApp: true },
  out_of_tolerance: { preference: 'calibration_recorded', ofCalibration: true, alwaysInApp: true },
  join_request: { preference: 'join_request', alwaysInApp: true },
  join_decision: { preference: 'join_decision', ofReader: true },
  // A mail about them would leave by the very server that is in question.
  mail_settings_changed: { preference: null, alwaysInApp: true, neverMailed: true }
} as const satisfies Readonly<Record<string, NotificationKind>>;

export type NotificationCategory = keyof typeof NOTIFICATIONS;
type Kinds = typeof NOTIFICATIONS;
/** What something sends. */
export type SentCategory = {
  [C in NotificationCategory]: Kinds[C] extends { readonly unsent: true } ? never : C;
}[NotificationCategory];
export type NotificationPreference = NonNullable<Kinds[NotificationCategory]['preference']>;
/** What people are asked about: a preference that something is sent by. */
export type ChoosablePreference = NonNullable<Kinds[SentCategory]['preference']>;

export const kindOf = (category: NotificationCategory): NotificationKind => NOTIFICATIONS[category];

// The keys and preferences are those of the constant above, which `Object` does not tell the compiler.
export const NOTIFICATION_CATEGORIES = Object.keys(NOTIFICATIONS) as NotificationCategory[];
export const SENT_CATEGORIES = NOTIFICATION_CATEGORIES.filter((category) => !kindOf(category).unsent) as SentCategory[];
export const OF_CALIBRATIONS = NOTIFICATION_CATEGORIES.filter((category) => kindOf(category).ofCalibration);

const preferencesOf = (categories: readonly NotificationCategory[]) => [
  ...new Set(categories.flatMap((category) => NOTIFICATIONS[category].preference ?? []))
];
/** What people choose by which channel they hear of it, in the order of the categories. */
export const NOTIFICATION_PREFERENCES: readonly NotificationPreference[] = preferencesOf(NOTIFICATION_CATEGORIES);
/** Those of them that anything is sent by. */
export const CHOOSABLE = preferencesOf(SENT_CATEGORIES) as readonly ChoosablePreference[];
/** Whether all that a preference is about is shown in the app whatever is chosen. */
export const isAlwaysInApp = (preference: ChoosablePreference): boolean =>
  SENT_CATEGORIES.filter((category) => NOTIFICATIONS[category].preference === preference).every(
    (category) => kindOf(category).alwaysInApp
  );
