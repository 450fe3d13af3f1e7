import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseRemoved, fileBudget, MOST_FOR_FILES, RESERVED_FOR_WORK, type StoredContent } from './file-budget.ts';

const MB = 1_000_000;
const GB = 1000 * MB;

describe('the space for files', () => {
  test.each([
    ['a quarter of what is granted', { usage: 10 * MB, quota: 4 * GB }, 0, GB],
    ['never more than the most', { usage: 0, quota: 100 * GB }, 0, MOST_FOR_FILES],
    ['not the last, which is for work', { usage: 300 * MB, quota: 500 * MB }, 0, 100 * MB],
    ['files that are there do not count as work', { usage: 300 * MB, quota: 500 * MB }, 250 * MB, 125 * MB],
    ['nothing, if work alone takes it all', { usage: 450 * MB, quota: 500 * MB }, 0, 0],
    ['an estimate that lags behind the files', { usage: 5 * MB, quota: 500 * MB }, 80 * MB, 125 * MB],
    ['without an estimate', null, 0, 50 * MB]
  ])('is %s', (_, estimate, held, budget) => {
    expect(fileBudget(estimate, held)).toBe(budget);
  });

  test('leaves the reserve untouched, whatever the browser says', () => {
    const size = fc.integer({ min: 0, max: 20 * GB });
    fc.assert(
      fc.property(size, size, size, (usage, quota, held) => {
        const budget = fileBudget({ usage, quota }, held);
        const others = Math.max(0, usage - held);
        expect(budget === 0 || others + budget + RESERVED_FOR_WORK <= quota).toBe(true);
      })
    );
  });
});

describe('what goes first', () => {
  const content = (key: string, used_at: number, kept = false, bytes = 10): StoredContent => ({
    key,
    bytes,
    used_at,
    kept
  });
  const held = [content('kept old', 1, true), content('new', 9), content('old', 2), content('middle', 5)];

  test('is what was opened longest ago, and no more than needed', () => {
    expect(chooseRemoved(held, 11, { alsoKept: false })).toEqual({ keys: ['old', 'middle'], bytes: 20 });
    expect(chooseRemoved(held, 0, { alsoKept: false })).toEqual({ keys: [], bytes: 0 });
  });

  test('is never what somebody chose to keep, unless that may go, and then last', () => {
    expect(chooseRemoved(held, 100, { alsoKept: false }).keys).toEqual(['old', 'middle', 'new']);
    expect(chooseRemoved(held, 100, { alsoKept: true }).keys).toEqual(['old', 'middle', 'new', 'kept old']);
  });

  test('frees enough whenever there is enough, and nothing that was opened later than something that stays', () => {
    const contents = fc.uniqueArray(
      fc.record({ key: fc.uuid(), bytes: fc.nat(100), used_at: fc.nat(50), kept: fc.boolean() }),
      { selector: ({ key }) => key, maxLength: 30 }
    );
    fc.assert(
      fc.property(contents, fc.nat(2000), fc.boolean(), (all, needed, alsoKept) => {
        const { keys, bytes } = chooseRemoved(all, needed, { alsoKept });
        const gone = all.filter(({ key }) => keys.includes(key));
        const stay = all.filter(({ key }) => !keys.includes(key));
        const available = all.filter(({ kept }) => alsoKept || !kept).reduce((sum, one) => sum + one.bytes, 0);
        expect(bytes).toBe(gone.reduce((sum, one) => sum + one.bytes, 0));
        expect(bytes).toBeGreaterThanOrEqual(Math.min(needed, available));
        for (const one of gone)
          for (const other of stay.filter(({ kept }) => kept === one.kept))
            expect(one.used_at).toBeLessThanOrEqual(other.used_at);
        if (gone.some(({ kept }) => kept)) expect(stay.every(({ kept }) => kept)).toBe(true);
      })
    );
  });
});
