import { expect, test } from 'vitest';
import type { RecallLine } from '#lib/contracts/recalls.ts';
import { lettersOf, recordsOf } from './letters.ts';

const line = (id: string, customer: RecallLine['calibration']['customer'], location_name: string | null): RecallLine =>
  ({ calibration: { id, customer, location_name, organization_name: 'Northfield' } }) as RecallLine;

test('a customer gets one letter for each address, a department one, and the organization the rest', () => {
  const acme = { name: 'Acme', address: 'Harbour 1' };
  const letters = lettersOf([
    line('a', acme, 'Utilities'),
    line('b', { ...acme, address: 'Hill 2' }, null),
    line('c', null, 'Utilities'),
    line('d', acme, null),
    line('e', null, null)
  ]);
  expect(
    letters.map(({ to, address, lines }) => [to, address, lines.map(({ calibration }) => calibration.id)])
  ).toEqual([
    ['Acme', 'Harbour 1', ['a', 'd']],
    ['Acme', 'Hill 2', ['b']],
    ['Northfield', null, ['e']],
    ['Utilities', null, ['c']]
  ]);
});

test('what is recorded of printed letters names every calibration once, in parts, and none of others', () => {
  const acme = { name: 'Acme', address: null };
  const of = (id: string, organization_id: string, customer: RecallLine['calibration']['customer']) => {
    const one = line(id, customer, 'Utilities');
    return { ...one, calibration: { ...one.calibration, organization_id } };
  };
  const letters = lettersOf([
    ...['a', 'b', 'c'].map((id) => of(id, 'ours', acme)),
    of('d', 'theirs', acme),
    of('e', 'ours', null)
  ]);
  const ours = (organizationId: string) => organizationId === 'ours';
  const to = (recipient: string) => (calibration_id: string) => ({ calibration_id, recipient });
  expect(recordsOf(letters, ours, 2)).toEqual([
    { letters: ['a', 'b'].map(to('Acme')) },
    { letters: [to('Acme')('c'), to('Utilities')('e')] }
  ]);
  expect(recordsOf(letters, () => false, 2)).toEqual([]);
});
