import { expect, test } from 'vitest';
import admin from '../../i18n/en/admin.json' with { type: 'json' };
import { handlers } from '../../server/jobs/registry.ts';
import { jobWord } from './job-word.ts';

test('every job of the queue has a word, and every word a job', () => {
  const words = new Set(Object.keys(handlers).map((name) => jobWord(name).replace('admin.jobs.name.', '')));
  expect([...words].toSorted()).toEqual(Object.keys(admin.jobs.name).toSorted());
});
