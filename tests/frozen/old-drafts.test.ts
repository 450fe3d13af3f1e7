/** A draft that a device saved before formats were counted is taken up as it was; one of a newer app is left alone. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { NewerFormat } from '#lib/metrology/newer-format.ts';
import { buildAnalysis } from '#lib/worksheet/form/build-analysis.ts';
import type { CalibrateForm } from '#lib/worksheet/form/calibrate-form.ts';
import { aForm } from '#lib/worksheet/form/form-fixture.ts';
import { readDraft } from '../../src/routes/(app)/assets/[ref]/calibrate/read-draft.ts';

type Frozen = { readonly draft: { readonly form: CalibrateForm }; readonly gives: unknown };
const frozen = JSON.parse(readFileSync(resolve(import.meta.dirname, 'draft-format-1.json'), 'utf8')) as Frozen;
const { form } = frozen.draft;

test('every text of it is as it was typed', () => {
  const { capability: _now, nominal: _too, ...typed } = form;
  expect(readDraft(form, aForm([]))).toMatchObject(typed);
});

test('it asks for the very analysis that it asked for then', () => {
  const { request, trials, problems } = buildAnalysis(readDraft(form, aForm([])));
  expect(problems).toEqual([]);
  expect({ request, trials }).toEqual(frozen.gives);
});

test('a draft without a number is of the first format', () => {
  const { schema: _none, ...older } = form;
  expect(readDraft(older as CalibrateForm, aForm([])).rows).toEqual(form.rows);
});

test('a draft of a newer app is refused, whatever else it holds', () => {
  const newer = { schema: 2, anything: 'else' } as unknown as CalibrateForm;
  expect(() => readDraft(newer, aForm([]))).toThrow(NewerFormat);
  expect(() => readDraft(newer, aForm([]))).toThrow('update to read it');
});
