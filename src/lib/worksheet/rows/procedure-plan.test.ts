import { expect, it } from 'vitest';
import type { NominalPlan } from '#lib/records/nominal-plan.ts';
import { readPlan } from './procedure-plan.ts';

const measuring = { unit: 'bar', range_min: -1, range_max: 9 };
const plan = (given: Partial<NominalPlan> = {}): NominalPlan => ({
  unit: null,
  points: [
    { nominal: 0, kind: 'percent_of_span', direction: 'up', repeats: 2 },
    { nominal: 33, kind: 'percent_of_span', direction: 'up', repeats: 1 },
    { nominal: 4.5, kind: 'absolute', direction: null, repeats: 1 },
    { nominal: 0, kind: 'percent_of_span', direction: 'down', repeats: 1 }
  ],
  runs: 'both',
  ...given
});

it('lays percentages over the span and absolute values as they are, each repeat as a row, with its direction', () => {
  expect(readPlan(plan(), measuring)).toEqual({
    fault: null,
    adjusted: true,
    rows: [
      { nominal: '-1', direction: 'up' },
      { nominal: '-1', direction: 'up' },
      { nominal: '2.3', direction: 'up' },
      { nominal: '4.5', direction: '' },
      { nominal: '-1', direction: 'down' }
    ]
  });
  expect(readPlan(plan({ runs: 'as_found' }), measuring)).toMatchObject({ adjusted: false });
  expect(readPlan(plan({ runs: 'as_left' }), measuring)).toMatchObject({ adjusted: true });
});

it('is not laid over an instrument of another unit, nor percentages over one whose range is not known', () => {
  expect(readPlan(plan({ unit: 'psi' }), measuring).fault).toBe('unit');
  expect(readPlan(plan({ unit: 'bar' }), measuring).fault).toBe(null);
  expect(readPlan(plan(), { ...measuring, range_max: null }).fault).toBe('range');
  const percentAlone = plan({ unit: 'psi', points: plan().points.slice(0, 1) });
  expect(readPlan(percentAlone, measuring).fault).toBe(null);
});
