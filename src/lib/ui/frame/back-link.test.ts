import { expect, it } from 'vitest';
import { backLink } from './back-link.ts';

it('leads from a record to its list, and from work on a record to the record', () => {
  expect(backLink('/assets/TT-042')).toEqual({ href: '/assets', key: 'frame.nav.assets' });
  expect(backLink('/assets/TT-042/calibrate')).toEqual({ href: '/assets/TT-042', label: 'TT-042' });
});
it('is absent where the navigation leads', () => {
  for (const path of ['/', '/assets', '/queue', '/profile']) expect(backLink(path)).toBeNull();
});
it('leads from a person to all people, and from editing them to their page', () => {
  expect(backLink('/users/0193')).toEqual({ href: '/people', key: 'frame.nav.people' });
  expect(backLink('/users/0193/edit')).toEqual({ href: '/users/0193', key: 'people.person' });
});
it('leads from a setting to the administration', () => {
  expect(backLink('/admin/mail')).toEqual({ href: '/admin', key: 'frame.nav.administration' });
});
