import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { certificateLabels } from '../../src/lib/server/certificates/labels/certificate-labels.ts';
import { FORMULA_FAULTS } from '../../src/lib/metrology/formula/formula-fault.ts';

const LANGUAGES = ['en', 'es', 'fr', 'de'] as const;
const ENGINE = 'src/lib/metrology';

const sources = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(ENGINE, file), 'utf8'));

const words = (language: string, area: string) =>
  JSON.parse(readFileSync(`src/lib/i18n/${language}/${area}.json`, 'utf8')) as Record<string, Record<string, string>>;

/** Where a refusal is made, its code is the first argument that is not a list: `refusal([…], 'code', …)`, `(bad ? 'a' : 'b', …)`. */
const MADE = /\b(?:AnalysisRefusal|refusal|refuse|super)\(\s*(?:(?:\[[^\]]*\]|path),\s*)?([^,]*),/g;
const refusals = new Set(
  sources.flatMap((source) =>
    [...source.matchAll(MADE)].flatMap(([, argument = '']) =>
      [...argument.matchAll(/'([a-z_0-9]+)'/g)].map(([, code]) => code ?? '')
    )
  )
);
const WARNED = /\bcode: '([a-z_0-9]+)',\s*message/g;
const warnings = new Set(sources.flatMap((source) => [...source.matchAll(WARNED)].map(([, code]) => code ?? '')));

test('the search finds the codes that are known to be there', () => {
  expect(refusals.size).toBeGreaterThan(35);
  expect([...refusals]).toEqual(
    expect.arrayContaining([
      'domain',
      'overflow',
      'one_sided',
      'bad_expression',
      'unknown_contribution',
      'no_convergence'
    ])
  );
  expect(warnings.size).toBeGreaterThan(10);
  expect([...warnings]).toEqual(expect.arrayContaining(['tur_below_4', 'lack_of_fit']));
});

describe.each(LANGUAGES)('in %s', (language) => {
  test('every refusal of the engine has its text', () => {
    const known = words(language, 'calibrate')['problem'] ?? {};
    expect([...refusals].filter((code) => !known[code])).toEqual([]);
    expect(FORMULA_FAULTS.filter((reason) => !known[`formula_${reason}`])).toEqual([]);
  });
  test('every warning of the engine has its text', () => {
    const known = words(language, 'calibration')['warning'] ?? {};
    expect([...warnings].filter((code) => !known[code])).toEqual([]);
  });
  test('every warning of the engine has its words on a certificate, but for what a certificate does not leave out', () => {
    const known = certificateLabels(language).warnings;
    expect([...warnings].filter((code) => known[code] === undefined)).toEqual(['abridged']);
  });
});
