import { expect, it } from 'vitest';
import { sourceFaults } from './source-faults.ts';

const refused = (...issues: readonly { loc: string[]; msg: string }[]) =>
  Object.assign(new Error('refused'), { code: 'validation', issues });

it('takes the lines from a refusal, in their order', () => {
  const error = refused(
    { loc: ['body', 'source', 'line 12'], msg: 'There is no value asset.nam.' },
    { loc: ['body', 'source', 'line 3'], msg: 'Unknown command.' }
  );
  expect(sourceFaults(error)).toEqual([
    { line: 3, message: 'Unknown command.' },
    { line: 12, message: 'There is no value asset.nam.' }
  ]);
});
it('finds none in what is not about a line of the source', () => {
  expect(sourceFaults(refused({ loc: ['body', 'name'], msg: 'too long' }))).toEqual([]);
  expect(sourceFaults(refused({ loc: ['body', 'source'], msg: 'too long' }))).toEqual([]);
  expect(sourceFaults(refused({ loc: ['body', 'source', 'line x'], msg: '' }))).toEqual([]);
  expect(sourceFaults(new Error('no network'))).toEqual([]);
  expect(sourceFaults(null)).toEqual([]);
});
