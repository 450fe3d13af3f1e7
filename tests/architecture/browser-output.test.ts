import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

/** Words that only the server's code says. SvelteKit guards some of its folders; this guards whatever became of the rest. */
const MARKERS = ['plumbline_app', 'graphile_worker', 'argon2id', 'secretKey', 'set_config', 'applied_ids'];

const scriptsBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|mjs|html|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
const holding = (marker: string, folder: string) =>
  scriptsBelow(folder).filter((file) => readFileSync(file, 'utf8').includes(marker));

test.each(MARKERS)('the browser is never sent code of the server: %s', (marker) => {
  const build = inject('buildDir');
  expect(holding(marker, join(build, 'client'))).toEqual([]);
  // A marker that the server does not say any more would guard nothing.
  expect(holding(marker, join(build, 'server'))).not.toEqual([]);
});

test('every script of a worker is among the files that the app has without a network', () => {
  const client = join(inject('buildDir'), 'client');
  const workers = scriptsBelow(join(client, '_app/immutable/workers')).filter((file) => file.endsWith('.js'));
  const kept = readFileSync(join(client, 'service-worker.js'), 'utf8');
  expect(workers).not.toEqual([]);
  expect(workers.filter((file) => !kept.includes(file.slice(client.length)))).toEqual([]);
});

test('a device keeps few files: each costs it more than a few kilobytes do', () => {
  const files = readdirSync(join(inject('buildDir'), 'client/_app'), { recursive: true, withFileTypes: true });
  const kept = files.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name));
  expect(kept.length).toBeGreaterThan(100);
  expect(kept.length).toBeLessThan(380);
});

test('icons are finished markup that the styles know, and none is put together in the browser', () => {
  const client = join(inject('buildDir'), 'client');
  // Data of an icon, and the name that the library's own component gives each.
  expect(holding('lucide-icon', client)).toEqual([]);
  const icons = scriptsBelow(client).flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/<svg [^>]*viewBox="0 0 24 24"[^>]*>/g)
  ]);
  expect(icons.length).toBeGreaterThan(40);
  expect(icons.filter(([tag]) => !/class="lucide[ "]/.test(tag)).map(([tag]) => tag)).toEqual([]);
});

test('the files that a start needs, of every page and of home, are compiled while they are loaded: their first line says so', () => {
  const scripts = scriptsBelow(join(inject('buildDir'), 'client')).filter((file) => file.endsWith('.js'));
  const marked = scripts.filter((file) => readFileSync(file, 'utf8').startsWith('//# allFunctionsCalledOnLoad\n'));
  expect(marked).toHaveLength(2);
});
