/** A described record as a form holds it, and back. What has a form of its own (tolerances, capabilities, channels) is not touched. */
import type { Description, Field, KeyWhere } from '#lib/records/field.ts';

/** What an input holds of each kind: texts as typed, nothing chosen as an empty text, several texts between commas. */
type InputValues = {
  id: string;
  text: string;
  texts: string;
  day: string;
  flag: boolean;
  number: number | null;
  count: number | null;
};
type InputKind = keyof InputValues;
type InputField = { kind: InputKind; set: 'once' | 'always' };
export type FormOf<D extends Description> = {
  -readonly [K in KeyWhere<D, InputField>]: D[K] extends { kind: infer Is extends InputKind } ? InputValues[Is] : never;
};

type Sent = { id: string; text: string; texts: string[]; day: string; flag: boolean; number: number; count: number };
type Value<F extends Field> = F extends { kind: infer Is extends InputKind }
  ? Sent[Is] | (F extends { nullable: true } ? null : Is extends 'number' | 'count' ? null : never)
  : never;
/** What is sent of a form; nothing is null where the record may hold nothing. */
type BodyOf<D extends Description, When extends 'once' | 'always' = 'always'> = {
  [K in KeyWhere<D, { kind: InputKind; set: When }>]: Value<D[K]>;
};

const EMPTY: { readonly [Is in InputKind]: InputValues[Is] } = {
  id: '',
  text: '',
  texts: '',
  day: '',
  flag: false,
  number: null,
  count: null
};
const hasInput = (kind: Field['kind']): kind is InputKind => kind in EMPTY;

/** The fields that people give and that an input of a common kind holds. */
const inputKeys = <D extends Description>(description: D): readonly KeyWhere<D, InputField>[] =>
  // The test at run time is that of the type.
  Object.keys(description).filter((key) => {
    const field = description[key];
    return field?.set !== undefined && hasInput(field.kind);
  }) as KeyWhere<D, InputField>[];

/** The fields that inputs of a common kind hold, but for those that a form has placed itself. */
export const inputFields = <D extends Description, Placed extends KeyWhere<D, InputField>>(
  description: D,
  placed: readonly Placed[]
): readonly (readonly [key: Exclude<KeyWhere<D, InputField>, Placed>, field: Field])[] =>
  inputKeys(description)
    .filter((key): key is Exclude<KeyWhere<D, InputField>, Placed> => !placed.some((other) => other === key))
    .map((key) => [key, description[key] as Field] as const);

/** An empty form. */
export const emptyForm = <D extends Description>(description: D): FormOf<D> => formOfRecord(description, {});

/** The form of a record, filled in; a device may have a record from before a field was added. */
export const formOfRecord = <D extends Description>(
  description: D,
  record: { readonly [K in KeyWhere<D, InputField>]?: unknown }
): FormOf<D> =>
  Object.fromEntries(
    inputKeys(description).map((key) => {
      const value = record[key];
      return [key, Array.isArray(value) ? value.join(', ') : (value ?? emptyOf(description[key]))];
    })
  ) as FormOf<D>;

const emptyOf = (field: Field | undefined) => (field !== undefined && hasInput(field.kind) ? EMPTY[field.kind] : null);

/** What is sent of a form: texts without blanks around them, and null for nothing. */
export const bodyOfForm = <D extends Description>(
  description: D,
  form: { readonly [K in KeyWhere<D, { kind: InputKind; set: 'always' }>]: unknown }
): BodyOf<D> =>
  Object.fromEntries(
    inputKeys(description)
      .filter((key) => description[key]?.set === 'always')
      .map((key) => [key, sent(description[key] as Field, (form as Record<string, unknown>)[key])])
  ) as BodyOf<D>;

function sent({ kind, nullable }: Field, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'texts') return textsOf(value);
  const text = value.trim();
  return text === '' && nullable === true ? null : text;
}

const textsOf = (value: string): string[] => [
  ...new Set(
    value
      .split(',')
      .map((text) => text.trim())
      .filter((text) => text !== '')
  )
];
