import { expect, test } from 'vitest';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { readYaml } from './read-yaml.ts';

const read = (text: string | Uint8Array) => readYaml('A/asset.yaml', Buffer.from(text));
const laughs = (depth: number) =>
  [`a0: &a0 [lol, lol]`, ...Array.from({ length: depth }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)].join(
    '\n'
  );

test.each<[string, string | Uint8Array, string]>([
  ['an alias', 'b: *x', 'a'],
  ['aliases upon aliases', laughs(30), 'a'],
  ['an anchor', 'a: &x 1', 'anchor'],
  ['an anchor of a list', 'a: &x [1]', 'anchor'],
  ['a merge key', 'a: {b: 1}\n<<: {c: 2}', 'merge'],
  ['a tag', 'a: !!js/function "x"', 'YAML'],
  ['a tag of its own', 'a: !thing 1', 'a'],
  ['a known tag', 'a: !!str 1', 'tag'],
  ['a tag of a list', 'a: !!seq [1]', 'tag'],
  ['bytes by a tag', 'a: !!binary aGVsbG8=', 'a'],
  ['a key twice', 'a: 1\na: 2', 'DUPLICATE_KEY'],
  ['a list as a key', '? [1, 2]\n: 3', 'key'],
  ['two documents', 'a: 1\n---\nb: 2', 'YAML'],
  ['no YAML', 'a: [1, 2', 'YAML'],
  ['another encoding', Buffer.from([0x61, 0x3a, 0x20, 0xff]), 'UTF-8'],
  ['brackets without end', '['.repeat(5000), 'deep'],
  ['lists in lists', `${'- '.repeat(4000)}a`, 'deep'],
  ['more values than any record', `a: [${'1,'.repeat(200_000)}]`, 'values'],
  ['more than 16 MiB', Buffer.alloc(16 * 1024 ** 2 + 1, 32), '16 MiB']
])('%s is refused, and the entry is named', (_what, text, says) => {
  const thrown = (() => {
    try {
      return read(text);
    } catch (error) {
      return error;
    }
  })();
  expect(thrown).toBeInstanceOf(Refusal);
  expect((thrown as Refusal).message).toContain('A/asset.yaml');
  expect((thrown as Refusal).message).toContain(says);
});

test('data are read as they are: no date, no yes, no octal number', () => {
  expect(read("a: 2024-03-01\nb: yes\nc: '01'\nd: 1e-3\ne: null\nf: [1, two]\ng: |\n  line\n")).toEqual({
    a: '2024-03-01',
    b: 'yes',
    c: '01',
    d: 0.001,
    e: null,
    f: [1, 'two'],
    g: 'line\n'
  });
});

test('a key that names the prototype is a key', () => {
  const value = read('__proto__:\n  polluted: true') as object;
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
