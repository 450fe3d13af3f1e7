import { expect, test } from 'vitest';
import { languageSchema } from '#lib/contracts/primitives.ts';
import { NOTIFICATION_CATEGORIES } from '#lib/records/notifications.ts';
import type { NotificationEvent } from './notification-event.ts';
import { notificationLink, notificationText } from './notification-text.ts';

const recorded: NotificationEvent = {
  category: 'calibration_recorded',
  parameters: {
    asset_id: 'TT-042',
    asset_name: 'Outlet transmitter',
    channel_name: 'Probe 1',
    version: 3,
    recorded_by: 'Tess Technician',
    conforms: false
  }
};
const TRANSMITTER = { asset_id: 'TT-042', asset_name: 'Outlet transmitter', channel_name: 'Probe 1' };
const due = (overdue: boolean): NotificationEvent => ({
  category: 'calibration_due',
  parameters: { ...TRANSMITTER, due_date: '2026-12-24', overdue }
});
const EVENTS: readonly NotificationEvent[] = [
  recorded,
  due(true),
  due(false),
  {
    category: 'task_due',
    parameters: { ...TRANSMITTER, task_name: 'Ice point', due_date: '2026-12-24', overdue: true }
  },
  {
    category: 'task_due',
    parameters: { ...TRANSMITTER, task_name: 'Ice point', due_date: '2026-12-24', overdue: false }
  },
  { category: 'many_due', parameters: { organization: 'Lab', due_soon: 70, overdue: 12 } },
  {
    category: 'release_waiting',
    parameters: { ...TRANSMITTER, version: 3, recorded_by: 'Tess Technician', answer: null }
  },
  { category: 'release_returned', parameters: { ...TRANSMITTER, version: 3, returned_by: 'Rita', reason: 'Point 3.' } },
  {
    category: 'certificate_held',
    parameters: {
      ...TRANSMITTER,
      version: 3,
      recorded_by: 'Tess Technician',
      reference: 'REF-001',
      problems: ['voided']
    }
  },
  {
    category: 'out_of_tolerance',
    parameters: {
      ...TRANSMITTER,
      version: 3,
      calibration_date: '2026-11-20',
      as_found: true,
      since: null,
      served: 1,
      newest: ['TT-043 v2']
    }
  },
  { category: 'webhook_turned_off', parameters: { webhook: 'Planning', gone: true } },
  { category: 'webhook_turned_off', parameters: { webhook: 'Planning', gone: false } },
  { category: 'signing_certificate_expires', parameters: { organization: 'Lab', expires_on: '2026-12-24' } },
  { category: 'join_request', parameters: { person: 'Tess', organization: 'Lab' } },
  { category: 'join_decision', parameters: { organization: 'Lab', accepted: true } },
  { category: 'join_decision', parameters: { organization: 'Lab', accepted: false } },
  { category: 'second_factor_changed', parameters: { change: 'added', by: null, left: 10 } },
  { category: 'second_factor_changed', parameters: { change: 'passkey_added', by: null, left: 10 } },
  { category: 'second_factor_changed', parameters: { change: 'passkey_removed', by: null, left: 10 } },
  { category: 'second_factor_changed', parameters: { change: 'app_removed', by: null, left: 10 } },
  { category: 'second_factor_changed', parameters: { change: 'turned_off', by: null, left: 0 } },
  { category: 'second_factor_changed', parameters: { change: 'removed', by: 'Rita', left: 0 } },
  { category: 'second_factor_changed', parameters: { change: 'removed', by: null, left: 0 } },
  { category: 'second_factor_changed', parameters: { change: 'identity_linked', by: null, left: 10 } },
  { category: 'second_factor_changed', parameters: { change: 'identity_removed', by: null, left: 10 } },
  { category: 'second_factor_changed', parameters: { change: 'new_codes', by: null, left: 10 } },
  { category: 'second_factor_changed', parameters: { change: 'code_used', by: null, left: 9 } },
  { category: 'mail_settings_changed', parameters: { person: 'Tess', host: 'mail.example' } },
  { category: 'backup_failed', parameters: { reason: 'ENOSPC: no space left', last_on: '2026-11-20' } }
];

test('each language has its own sentences for every event, and all name the facts', () => {
  expect(new Set(EVENTS.map(({ category }) => category))).toEqual(new Set(NOTIFICATION_CATEGORIES));
  for (const event of EVENTS) {
    const texts = languageSchema.options.map((language) => notificationText(event, language));
    expect(new Set(texts.map((text) => text.body)).size).toBe(4);
    // The kind of change chooses the sentence.
    const facts = Object.entries(event.parameters).flatMap(([name, value]) =>
      name !== 'change' && typeof value === 'string' && !/^\d{4}-/.test(value) ? [value] : []
    );
    for (const { title, body } of texts) {
      for (const fact of facts) expect(`${title} ${body}`).toContain(fact);
    }
  }
});

test('dates are written as the reader writes them', () => {
  expect(notificationText(due(true), 'de').body).toContain('24. Dezember 2026');
  expect(notificationText(due(true), 'en').body).toContain('24 December 2026');
});

test('a notification leads to its calibration, else to its asset, else to its organization', () => {
  const nothing = { calibration_id: null, asset_id: null, organization_id: null };
  const linkOf = (category: NotificationEvent['category'], about: Partial<typeof nothing | Record<string, string>>) =>
    notificationLink({ ...nothing, category, ...about });
  expect(linkOf('calibration_recorded', { calibration_id: 'c', asset_id: 'a', organization_id: 'o' })).toBe(
    '/calibrations/c'
  );
  expect(linkOf('calibration_due', { asset_id: 'a', organization_id: 'o' })).toBe('/assets/a');
  expect(linkOf('join_request', { organization_id: 'o' })).toBe('/organizations/o');
  for (const category of ['join_decision', 'webhook_turned_off', 'signing_certificate_expires', 'many_due'] as const)
    expect(linkOf(category, { organization_id: 'o' }), category).toBe('/organizations/o');
  for (const category of ['task_due', 'certificate_held', 'out_of_tolerance'] as const)
    expect(linkOf(category, { asset_id: 'a', organization_id: 'o' }), category).toBe('/assets/a');
  expect(linkOf('mail_settings_changed', {})).toBe('/admin/mail');
  expect(linkOf('backup_failed', {})).toBe('/admin/installation');
  expect(linkOf('second_factor_changed', {})).toBe('/profile/security');
});
