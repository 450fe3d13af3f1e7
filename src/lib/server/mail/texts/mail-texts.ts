/** One kind of mail in one language. */
export type Worded = { readonly subject: string; readonly body: string; readonly button: string };

/** All that mails say in one language, but for what notifications say themselves. */
export type MailTexts = {
  readonly greeting: (name: string) => string;
  readonly verifyEmail: Worded;
  readonly resetPassword: Worded;
  readonly test: Worded;
  /** On the button of a notification. */
  readonly open: string;
  /** Below a notification, before the address of the profile. */
  readonly why: string;
  /** Below what somebody may have asked for in another's name. */
  readonly ignore: string;
};
