import { expect, test } from 'vitest';
import type { Translate } from '#lib/i18n/translate.ts';
import jobs from '../../i18n/de/jobs.json' with { type: 'json' };
import { handlers } from '../../server/jobs/registry.ts';
import { jobWord, recordLabel } from './job-word.ts';

const german: Translate = (key, options) =>
  ({ ...jobs.name })[key.replace('jobs.name.', '') as keyof typeof jobs.name] ?? options?.default ?? key;

test('every job of the queue has a word, and every word a job', () => {
  const words = new Set(Object.keys(handlers).map((name) => jobWord(name).replace('jobs.name.', '')));
  expect([...words].toSorted()).toEqual(Object.keys(jobs.name).toSorted());
});

test.each([
  ['job', 'push_notice 4711', `${jobs.name.push_notice} 4711`],
  ['job', 'notify_calibration_recorded 12', `${jobs.name.notify} 12`],
  // Of a version that is no longer, or not yet, this one.
  ['job', 'fold_paper 3', 'fold_paper 3'],
  ['asset', 'push_notice 4711', 'push_notice 4711']
])('an entry about a %s that the log calls “%s” is called “%s”', (resource_type, resource_label, shown) => {
  expect(recordLabel(german, { resource_type, resource_label })).toBe(shown);
});
