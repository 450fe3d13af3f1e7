import { expect, it } from 'vitest';
import { isPublic, nextPath, signInPath } from './sign-in-path.ts';

it('returns to the page that was asked for', () => {
  expect(nextPath('/assets/TT-042?tab=1')).toBe('/assets/TT-042?tab=1');
});
it.each([
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  '/\n\\evil.test',
  '//',
  'https://evil.test',
  'javascript:alert(1)',
  null,
  '/sign-in',
  '/./sign-in',
  '/.//evil.test',
  '/a/..//evil.test'
])('never leaves for %j', (wanted) => {
  expect(nextPath(wanted)).toBe('/');
});

it('knows the pages that need nobody signed in, and no other', () => {
  const paths = Object.keys(import.meta.glob('/src/routes/**/+page.svelte')).map((file) =>
    file.replace('/src/routes', '').replace(/\/\+page\.svelte$/u, '')
  );
  const [open, closed] = [
    paths.filter((path) => path.startsWith('/(public)')),
    paths.filter((path) => path.startsWith('/(app)'))
  ];
  expect(open.length).toBeGreaterThan(5);
  expect(closed.length).toBeGreaterThan(20);
  const asked = (path: string) => isPublic(path.replace(/^\/\([a-z]+\)/u, '') || '/');
  expect(open.filter((path) => !asked(path))).toEqual([]);
  expect(closed.filter(asked)).toEqual([]);
});

it('leads to the sign-in page, and back', () => {
  expect(signInPath('/')).toBe('/sign-in');
  const path = '/assets?q=a&b=%C3%A4#row-7';
  expect(nextPath(new URL(signInPath(path), 'http://plumbline.test').searchParams.get('next'))).toBe(path);
});
