/** One kind of mail in one language. */
export type Worded = { readonly subject: string; readonly body: string; readonly button: string };

/** The texts of mails in one language, except those of notifications. */
export type MailTexts = {
  readonly greeting: (name: string) => string;
  readonly verifyEmail: Worded;
  readonly resetPassword: Worded;
  /** To the new address, when people change their own. */
  readonly confirmEmail: Worded;
  /** To the old address, when people change their own. */
  readonly addressWanted: (address: string) => Worded;
  /** To the old address, when somebody else changed it; the first with a confirmation link. */
  readonly addressToConfirm: (address: string) => Worded;
  readonly addressChanged: (address: string) => Worded;
  /** All that is due for one person, once a day. Counts of calibrations and tasks. */
  readonly reminders: (overdue: number, dueSoon: number) => Worded;
  /** One line of it. @param day the due date, written out */
  readonly reminderLine: (what: string, day: string, overdue: boolean) => string;
  /** Instruments without a location. */
  readonly noLocation: string;
  /** Below the longest list that a mail has. */
  readonly moreReminders: (count: number) => string;
  readonly test: Worded;
  /** On the button of a notification. */
  readonly open: string;
  /** Below a notification, before the address of the profile. */
  readonly why: string;
  /** Below mails that another person may have requested. */
  readonly ignore: string;
  /** Below mails about changes that the reader may not have made. */
  readonly beware: string;
};
