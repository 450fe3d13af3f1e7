import type { MailTexts } from './mail-texts.ts';

export const en: MailTexts = {
  greeting: (name) => `Hello ${name},`,
  verifyEmail: {
    subject: 'Confirm your address for Plumbline',
    body: 'somebody, probably you, made an account with this address. Confirm it within 24 hours to sign in.',
    button: 'Confirm address'
  },
  resetPassword: {
    subject: 'Choose a new password for Plumbline',
    body: 'a new password was asked for. The link below works once, for one hour; until you use it your password stays.',
    button: 'Choose a new password'
  },
  test: {
    subject: 'Plumbline can send mail',
    body: 'this test mail arrived, so the mail settings work.',
    button: 'Open Plumbline'
  },
  open: 'Open in Plumbline',
  why: 'You get this mail because your notifications are sent by mail. Change that in your profile:',
  ignore: 'If you did not ask for this, you need not do anything.'
};
