import { expect, it } from 'vitest';
import type { EmailSettings } from '#lib/contracts/email-settings.ts';
import { mailBody, mailFormOf, needsPassword } from './mail-form.ts';

const settings: EmailSettings = {
  enabled: true,
  host: 'mail.example',
  port: 587,
  security: 'auto',
  username: 'plumbline',
  from_address: 'lab@example.org',
  from_name: null,
  reminder_lead_days: 30,
  has_password: true,
  password_unreadable: false,
  is_approved: true,
  route_by: null,
  updated_at: '2026-11-21T09:00:00Z'
};
const form = mailFormOf(settings);

it('sends no password unless one was typed, and takes it away only when asked to', () => {
  expect(mailBody(form)).not.toHaveProperty('password');
  expect(mailBody({ ...form, password: 'secret' })).toMatchObject({ password: 'secret' });
  expect(mailBody({ ...form, password: 'secret', forgetPassword: true })).toMatchObject({ password: null });
});
it('sends emptied texts as nothing, and no form without its numbers', () => {
  expect(mailBody({ ...form, host: ' ', from_name: 'Lab' })).toMatchObject({ host: null, from_name: 'Lab' });
  expect(mailBody({ ...form, port: null })).toBeNull();
});
it('asks for the password again where it would go to another server or account', () => {
  expect(needsPassword(settings, form)).toBe(false);
  expect(needsPassword(settings, { ...form, from_name: 'Lab' })).toBe(false);
  for (const moved of [{ host: 'other.example' }, { port: 25 }, { security: 'none' as const }, { username: '' }]) {
    expect(needsPassword(settings, { ...form, ...moved })).toBe(true);
    expect(needsPassword(settings, { ...form, ...moved, password: 'again' })).toBe(false);
  }
  expect(needsPassword({ ...settings, has_password: false }, { ...form, host: 'other.example' })).toBe(false);
});
