/** What people are told of: every category once, with what the program has to know of it. */
type NotificationKind = {
  /** By whose choice a person hears of it: several may share one; null where nobody chooses. */
  readonly preference: string | null;
  /** Whether its event is known by a calibration's id, to which it leads. */
  readonly ofCalibration?: true;
  /** Nothing sends it yet: nobody is asked about it. */
  readonly unsent?: true;
  /** Told of the reader, who keeps it even where the organization is out of their sight. */
  readonly ofReader?: true;
};

export const NOTIFICATIONS = {
  calibration_due: { preference: 'calibration_due', unsent: true },
  calibration_recorded: { preference: 'calibration_recorded', ofCalibration: true },
  certificate_held: { preference: 'calibration_recorded', ofCalibration: true },
  out_of_tolerance: { preference: 'calibration_recorded', ofCalibration: true },
  join_request: { preference: 'join_request' },
  join_decision: { preference: 'join_decision', ofReader: true },
  mail_settings_changed: { preference: null }
} as const satisfies Readonly<Record<string, NotificationKind>>;

export type NotificationCategory = keyof typeof NOTIFICATIONS;
export type NotificationPreference = NonNullable<(typeof NOTIFICATIONS)[NotificationCategory]['preference']>;

const kinds: readonly (readonly [string, NotificationKind])[] = Object.entries(NOTIFICATIONS);
// The keys and preferences are those of the constant above, which `Object` does not tell the compiler.
const categoriesOf = (is: (kind: NotificationKind) => boolean) =>
  kinds.filter(([, kind]) => is(kind)).map(([category]) => category) as NotificationCategory[];

export const NOTIFICATION_CATEGORIES = categoriesOf(() => true);
export const OF_CALIBRATIONS = categoriesOf(({ ofCalibration }) => ofCalibration === true);
export const OF_READERS = categoriesOf(({ ofReader }) => ofReader === true);
export const isOfReader = (category: NotificationCategory): boolean => OF_READERS.includes(category);

// Of these, too, `Object` does not tell.
const preferencesOf = (is: (kind: NotificationKind) => boolean) =>
  [...new Set(kinds.flatMap(([, kind]) => (is(kind) ? (kind.preference ?? []) : [])))] as NotificationPreference[];

/** What people choose by which channel they hear of it, in the order of the categories. */
export const NOTIFICATION_PREFERENCES = preferencesOf(() => true);
/** Those of them that anything is sent by. */
export const CHOOSABLE = preferencesOf(({ unsent }) => unsent !== true);
