import { expect, test } from 'vitest';
import { archiveReport } from './archive-report.ts';

test('a report is what the check of an archive says; without a result there is none', () => {
  expect(archiveReport(null)).toBeNull();
  expect(archiveReport({ result: null })).toBeNull();
  const result = {
    exported_at: '2026-11-24T03:00:00.000Z',
    origin: 'https://plumb.example',
    organizations: 2,
    people: 5,
    assets: 60,
    calibrations: 300,
    objects: 12,
    is_older: true,
    missing: 1,
    keeps_own_account: true,
    superadmins: ['sue@lab.example']
  };
  expect(archiveReport({ result })).toEqual({
    exportedAt: '2026-11-24T03:00:00.000Z',
    origin: 'https://plumb.example',
    counts: { organizations: 2, people: 5, assets: 60, calibrations: 300, objects: 12 },
    isOlder: true,
    missing: 1,
    keepsOwnAccount: true,
    foreign: null,
    superadmins: ['sue@lab.example']
  });
});

test('what has to be made anew is said of an archive with another key alone', () => {
  const made_anew = { signing_keys: 2, second_factors: 1, webhooks: 3, mail_password: true };
  const foreign = { signingKeys: 2, secondFactors: 1, webhooks: 3, mailPassword: true };
  expect(archiveReport({ result: { secret_key: 'other', made_anew } })).toMatchObject({ foreign });
  expect(archiveReport({ result: { secret_key: 'same', made_anew } })).toMatchObject({ foreign: null });
});

test('an account is only called kept where the server says so', () => {
  expect(archiveReport({ result: {} })).toMatchObject({
    keepsOwnAccount: false,
    superadmins: [],
    isOlder: false,
    missing: 0
  });
});
