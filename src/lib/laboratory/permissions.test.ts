import { describe, expect, test } from 'vitest';
import type { GlobalRole, OrganizationRole } from '#lib/contracts/primitives.ts';
import type { PersonActor } from './actor.ts';
import {
  assertMayEditRecordsOf,
  mayEditRecordsOf,
  mayGrantRole,
  mayManageOrganization,
  mayReadAuditOf,
  mayVoidCalibrationsOf
} from './permissions.ts';

const ORGANIZATION = 'o';
const actor = (role: GlobalRole, membership?: OrganizationRole): PersonActor => ({
  kind: 'person',
  userId: 'u',
  fullName: 'A Person',
  role,
  language: 'en',
  memberships: new Map(membership ? [[ORGANIZATION, membership]] : []),
  requestId: null
});

// role, membership: edit records, manage, void and restore, read history
const MATRIX: readonly [GlobalRole, OrganizationRole | undefined, boolean, boolean, boolean, boolean][] = [
  ['viewer', undefined, false, false, false, false],
  ['viewer', 'member', false, false, false, true],
  ['viewer', 'admin', false, false, false, true],
  ['technician', undefined, false, false, false, false],
  ['technician', 'member', true, false, false, true],
  ['technician', 'admin', true, true, false, true],
  ['admin', undefined, false, false, false, false],
  ['admin', 'member', true, false, true, true],
  ['admin', 'admin', true, true, true, true],
  ['superadmin', undefined, true, true, true, true],
  ['superadmin', 'member', true, true, true, true]
];

describe('the matrix of role and membership', () => {
  test.each(MATRIX)('%s, membership %s', (role, membership, edit, manage, voids, history) => {
    const person = actor(role, membership);
    expect(mayEditRecordsOf(person, ORGANIZATION)).toBe(edit);
    expect(mayManageOrganization(person, ORGANIZATION)).toBe(manage);
    expect(mayVoidCalibrationsOf(person, ORGANIZATION)).toBe(voids);
    expect(mayReadAuditOf(person, ORGANIZATION)).toBe(history);
  });
});

test('records of all organizations are changed by admins and superadmins', () => {
  expect(
    (['viewer', 'technician', 'admin', 'superadmin'] as const).map((role) => mayEditRecordsOf(actor(role), null))
  ).toEqual([false, false, true, true]);
  expect(() => assertMayEditRecordsOf(actor('technician', 'admin'), null)).toThrow('admin');
});

test('only a superadmin makes a superadmin', () => {
  expect(mayGrantRole(actor('admin'), 'superadmin')).toBe(false);
  expect(mayGrantRole(actor('admin'), 'admin')).toBe(true);
  expect(mayGrantRole(actor('superadmin'), 'superadmin')).toBe(true);
  expect(mayGrantRole(actor('technician'), 'viewer')).toBe(false);
});
