/**
 * The description of a record: each field once, with everything that the program does with it. Contracts, SQL, sync,
 * search, forms and labels use it (README.md).
 */
import type { TolerancePart } from '#lib/metrology/types.ts';
import type { EnvironmentLimits, NominalPlan } from './nominal-plan.ts';

export type Attribute = { key: string; value: string; unit: string | null };

/**
 * The values of each kind. `given`: a value with its own shape, whose schema and SQL are supplied where they are
 * needed.
 */
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
  /** Custom named values, each with an optional unit. */
  attributes: Attribute[];
  /** Limits of the environment. */
  limits: EnvironmentLimits;
  /** Nominal points. */
  plan: NominalPlan;
  given: unknown;
};
export type Kind = keyof ValueOf;

/**
 * The source of a value: `column`: a column that the program writes; `filled`: a column written by the database or a
 * separate statement; `kept`: a column that is in no response; `joined`: combined from other columns or rows, stored on
 * devices; `derived`: from other records or the reader, derived on devices.
 */
export type Source = 'column' | 'filled' | 'kept' | 'joined' | 'derived';

export type Field = {
  readonly kind: Kind;
  readonly from: Source;
  /** Null if unknown. */
  readonly nullable?: true;
  /** The default for a new record. A field without a default that is not nullable is required. */
  readonly initial?: unknown;
  /** When people can set it: only on creation, or always; the audit log records the changes. */
  readonly set?: 'once' | 'always';
  /** Whether the search includes it; a text, texts and attributes only. */
  readonly searched?: true;
  /** The longest text, the greatest number, or the most texts or attributes. */
  readonly max?: number;
  readonly min?: number;
  /** Greater than zero. */
  readonly positive?: true;
  /** The longest of several texts. */
  readonly each?: number;
  /** The description in the API reference, if the name is not enough. */
  readonly says?: string;
  /** The options of a choice. */
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
  // The types above match the test at run time.
  Object.keys(description).filter((key) => has(description[key] as Field)) as K[];

/** Columns that the program writes, in the order of the description, as all lists are. */
export const columnKeys = <D extends Description>(description: D) =>
  keysOf<D, ColumnKey<D>>(description, ({ from }) => from === 'column' || from === 'kept');
/** Fields stored on devices. */
export const documentKeys = <D extends Description>(description: D) =>
  keysOf<D, DocumentKey<D>>(description, ({ from }) => from !== 'derived' && from !== 'kept');
export const derivedKeys = <D extends Description>(description: D) =>
  keysOf<D, KeyWhere<D, { from: 'derived' }>>(description, ({ from }) => from === 'derived');
export const searchedKeys = <D extends Description>(description: D) =>
  keysOf<D, SearchedKey<D>>(description, ({ searched }) => searched === true);
/** Columns that people change: the audit log records their changes. */
export const changeableKeys = <D extends Description>(description: D) =>
  keysOf<D, KeyWhere<D, { from: 'column' | 'kept'; set: 'always' }>>(
    description,
    ({ from, set }) => (from === 'column' || from === 'kept') && set === 'always'
  );

/** The value of a field; of a choice, one of its options. */
type Value<F extends Field> = F['of'] extends readonly [string, ...string[]] ? F['of'][number] : ValueOf[F['kind']];
type InitialKey<D extends Description> = KeyWhere<D, { nullable: true } | { initial: unknown }>;
/** The initial values of a new record: null if unknown. */
export const initialValues = <D extends Description>(description: D) =>
  Object.fromEntries(
    keysOf<D, InitialKey<D>>(description, (field) => field.nullable === true || 'initial' in field).map((key) => [
      key,
      description[key]?.initial ?? null
    ])
    // A description's initial values match their kinds; `description.test.ts` checks it.
  ) as { [K in InitialKey<D>]: D[K] extends { initial: unknown } ? Value<D[K]> : null };

/** A description without the fields of another. */
export const without = <D extends Description, Other extends Description>(description: D, other: Other) =>
  Object.fromEntries(Object.entries(description).filter(([key]) => !(key in other))) as Omit<D, keyof Other>;
