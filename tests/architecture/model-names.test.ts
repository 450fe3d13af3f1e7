import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MODELS } from '#lib/metrology/models/table.ts';

/** `none` is the absence of a model: whether there is one at all may be asked anywhere. */
const NAMES = MODELS.filter((name) => name !== 'none').join('|');
const MODEL = String.raw`\b\w*model\b\)?`;
const COMPARISONS = [
  `${MODEL}\\s*[!=]==?\\s*['"\`](?:${NAMES})['"\`]`,
  `['"\`](?:${NAMES})['"\`]\\s*[!=]==?\\s*[\\w.?]*${MODEL}`,
  String.raw`switch \([^)]*${MODEL}\) \{\s*case ['"](?:${NAMES})['"]`,
  String.raw`\[['"](?:${[...MODELS].join('|')})['"][^\]]*\](?: as const)?\.includes\([^()]*${MODEL}`
].map((pattern) => new RegExp(pattern, 'gi'));
const comparisonsIn = (text: string) => COMPARISONS.flatMap((pattern) => text.match(pattern) ?? []);

/** A model is described in one file; frozen engines, and tests, name theirs. */
const MAY_COMPARE = /^src\/lib\/metrology\/(models|engines)\/|\.test\.ts$|-fixture\.ts$/;
const files = ['src', 'sync'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((path) => /\.(ts|js|svelte)$/.test(path) && !MAY_COMPARE.test(path))
);

test('what is true of one correction model alone is asked of the table of models', () => {
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((path) => comparisonsIn(readFileSync(path, 'utf8')).map((text) => ({ path, text })));
  expect(found).toEqual([]);
});

test.each([
  "fit.model !== 'linear' || fit.method !== 'gdr'",
  "'polynomial' === request.fit.model",
  "typed?.fitModel == 'offset'",
  "switch (fit.model) {\n  case 'power':",
  "['none', 'offset'].includes(result.fit.model)"
])('the search sees %s', (text) => {
  expect(comparisonsIn(text)).toHaveLength(1);
});

test.each(["fit.model === 'none'", "const fit = { model: 'linear' };", "kind === 'power' && model !== null"])(
  'and lets %s be',
  (text) => {
    expect(comparisonsIn(text)).toEqual([]);
  }
);
