/** A certificate that is mailed to a customer: how far it is, and why it failed. */
export const CERTIFICATE_MAIL_STATES = ['queued', 'sent', 'failed'] as const;

export const CERTIFICATE_MAIL_FAULTS = [
  // The administrator has turned mail off, or never on.
  'mail_off',
  // No mail server took it in any attempt.
  'unreachable',
  // The mail server refuses the recipient or the mail, for good.
  'refused',
  // The calibration was voided before the mail was sent.
  'voided',
  'no_certificate',
  // The person who sent it may no longer do so.
  'no_right'
] as const;

/** The longest message of a person, in characters. */
export const LONGEST_MAIL_MESSAGE = 1000;
