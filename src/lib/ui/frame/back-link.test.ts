import { expect, it } from 'vitest';
import { backLink as backLinkFrom } from './back-link.ts';

const ID = '01a1ff2d-874e-76cf-a7dd-cb861c2a61d5';
const backLink = (pathname: string) => backLinkFrom(pathname, (uuid) => (uuid === ID ? 'TT-042' : null));

it('leads from a record to its list, and from work on a record to the record', () => {
  expect(backLink('/assets/TT-042')).toEqual({ href: '/assets', key: 'frame.nav.assets' });
  expect(backLink('/assets/TT-042/calibrate')).toEqual({ href: '/assets/TT-042', label: 'TT-042' });
});
it('calls a record by its name where the address has its UUID, by its section where the name is not known', () => {
  expect(backLink(`/assets/${ID}/calibrate`)).toEqual({ href: `/assets/${ID}`, label: 'TT-042' });
  const other = ID.replace('01a1', '02b2');
  expect(backLink(`/assets/${other}/health`)).toEqual({ href: `/assets/${other}`, key: 'frame.nav.assets' });
});
it('is absent where the navigation leads', () => {
  for (const path of ['/', '/assets', '/queue', '/profile']) expect(backLink(path)).toBeNull();
});
it('leads from a person to all people, and from editing them to their page', () => {
  expect(backLink('/users/0193')).toEqual({ href: '/people', key: 'frame.nav.people' });
  expect(backLink('/users/0193/edit')).toEqual({ href: '/users/0193', key: 'frame.nav.person' });
});
it('leads from a webhook to all of its organization', () => {
  expect(backLink(`/organizations/${ID}/webhooks/0193`)).toEqual({
    href: `/organizations/${ID}/webhooks`,
    label: 'Webhooks'
  });
  expect(backLink(`/organizations/${ID}/webhooks`)).toEqual({ href: `/organizations/${ID}`, label: 'TT-042' });
});
it('leads from a certificate template to the list that it is in', () => {
  const key = 'templates.title';
  const list = `/organizations/${ID}/certificate-templates`;
  expect(backLink(`${list}/0193`)).toEqual({ href: list, key });
  expect(backLink(list)).toEqual({ href: `/organizations/${ID}`, label: 'TT-042' });
  expect(backLink('/admin/certificate-templates/0193')).toEqual({ href: '/admin/certificate-templates', key });
  expect(backLink('/admin/certificate-templates')).toEqual({ href: '/admin', key: 'frame.nav.administration' });
});
it('leads from a setting to the administration', () => {
  expect(backLink('/admin/mail')).toEqual({ href: '/admin', key: 'frame.nav.administration' });
});
