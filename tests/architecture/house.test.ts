import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const files = ['src', 'sync', 'tests'].flatMap((root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith('tests/.output'))
);
const code = files.filter((path) => /\.(ts|js|svelte)$/.test(path));
const written = code.filter((path) => !path.includes('.test.'));
const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').length;

describe('the house is kept', () => {
  test('no file is longer than 400 lines; nine in ten are below 200; half are below 60', () => {
    const lengths = written.map(linesOf).sort((a, b) => a - b);
    expect(code.filter((path) => linesOf(path) > 400)).toEqual([]);
    expect(lengths[Math.floor(lengths.length * 0.9)]).toBeLessThan(200);
    expect(lengths[Math.floor(lengths.length * 0.5)]).toBeLessThan(60);
  });

  test('no folder or file is a drawer for what has no noun', () => {
    expect(code.filter((path) => /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.[a-z]+$)/.test(path))).toEqual([]);
  });

  test('the words that no dictionary has are sorted, each once', () => {
    const words = readFileSync('tests/architecture/words.txt', 'utf8').trimEnd().split('\n').slice(1);
    const inOrder = (a: string, b: string) => (a < b ? -1 : 1);
    expect(words).toEqual([...new Set(words)].sort(inOrder));
  });

  test('there are no barrels', () => {
    expect(code.filter((path) => /(^|\/)index\.(ts|js)$/.test(path) && !path.includes('service-worker'))).toEqual([]);
  });

  test('files are kebab-case, components PascalCase', () => {
    const name = (path: string) => path.split('/').at(-1) ?? '';
    const free = code.filter((path) => !name(path).startsWith('+') && name(path) !== 'app.d.ts');
    const modules = free.filter((path) => !path.endsWith('.svelte'));
    expect(modules.filter((path) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/.test(name(path)))).toEqual([]);
    const components = free.filter((path) => path.endsWith('.svelte'));
    expect(components.filter((path) => !/^[A-Z][A-Za-z0-9]*\.svelte$/.test(name(path)))).toEqual([]);
  });

  test('no test is skipped or alone, nothing is left to do, and the compiler is not talked out of anything', () => {
    const forbidden = /\b(?:test|it|describe)\.(?:skip|only|todo)\b|\bTODO\b|\bFIXME\b|@ts-(?:ignore|nocheck)/;
    const here = 'tests/architecture/house.test.ts';
    expect(code.filter((path) => path !== here && forbidden.test(readFileSync(path, 'utf8')))).toEqual([]);
  });
});
