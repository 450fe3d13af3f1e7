import { isUuid } from '#lib/laboratory/uuid.ts';

/** Where Back leads: a path and either the key of its name or the name itself. */
export type BackLink = { readonly href: string; readonly key?: string; readonly label?: string };

const SECTIONS: Readonly<Record<string, string>> = {
  assets: 'frame.nav.assets',
  organizations: 'frame.nav.organizations',
  locations: 'frame.nav.locations',
  procedures: 'frame.nav.procedures',
  people: 'frame.nav.people',
  users: 'frame.nav.people',
  calibrations: 'frame.nav.calibrations',
  recalls: 'frame.nav.recalls',
  admin: 'frame.nav.administration'
};

/** Lists below another page. The words of an area that only their screens fetch, and no other page, are not named as such. */
const LISTS: Readonly<Record<string, Omit<BackLink, 'href'>>> = {
  // The word is the same in every language.
  webhooks: { label: 'Webhooks' },
  'certificate-templates': { key: ['templates', 'title'].join('.') }
};

/**
 * One level up from a page below a section; null for the pages of the navigation itself.
 * @param nameOf what people call the record of a UUID, null where that is not known
 */
export function backLink(pathname: string, nameOf: (uuid: string) => string | null): BackLink | null {
  const [section = '', ref, ...rest] = pathname.split('/').filter((part) => part !== '');
  const key = SECTIONS[section];
  if (key === undefined || ref === undefined) return null;
  if (section === 'calibrations' && ref === 'queued') return { href: '/queue', key: 'frame.nav.queue' };
  // People are listed at an address that is not the parent of their own, and their identifier is not a name to show.
  if (section === 'users')
    return rest.length > 0 ? { href: `/users/${ref}`, key: 'frame.nav.person' } : { href: '/people', key };
  if (section === 'organizations' && rest.length > 1)
    return { href: `/${section}/${ref}/${rest[0]}`, ...LISTS[rest[0] ?? ''] };
  if (section === 'admin' && rest.length > 0) return { href: `/admin/${ref}`, ...LISTS[ref] };
  if (rest.length > 0) {
    const label = isUuid(ref) ? nameOf(ref) : decodeURIComponent(ref);
    return { href: `/${section}/${ref}`, ...(label === null ? { key } : { label }) };
  }
  return { href: `/${section}`, key };
}
