import { addMessages, init } from 'svelte-i18n';
import { render } from 'svelte/server';
import { beforeAll, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { FitRequest } from '#lib/metrology/types.ts';
import { analysisRequest } from '../../../../tests/support/analysis-request.ts';
import { readWords } from '../../../../tests/support/dictionaries.ts';
import VerdictPair from './VerdictPair.svelte';

beforeAll(async () => {
  addMessages('en', { verdict: readWords('src/lib/i18n/en/signed_in/verdict.json') });
  await init({ fallbackLocale: 'en', initialLocale: 'en' });
});

const resultOf = (fit: FitRequest) => analyze({ ...analysisRequest(), fit });
const shown = (props: Partial<Parameters<typeof VerdictPair>[1]>) =>
  render(VerdictPair, { props: { result: null, unit: '°C', adjusted: false, ...props } }).body;

test('without a correction nothing is said of “after correction”', () => {
  const body = shown({ result: resultOf({ model: 'none' }) });
  expect(body).toContain('As found');
  expect(body).not.toContain('After correction');
  expect(shown({ result: resultOf({ model: 'linear' }) })).toContain('After correction');
});

test('points that give no curve are not called missing', () => {
  const body = shown({ preview: resultOf({ model: 'none' }) });
  expect(body).toContain('no correction is determined');
  expect(body).not.toContain('no points yet');
  expect(shown({})).toContain('no points yet');
});
