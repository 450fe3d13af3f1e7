/** Every page that the app has is looked at by a test: a new route fails here until it is listed in tests/support/all-screens.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { combinationOf, LOOKED_AT_ELSEWHERE, PUBLIC_SCREENS, SCREENS } from '../support/all-screens.ts';

const ROUTES = 'src/routes';
/** Folders in round brackets group routes, and are not part of the address. */
const routesOf = (files: readonly string[]) =>
  files.map((file) => `/${dirname(file)}`.replaceAll(/\/\([^/]+\)/g, '').replace(/^\/\.?$|^$/, '/'));
const files = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' });
const pages = routesOf(files.filter((file) => file.endsWith('+page.svelte')));
/** Some pages are written by the server itself. */
const written = routesOf(
  files.filter(
    (file) => file.endsWith('+server.ts') && readFileSync(join(ROUTES, file), 'utf8').match(/from '.*-page\.ts'/)
  )
);

test('each route is looked at, and no other is listed', () => {
  const listed = [...SCREENS, ...PUBLIC_SCREENS].map(([route]) => route);
  expect(new Set([...listed, ...Object.keys(LOOKED_AT_ELSEWHERE)])).toEqual(new Set([...pages, ...written]));
  expect(pages.length).toBeGreaterThan(50);
  expect(written.length).toBeGreaterThan(2);
});

test('no screen has the name of another one', () => {
  const names = [...SCREENS, ...PUBLIC_SCREENS].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('the screens that are looked at once come in every theme, and in every size', () => {
  const all = SCREENS.map(([, name], place) => combinationOf(name, place));
  expect(new Set(all.map(({ theme, size }) => `${theme} ${size}`)).size).toBe(9);
});

test.each(Object.entries(LOOKED_AT_ELSEWHERE))('%s is opened by the test that is named', (_, [file, contains]) => {
  expect(readFileSync(file, 'utf8')).toContain(contains);
});
