import { expect, it } from 'vitest';
import { sourceFaults } from './source-faults.ts';

const refused = (...issues: readonly { loc: string[]; msg: string; type?: string; context?: object }[]) =>
  Object.assign(new Error('refused'), { code: 'validation', issues });

const say = (code: string, values: object) => (code === 'no_value' ? `Kein Wert ${JSON.stringify(values)}` : null);

it('takes the lines from a refusal, in their order', () => {
  const error = refused(
    { loc: ['body', 'source', 'line 12'], msg: 'There is no value asset.nam.' },
    { loc: ['body', 'source', 'line 3'], msg: 'Unknown command.' }
  );
  expect(sourceFaults(error, say)).toEqual([
    { line: 3, message: 'Unknown command.' },
    { line: 12, message: 'There is no value asset.nam.' }
  ]);
});
it('finds none in what is not about a line of the source', () => {
  expect(sourceFaults(refused({ loc: ['body', 'name'], msg: 'too long' }), say)).toEqual([]);
  expect(sourceFaults(refused({ loc: ['body', 'source'], msg: 'too long' }), say)).toEqual([]);
  expect(sourceFaults(refused({ loc: ['body', 'source', 'line x'], msg: '' }), say)).toEqual([]);
  expect(sourceFaults(new Error('no network'), say)).toEqual([]);
  expect(sourceFaults(null, say)).toEqual([]);
});
it('says a fault in the words of its code; those of the server for a code that it does not know', () => {
  const loc = ['body', 'source', 'line 2'];
  const error = refused(
    { loc, msg: 'There is no value x.', type: 'template.no_value', context: { name: 'x' } },
    { loc, msg: 'Of a later version.', type: 'template.of_a_later_version' }
  );
  expect(sourceFaults(error, say)).toEqual([
    { line: 2, message: 'Kein Wert {"name":"x"}' },
    { line: 2, message: 'Of a later version.' }
  ]);
});
