import { expect, test } from 'vitest';
import words from '#lib/i18n/en/calibrate.json' with { type: 'json' };
import { placedProblemText, problemText } from './problem-text.ts';

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

test('a fault that no language knows is told in the sentence of the engine', () => {
  expect(problemText({ field: 'fit', code: 'unheard_of', message: 'The engine says so.' }, translate)).toBe(
    'The engine says so.'
  );
});
