import { expect, test } from 'vitest';
import type { User, UserSummary } from '#lib/contracts/people.ts';
import { countStates, filterPeople } from './filter-people.ts';

const account = (id: string, full_name: string, fields: Partial<User> = {}): User => ({
  id,
  full_name,
  email: `${id}@laboratory.example`,
  role: 'technician',
  is_active: true,
  is_verified: true,
  former_email: null,
  pending_email: null,
  language: 'en',
  profile_picture_id: null,
  profile_picture_url: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...fields
});
const colleague: UserSummary = { id: 's', full_name: 'Émile Sommer', role: 'viewer', profile_picture_url: null };
const everybody = [
  account('ada', 'Ada Founder', { role: 'superadmin' }),
  account('ben', 'Ben Waiting', { is_verified: false }),
  account('cleo', 'Cleo Gone', { is_active: false, is_verified: false }),
  colleague
];
const found = (filter: Partial<Parameters<typeof filterPeople>[1]>) =>
  filterPeople(everybody, { query: '', role: 'any', state: 'any', ...filter }).map(({ id }) => id);

test('people are found by words of name and address, whatever accents', () => {
  expect(found({ query: 'emile' })).toEqual(['s']);
  expect(found({ query: 'laboratory ben' })).toEqual(['ben']);
  expect(found({ query: 'nobody' })).toEqual([]);
});

test('roles and states part them; who was deactivated waits for nothing', () => {
  expect(found({ role: 'superadmin' })).toEqual(['ada']);
  expect(found({ state: 'waiting' })).toEqual(['ben']);
  expect(found({ state: 'inactive' })).toEqual(['cleo']);
  expect(found({ state: 'active' })).toEqual(['ada', 's']);
  expect(countStates(everybody)).toEqual({ active: 2, waiting: 1, inactive: 1 });
});
