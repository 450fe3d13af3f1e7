import fc from 'fast-check';
import { namedPool, placeholder } from './known-ids.ts';

export type Schema = {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
};
export type Schemas = Readonly<Record<string, Schema>>;

/** Text that is allowed nearly everywhere and that careless code trips over. */
export const NASTY_TEXT = [
  '',
  ' ',
  "'; DROP TABLE users; --",
  '<script>alert(1)</script>',
  '%',
  '_',
  '\\',
  '=1+1',
  '../../etc/passwd',
  '${7*7}',
  '__proto__',
  'constructor',
  '\u202e\u200b',
  'İıſK',
  '𝕏👩‍👩‍👧',
  '\t\r\n',
  '\u0000',
  '\ud800',
  '1e400',
  'NaN',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(20_000)
];

/**
 * Values that a schema of the document allows.
 * @param name of the property or parameter: ids are taken from what exists by it.
 */
export function arbitraryOf(schema: Schema, schemas: Schemas, name = '', depth = 0): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return ofReference(schema.$ref, schemas, name, depth);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, schemas, name, depth)));
  switch (schema.type) {
    case 'string':
      return text(schema, name);
    case 'number':
      return number(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000_000, max: schema.maximum ?? 1_000_000 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return list(schema, schemas, name, depth);
    case 'object':
      return record(schema, schemas, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function ofReference(reference: string, schemas: Schemas, name: string, depth: number): fc.Arbitrary<unknown> {
  const component = reference.split('/').at(-1) ?? '';
  if (component === 'Id') return placeholder(namedPool(name));
  const schema = schemas[component];
  if (schema === undefined) throw new Error(`the document refers to ${reference}, which it does not hold`);
  return arbitraryOf(schema, schemas, name, depth + 1);
}

function text(schema: Schema, name: string): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return placeholder(namedPool(name));
  if (schema.format === 'date')
    return fc.date({ noInvalidDate: true, ...YEARS }).map((day) => day.toISOString().slice(0, 10));
  if (schema.format === 'date-time') return fc.date({ noInvalidDate: true, ...YEARS }).map((at) => at.toISOString());
  if (schema.format === 'email')
    return fc.oneof(
      placeholder('emails'),
      fc.nat(1000).map((n) => `fuzz-${n}@laboratory.example`)
    );
  if (name === 'host') return fc.constant('127.0.0.1');
  if (namedPool(name) === 'assets') return placeholder('assets');
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
  const minLength = schema.minLength ?? 0;
  const maxLength = schema.maxLength ?? 200;
  const fits = NASTY_TEXT.filter(({ length }) => length >= minLength && length <= maxLength);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 30) })
    },
    { weight: 2, arbitrary: fc.constantFrom(...fits, 'x'.repeat(minLength)) },
    { weight: 1, arbitrary: fc.constant('ß'.repeat(Math.min(maxLength, 10_000))) }
  );
}
const YEARS = { min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z') };

function number(schema: Schema): fc.Arbitrary<number> {
  const min = schema.minimum ?? schema.exclusiveMinimum ?? -Number.MAX_VALUE;
  const max = schema.maximum ?? schema.exclusiveMaximum ?? Number.MAX_VALUE;
  const within = { min, max, noNaN: true, noDefaultInfinity: true };
  const everyday = [-1e3, -1, -0.1, 0, 1e-9, 0.01, 0.5, 1, 2, 3, 20, 100, 1e6].filter((n) => n > min && n < max);
  const any = fc.double({
    ...within,
    minExcluded: schema.exclusiveMinimum !== undefined,
    maxExcluded: schema.exclusiveMaximum !== undefined
  });
  return everyday.length === 0 ? any : fc.oneof(any, fc.constantFrom(...everyday));
}

function list(schema: Schema, schemas: Schemas, name: string, depth: number): fc.Arbitrary<unknown> {
  if (schema.prefixItems)
    return fc.tuple(...schema.prefixItems.map((item) => arbitraryOf(item, schemas, name, depth + 1)));
  const minLength = schema.minItems ?? 0;
  const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? 12, 12));
  return fc.array(arbitraryOf(schema.items ?? {}, schemas, name, depth + 1), { minLength, maxLength });
}

function record(schema: Schema, schemas: Schemas, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0)
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 10 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 });
  const model = Object.fromEntries(
    properties.map(([key, value]) => [key, arbitraryOf(value, schemas, key, depth + 1)])
  );
  const requiredKeys = (schema.required ?? []).filter((key) => key in model);
  // Few of many optional fields at a time: what all of them together allow is soon nothing.
  return fc.oneof(
    fc.record(model, { requiredKeys, noNullPrototype: true }),
    fc.record(Object.fromEntries(Object.entries(model).filter(([key]) => requiredKeys.includes(key))), {
      noNullPrototype: true
    }),
    fc.record(model, { noNullPrototype: true })
  );
}
