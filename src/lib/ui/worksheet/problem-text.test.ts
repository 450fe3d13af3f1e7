import { expect, test } from 'vitest';
import type { Translate } from '#lib/i18n/translate.ts';
import words from '#lib/i18n/en/calibrate.json' with { type: 'json' };
import { placedProblemText, problemText, shortProblem } from './problem-text.ts';

const problems: Readonly<Record<string, string>> = words.problem;
const places: Readonly<Record<string, string>> = words.place;
const translate = (key: string, { default: otherwise = key } = {}) => {
  const [, area, name = ''] = key.split('.');
  return (area === 'problem' ? problems : places)[name] ?? otherwise;
};

test('away from its field a fault names the place, where its words do not', () => {
  expect(placedProblemText({ field: 'contributions.3.name', code: 'missing' }, translate)).toBe(
    'Contribution: Enter a value'
  );
  expect(placedProblemText({ field: 'typed_in_force.0', code: 'missing' }, translate)).toBe(
    'Correction in force: Enter a value'
  );
  expect(placedProblemText({ field: 'fit.degree', code: 'bad_degree' }, translate)).toBe(
    'This degree cannot be fitted.'
  );
  expect(placedProblemText({ field: 'somewhere', code: 'unreadable' }, translate)).toBe(
    problemText({ field: 'somewhere', code: 'unreadable' }, translate)
  );
});

test('a fault without a translation is shown in the engine’s own words', () => {
  expect(problemText({ field: 'fit', code: 'unheard_of', message: 'The engine says so.' }, translate)).toBe(
    'The engine says so.'
  );
});

const shortWords: Translate = (key, options) => {
  if (key.startsWith('calibrate.place.reference')) return 'Reference';
  if (key === 'calibrate.save.lacks') return `${String(options?.values?.['place'])} missing`;
  return options?.default ?? key;
};

test('the bar names what is missing, and says what else is wrong', () => {
  expect(shortProblem({ field: 'reference', code: 'reference_missing' }, shortWords)).toBe('Reference missing');
  expect(shortProblem({ field: 'rows', code: 'odd', message: 'Too odd.' }, shortWords)).toBe('Too odd.');
  expect(shortProblem(undefined, shortWords)).toBeNull();
});
