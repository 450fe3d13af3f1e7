import type { Schema } from './openapi-types.ts';

/** The name of the schema that a reference points to. */
export const referredName = ({ $ref }: Schema): string | null => $ref?.split('/').at(-1) ?? null;

/** `X or null` as zod writes it, without the null. */
export function withoutNull(schema: Schema): { readonly schema: Schema; readonly nullable: boolean } {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null');
  const [only] = others ?? [];
  const nullable = others !== undefined && others.length < (schema.anyOf?.length ?? 0);
  if (!nullable) return { schema, nullable };
  return others?.length === 1 && only !== undefined
    ? { schema: only, nullable }
    : { schema: { ...schema, anyOf: others ?? [] }, nullable };
}

/** In a few words what a value is: its type, its words or its form. */
export function typeWords(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'array') return 'array of';
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any value');
  return schema.format === undefined ? String(type) : `${String(type)} (${schema.format})`;
}

/** The bounds that a value must keep, such as `≥ 1`, `≤ 200 characters`. */
export function boundWords(schema: Schema): string {
  const words: string[] = [];
  // Bounds beyond what a double counts exactly say nothing but "finite".
  const tells = (bound: number | undefined): bound is number => bound !== undefined && Math.abs(bound) < 9e15;
  if (tells(schema.minimum)) words.push(`≥ ${schema.minimum}`);
  if (tells(schema.exclusiveMinimum)) words.push(`> ${schema.exclusiveMinimum}`);
  if (tells(schema.maximum)) words.push(`≤ ${schema.maximum}`);
  if (tells(schema.exclusiveMaximum)) words.push(`< ${schema.exclusiveMaximum}`);
  if (schema.minLength !== undefined && schema.minLength > 1) words.push(`at least ${schema.minLength} characters`);
  if (schema.maxLength !== undefined) words.push(`at most ${schema.maxLength} characters`);
  if (schema.maxItems !== undefined) words.push(`at most ${schema.maxItems}`);
  if (schema.default !== undefined) words.push(`default ${JSON.stringify(schema.default)}`);
  return words.join(', ');
}
