import { addMessages, init } from 'svelte-i18n';
import { render } from 'svelte/server';
import { beforeAll, expect, test } from 'vitest';
import { setAdjusted } from '#lib/worksheet/edits/row-edits.ts';
import { aForm } from '#lib/worksheet/form/form-fixture.ts';
import { readWords } from '../../../../tests/support/dictionaries.ts';
import ProblemSummary from './ProblemSummary.svelte';

beforeAll(async () => {
  addMessages('en', { calibrate: readWords('src/lib/i18n/en/calibrate.json') });
  await init({ fallbackLocale: 'en', initialLocale: 'en' });
});

test('two faults of one point are told apart by their columns, and the runs by their names', () => {
  const form = aForm([['abc', '50,0 °F']]);
  const id = form.rows[0]?.id ?? -1;
  const namesIn = (shown: typeof form, side: 'left' | 'found') =>
    [
      ...render(ProblemSummary, {
        props: {
          problems: ['reference', 'measured'].map((column) => ({
            field: `rows.${id}.${side}.${column}`,
            code: 'unreadable'
          })),
          form: shown,
          title: 'Not saved',
          ongo: () => undefined
        }
      }).body.matchAll(/<button[^>]*>([^<]*)</g)
    ].map(([, name]) => name);
  expect(namesIn(form, 'left')).toEqual(['Point 1 · Reference', 'Point 1 · Indication']);
  expect(namesIn(setAdjusted(true)(form), 'found')[0]).toBe('As found · Point 1 · Reference');
});
