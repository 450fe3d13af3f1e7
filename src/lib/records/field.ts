/**
 * How a record is described: each of its fields once, with everything that the program does with it. Contracts, SQL, sync, search,
 * forms and the words of a field are read from here (README.md).
 */
import type { TolerancePart } from '#lib/metrology/types.ts';
import type { EnvironmentLimits, NominalPlan } from './nominal-plan.ts';

export type Attribute = { key: string; value: string; unit: string | null };

/** What the values of each kind are. `given`: a value with a shape of its own, which whoever needs it has to supply. */
type ValueOf = {
  id: string;
  text: string;
  texts: string[];
  flag: boolean;
  number: number;
  /** A whole number. */
  count: number;
  choice: string;
  instant: string;
  /** A day of the calendar, `YYYY-MM-DD`. */
  day: string;
  tolerance: TolerancePart[];
  capability: { a: number; b: number };
  /** What has no field of its own: named values, each with its unit if it has one. */
  attributes: Attribute[];
  /** Of the environment. */
  limits: EnvironmentLimits;
  /** Nominal points. */
  plan: NominalPlan;
  given: unknown;
};
export type Kind = keyof ValueOf;

/**
 * Where a value comes from:
 * `column`: a column that the program writes; `filled`: one that is not written with the others, but by the database or a
 * statement of its own; `kept`: one that no answer carries;
 * `joined`: put together from other columns or rows, devices hold it; `derived`: from other records or the reader, devices derive it.
 */
export type Source = 'column' | 'filled' | 'kept' | 'joined' | 'derived';

export type Field = {
  readonly kind: Kind;
  readonly from: Source;
  /** Null where nothing is known. */
  readonly nullable?: true;
  /** What a new record begins with where nothing is said. A field without it that is not nullable must be given. */
  readonly initial?: unknown;
  /** When people give it: on creation alone, or whenever they like; such changes stand in the audit log. */
  readonly set?: 'once' | 'always';
  /** Whether words of a search are looked for in it; texts and attributes only. */
  readonly searched?: true;
  /** The longest text, the greatest number, or the most texts or attributes. */
  readonly max?: number;
  readonly min?: number;
  /** Greater than zero. */
  readonly positive?: true;
  /** The longest of several texts. */
  readonly each?: number;
  /** What the reference of the API says about it, where its name does not. */
  readonly says?: string;
  /** What a choice is between. */
  readonly of?: readonly [string, ...string[]];
};
export type Description = Readonly<Record<string, Field>>;

/** The fields of which `Like` is true. */
export type KeyWhere<D extends Description, Like> = {
  [K in keyof D]: D[K] extends Like ? K : never;
}[keyof D] &
  string;
export type ColumnKey<D extends Description> = KeyWhere<D, { from: 'column' | 'kept' }>;
type DocumentKey<D extends Description> = KeyWhere<D, { from: 'column' | 'filled' | 'joined' }>;
export type SearchedKey<D extends Description> = KeyWhere<D, { searched: true }>;

const keysOf = <D extends Description, K extends string>(
  description: D,
  has: (field: Field) => boolean
): readonly K[] =>
  // The types above say of each field what the test says at run time.
  Object.keys(description).filter((key) => has(description[key] as Field)) as K[];

/** Columns that the program writes, in the order of the description, as all lists are. */
export const columnKeys = <D extends Description>(description: D) =>
  keysOf<D, ColumnKey<D>>(description, ({ from }) => from === 'column' || from === 'kept');
/** What devices hold. */
export const documentKeys = <D extends Description>(description: D) =>
  keysOf<D, DocumentKey<D>>(description, ({ from }) => from !== 'derived' && from !== 'kept');
export const derivedKeys = <D extends Description>(description: D) =>
  keysOf<D, KeyWhere<D, { from: 'derived' }>>(description, ({ from }) => from === 'derived');
export const searchedKeys = <D extends Description>(description: D) =>
  keysOf<D, SearchedKey<D>>(description, ({ searched }) => searched === true);
/** Columns that people change: the audit log tells their changes. */
export const changeableKeys = <D extends Description>(description: D) =>
  keysOf<D, KeyWhere<D, { from: 'column' | 'kept'; set: 'always' }>>(
    description,
    ({ from, set }) => (from === 'column' || from === 'kept') && set === 'always'
  );

type InitialKey<D extends Description> = KeyWhere<D, { nullable: true } | { initial: unknown }>;
/** What a new record begins with: null where nothing is known. */
export const initialValues = <D extends Description>(description: D) =>
  Object.fromEntries(
    keysOf<D, InitialKey<D>>(description, (field) => field.nullable === true || 'initial' in field).map((key) => [
      key,
      description[key]?.initial ?? null
    ])
    // A description's initial values are those of its kinds; `description.test.ts` holds them to it.
  ) as { [K in InitialKey<D>]: D[K] extends { initial: unknown } ? ValueOf[D[K]['kind']] : null };

/** A description without the fields of another. */
export const without = <D extends Description, Other extends Description>(description: D, other: Other) =>
  Object.fromEntries(Object.entries(description).filter(([key]) => !(key in other))) as Omit<D, keyof Other>;
