/** Schemas of described records (lib/records): of the record in responses, and of the input for it. */
import { z } from 'zod';
import { derivedKeys, type Description, type Field, type Kind, type KeyWhere } from '#lib/records/field.ts';
import { capabilitySchema, tolerancePartSchema } from './analysis-request.ts';
import { environmentLimitsSchema, nominalPlanSchema } from './procedure-content.ts';
import { calendarDate, finite, id, instant, text } from './primitives.ts';

type Choice<F extends Field> = F['of'] extends readonly [string, ...string[]]
  ? z.ZodEnum<{ [Word in F['of'][number]]: Word }>
  : z.ZodString;
type Schemas = Readonly<Record<string, z.ZodType>>;
type GivenKey<D extends Description> = KeyWhere<D, { kind: 'given' }>;

const ANSWERED = {
  id: () => id,
  text: () => z.string(),
  texts: () => z.array(z.string()),
  flag: () => z.boolean(),
  number: () => z.number(),
  count: () => z.int(),
  choice: ({ of }: Field) => (of === undefined ? z.string() : z.enum(of)),
  instant: () => instant,
  day: () => calendarDate,
  tolerance: () => z.array(tolerancePartSchema),
  capability: () => z.strictObject({ a: z.number(), b: z.number() }),
  attributes: () => z.array(z.strictObject({ key: z.string(), value: z.string(), unit: z.string().nullable() })),
  limits: () => environmentLimitsSchema,
  plan: () => nominalPlanSchema,
  given: (): z.ZodType => unsupplied()
} as const satisfies Record<Kind, (field: Field) => z.ZodType>;

type Answered<F extends Field> = F['kind'] extends 'choice' ? Choice<F> : ReturnType<(typeof ANSWERED)[F['kind']]>;
type Nullable<F extends Field, S extends z.ZodType> = F extends { nullable: true } ? z.ZodNullable<S> : S;
type AnsweredShape<D extends Description, S extends Schemas> = {
  [K in keyof D as D[K] extends { from: 'kept' } ? never : K]: Nullable<
    D[K],
    K extends keyof S ? S[K] : Answered<D[K]>
  >;
};

/** The fields of a record in a response. @param own schemas for fields of kind `given` */
export function recordShape<const D extends Description, S extends { [K in GivenKey<D>]: z.ZodType }>(
  description: D,
  own: S
): AnsweredShape<D, S> {
  const shape = Object.entries(description)
    .filter(([, { from }]) => from !== 'kept')
    .map(([key, field]) => {
      const schema = ownOf(own, key) ?? ANSWERED[field.kind](field);
      const whole = field.nullable === true ? schema.nullable() : schema;
      return [key, field.says === undefined ? whole : whole.describe(field.says)];
    });
  // Built field by field to match the type, which the compiler cannot check.
  return Object.fromEntries(shape) as AnsweredShape<D, S>;
}

/** The fields that devices derive themselves, in the form that a schema's `omit` expects. */
export const derivedOf = <D extends Description>(description: D) =>
  Object.fromEntries(derivedKeys(description).map((key) => [key, true])) as {
    [K in KeyWhere<D, { from: 'derived' }>]: true;
  };

export const attributeInput = z.strictObject({
  key: text(100),
  value: text(500),
  unit: z.string().trim().max(32).nullable().default(null)
});
const areDistinct = (attributes: readonly { readonly key: string }[]) =>
  new Set(attributes.map(({ key }) => key.toLowerCase())).size === attributes.length;

const INPUT = {
  id: () => id,
  text: ({ max = 0, nullable }: Field) => (nullable === true ? z.string().trim().max(max) : text(max)),
  texts: ({ max = 0, each = 0 }: Field) => z.array(text(each)).max(max),
  flag: () => z.boolean(),
  number: ({ positive }: Field) => (positive === true ? finite.positive() : finite),
  count: ({ min = 0, max = 0 }: Field) => z.int().min(min).max(max),
  choice: ({ of }: Field) => (of === undefined ? z.string() : z.enum(of)),
  instant: () => instant,
  day: () => calendarDate,
  tolerance: ({ max = 0 }: Field) => z.array(tolerancePartSchema).max(max),
  capability: () => capabilitySchema,
  attributes: ({ max = 0 }: Field) => z.array(attributeInput).max(max).refine(areDistinct, 'Each key once'),
  limits: () => environmentLimitsSchema,
  plan: () => nominalPlanSchema,
  given: (): z.ZodType => unsupplied()
} as const satisfies Record<Kind, (field: Field) => z.ZodType>;

type Input<F extends Field> = F['kind'] extends 'choice' ? Choice<F> : ReturnType<(typeof INPUT)[F['kind']]>;
type Optional<F extends Field, S extends z.ZodType> = F extends { nullable: true } | { initial: unknown }
  ? z.ZodOptional<S>
  : S;
type InputShape<D extends Description, S extends Schemas> = {
  [K in KeyWhere<D, { set: 'always' }>]: Optional<D[K], Nullable<D[K], K extends keyof S ? S[K] : Input<D[K]>>>;
};

/** The fields that people can set at any time. @param own schemas for fields of kind `given` or with their own rule */
export function inputShape<
  const D extends Description,
  S extends { [K in GivenKey<D> & KeyWhere<D, { set: 'always' }>]: z.ZodType }
>(description: D, own: S): InputShape<D, S> {
  const shape = Object.entries(description)
    .filter(([, { set }]) => set === 'always')
    .map(([key, field]) => {
      const schema = ownOf(own, key) ?? INPUT[field.kind](field);
      const wide = field.nullable === true ? schema.nullable() : schema;
      return [key, field.nullable === true || 'initial' in field ? wide.optional() : wide];
    });
  return Object.fromEntries(shape) as InputShape<D, S>;
}

const ownOf = (own: Schemas, key: string): z.ZodType | undefined => own[key];
function unsupplied(): never {
  throw new Error('A field of kind `given` needs a schema of its own.');
}
