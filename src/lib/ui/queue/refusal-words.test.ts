import { expect, test } from 'vitest';
import type { Translate } from '#lib/i18n/translate.ts';
import { refusalWords } from './refusal-words.ts';

const translate: Translate = (key, options) =>
  `${key}${options?.values ? ` ${Object.values(options.values).join(' ')}` : ''}`;

test('a refusal for another history tells both verdicts', () => {
  const context = {
    device: { as_found: 'pass', as_left: 'pass', conforms: true },
    server: { as_found: 'fail', as_left: 'pass', conforms: false }
  };
  const [, here, there] = refusalWords({ code: 'history_differs', detail: '', context }, translate);
  expect(here).toContain('verdict.as_found verdict.pass');
  expect(there).toContain('verdict.as_found verdict.fail');
});

test('readings that cannot be judged there say so; other refusals are one sentence', () => {
  const context = { device: { as_found: 'pass', as_left: null }, server: null };
  expect(refusalWords({ code: 'history_differs', detail: '', context }, translate).at(-1)).toBe(
    'refusals.not_judgeable'
  );
  expect(refusalWords({ code: 'forbidden', detail: 'No.' }, translate)).toEqual(['errors.code.forbidden']);
});
