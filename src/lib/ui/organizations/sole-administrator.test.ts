import { expect, it } from 'vitest';
import { soleAdministrator } from './sole-administrator.ts';

const ada = { role: 'admin', user: { id: 'ada', role: 'technician' } } as const;
const rita = { role: 'admin', user: { id: 'rita', role: 'admin' } } as const;
const vera = { role: 'admin', user: { id: 'vera', role: 'viewer' } } as const;
const tom = { role: 'member', user: { id: 'tom', role: 'superadmin' } } as const;

it('names the one who manages an organization alone', () => {
  expect(soleAdministrator([tom, ada])).toBe('ada');
  expect(soleAdministrator([ada, rita, tom])).toBeNull();
});

it('counts no viewer, who manages nothing', () => {
  expect(soleAdministrator([ada, vera])).toBe('ada');
  expect(soleAdministrator([vera, tom])).toBeNull();
});
