import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testNamesIn } from './test-names.ts';

const PAGE = 'tests/security/README.md';
const page = readFileSync(PAGE, 'utf8');
const claims = [...page.matchAll(/`([^`]+)`: _([^_]+)_/g)].map(([, file = '', words = '']) => ({ file, words }));
const files = [...page.matchAll(/`((?:src|tests)\/[^`]+)`/g)].map(([, file = '']) => file);

test('every file that the page on security names exists', () => {
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test('every test that it names exists, under that name', () => {
  expect(claims.length).toBeGreaterThan(60);
  const missing = claims.filter(
    ({ file, words }) => !existsSync(file) || !testNamesIn(file).some((name) => name.includes(words))
  );
  expect(missing).toEqual([]);
});

test('every row of 3.1 to 3.4 of the specification has one', () => {
  const rows = page.split('\n').filter((line) => /^\| 3\.[1-4] /.test(line));
  const counted = ['3.1', '3.2', '3.3', '3.4'].map(
    (section) => rows.filter((row) => row.startsWith(`| ${section} `)).length
  );
  // As many as the tables of the specification hold, and the sentence under 3.1.
  expect(counted).toEqual([7, 3, 3, 5]);
  expect(rows.filter((row) => !/`: _/.test(row))).toEqual([]);
});

test('a requirement without a test says so', () => {
  const requirements = page.split('\n').filter((line) => /^\| \d\.\d/.test(line) && line.split('|').length === 6);
  expect(requirements.length).toBeGreaterThan(35);
  expect(requirements.filter((line) => !/`: _|\*\*[Gg]ap\*\*|Not applicable|tests\/e2e/.test(line))).toEqual([]);
});
