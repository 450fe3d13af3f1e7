import { expect, it } from 'vitest';
import type { GlobalRole, OrganizationRole } from '#lib/contracts/primitives.ts';
import { MORE, openTo, SIDEBAR } from './destinations.ts';

const as = (role: GlobalRole, own: OrganizationRole | null = null) => ({
  role,
  memberships: new Map(own === null ? [] : [['018f0000-0000-7000-8000-0000000000b1', own]])
});
const led = (standing: Parameters<typeof openTo>[1]) => openTo(SIDEBAR.flat(), standing).map(({ href }) => href);

it('leads to the audit log whoever may read one, and to the administration admins alone', () => {
  expect(led(as('technician', 'member'))).not.toContain('/audit');
  expect(led(as('viewer', 'admin'))).not.toContain('/audit');
  expect(led(as('technician', 'admin'))).toContain('/audit');
  expect(led(as('technician', 'admin'))).not.toContain('/admin');
  for (const role of ['admin', 'superadmin'] as const)
    expect(led(as(role))).toEqual(expect.arrayContaining(['/audit', '/admin']));
});
it('shows what is for everybody before it is known who it is', () => {
  expect(led(null)).toContain('/organizations');
  expect(led(null)).not.toContain('/admin');
});
it('has a place on phones for everything that the sidebar leads to', () => {
  const small = new Set([...MORE.map(({ href }) => href), '/', '/assets', '/queue']);
  expect(SIDEBAR.flat().filter(({ href }) => !small.has(href))).toEqual([]);
});
