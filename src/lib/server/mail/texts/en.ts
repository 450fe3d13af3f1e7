import type { MailTexts } from './mail-texts.ts';

export const en: MailTexts = {
  greeting: (name) => `Hello ${name},`,
  verifyEmail: {
    subject: 'Confirm your address for Plumbline',
    body: 'an account was created with this address. If it was you, confirm the address within 24 hours to sign in.',
    button: 'Confirm address'
  },
  resetPassword: {
    subject: 'Choose a new password for Plumbline',
    body: 'someone requested a new password for your account. The link below works once, within one hour. Until you use it, your password does not change.',
    button: 'Choose a new password'
  },
  confirmEmail: {
    subject: 'Confirm your new address for Plumbline',
    body: 'Confirm within 24 hours that you want to sign in to Plumbline with this address. Until then, your previous address stays in use.',
    button: 'Confirm address'
  },
  addressWanted: (address) => ({
    subject: 'Your address for Plumbline is about to change',
    body: `A new address was entered for your account: ${address}. It replaces this one once it has been confirmed there.`,
    button: 'Open your profile'
  }),
  addressToConfirm: (address) => ({
    subject: 'Your address for Plumbline was changed',
    body: `An administrator has changed the address of your account to ${address}. All your sessions have ended; your password has not changed. If the new address is yours, confirm it within 24 hours, or sign in with it and confirm it in your profile. Until then, no password link is sent to it.`,
    button: 'The new address is mine'
  }),
  addressChanged: (address) => ({
    subject: 'Your address for Plumbline was changed',
    body: `An administrator has changed the address of your account to ${address}. All your sessions have ended; your password has not changed. If the new address is yours, sign in with it and confirm it in your profile. Until then, no password link is sent to it.`,
    button: 'Sign in'
  }),
  reminders: (overdue, dueSoon) => ({
    subject: [overdue > 0 && `${overdue} overdue`, dueSoon > 0 && `${dueSoon} due soon`].filter(Boolean).join(', '),
    body: 'these calibrations and tasks of your organizations need attention. The calendar file has their due dates.',
    button: 'Open Plumbline'
  }),
  reminderLine: (what, day, overdue) => `${what}: ${overdue ? 'overdue since' : 'due on'} ${day}`,
  noLocation: 'No location',
  moreReminders: (count) => `… and ${count} more. The calendar file has them all.`,
  test: {
    subject: 'Plumbline can send mail',
    body: 'this test mail has arrived, so your mail settings work.',
    button: 'Open Plumbline'
  },
  open: 'Open in Plumbline',
  why: 'You receive this mail because your notifications are sent by mail. You can change this in your profile:',
  ignore: 'If it was not you, you can ignore this mail.',
  beware: 'If you do not know about this, change your password and tell the administrator of your laboratory.'
};
