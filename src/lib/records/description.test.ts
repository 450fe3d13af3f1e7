import { describe, expect, test } from 'vitest';
import { RECORDS as ALL } from './all-records.ts';
import {
  changeableKeys,
  columnKeys,
  derivedKeys,
  documentKeys,
  initialValues,
  searchedKeys,
  type Description,
  type Kind
} from './field.ts';

const RECORDS: readonly (readonly [string, Description])[] = Object.entries(ALL);

/** Whether a value is of a kind; what is chosen has to be among the choices. */
const IS: Record<Kind, (value: unknown) => boolean> = {
  id: (value) => typeof value === 'string',
  text: (value) => typeof value === 'string',
  texts: Array.isArray,
  flag: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  count: Number.isInteger,
  choice: (value) => typeof value === 'string',
  instant: (value) => typeof value === 'string',
  day: (value) => typeof value === 'string',
  tolerance: Array.isArray,
  capability: (value) => typeof value === 'object' && value !== null,
  attributes: Array.isArray,
  limits: (value) => typeof value === 'object' && value !== null,
  plan: (value) => typeof value === 'object' && value !== null,
  given: () => true
};

describe.each(RECORDS)('the description of a record: %s', (_, description) => {
  const fields = Object.entries(description);

  test('begins with values of the kinds that it names', () => {
    for (const [key, { kind, initial, of }] of fields) {
      if (initial === undefined) continue;
      expect(IS[kind](initial), key).toBe(true);
      if (of !== undefined) expect(of, key).toContain(initial);
    }
  });
  test('bounds every text and list that people give', () => {
    const unbounded = fields.filter(
      ([, { kind, set, max, each }]) =>
        set === 'always' &&
        ((['text', 'texts', 'count', 'tolerance', 'attributes'].includes(kind) && max === undefined) ||
          (kind === 'texts' && each === undefined))
    );
    expect(unbounded.map(([key]) => key)).toEqual([]);
  });
  test('lets people set columns, and what is put together from rows of their own', () => {
    expect(
      fields.filter(([, { from, set }]) => set !== undefined && (from === 'derived' || from === 'filled'))
    ).toEqual([]);
  });
  test('looks for words in text, texts and attributes alone', () => {
    const searchable = ['text', 'texts', 'attributes'];
    expect(fields.filter(([, { kind, searched }]) => searched === true && !searchable.includes(kind))).toEqual([]);
  });
});

test('lists follow the order of the description', () => {
  const description = {
    a: { kind: 'id', from: 'column' },
    b: { kind: 'text', from: 'column', set: 'always', max: 5, searched: true },
    c: { kind: 'text', from: 'derived', nullable: true },
    d: { kind: 'flag', from: 'kept', initial: true, set: 'always' },
    e: { kind: 'instant', from: 'filled' },
    f: { kind: 'given', from: 'joined', nullable: true }
  } as const satisfies Description;
  expect(columnKeys(description)).toEqual(['a', 'b', 'd']);
  expect(documentKeys(description)).toEqual(['a', 'b', 'e', 'f']);
  expect(derivedKeys(description)).toEqual(['c']);
  expect(searchedKeys(description)).toEqual(['b']);
  expect(changeableKeys(description)).toEqual(['b', 'd']);
  expect(initialValues(description)).toEqual({ c: null, d: true, f: null });
});
