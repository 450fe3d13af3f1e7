/** One kind of mail in one language. */
export type Worded = { readonly subject: string; readonly body: string; readonly button: string };

/** All that mails say in one language, but for what notifications say themselves. */
export type MailTexts = {
  readonly greeting: (name: string) => string;
  readonly verifyEmail: Worded;
  readonly resetPassword: Worded;
  /** To the address that somebody wants for themself. */
  readonly confirmEmail: Worded;
  /** To the old address, when somebody wants another one for themself. */
  readonly addressWanted: (address: string) => Worded;
  /** To the old address, when somebody else has written another one; the first with a link that confirms it. */
  readonly addressToConfirm: (address: string) => Worded;
  readonly addressChanged: (address: string) => Worded;
  readonly test: Worded;
  /** On the button of a notification. */
  readonly open: string;
  /** Below a notification, before the address of the profile. */
  readonly why: string;
  /** Below what somebody may have asked for in another's name. */
  readonly ignore: string;
  /** Below what must not go unnoticed, where it was somebody else. */
  readonly beware: string;
};
