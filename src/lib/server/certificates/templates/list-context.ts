import { z } from 'zod';
import type { TemplateValueKind } from '#lib/records/certificate-template.ts';
import { LatexText } from './latex-text.ts';
import { templateContextSchema, type TemplateContext } from './template-context.ts';

export type ListedValue = {
  /** As a template names it; elements of a list as `list[]`. */
  readonly path: string;
  readonly type: TemplateValueKind;
  /** From the specimen; null for lists, groups, and what it does not have. */
  readonly example: string | null;
};

/** Long statements are cut. */
const LONGEST = 120;

/** Every value that a template can print, in the order of the schema, with what the specimen has there. */
export function listContext(specimen: TemplateContext): readonly ListedValue[] {
  return listed(templateContextSchema, specimen, '');
}

function listed(schema: z.core.$ZodType, value: unknown, path: string): readonly ListedValue[] {
  const bare = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  if (bare instanceof z.ZodObject) {
    const own = path === '' ? [] : [{ path, type: 'group', example: null } as const];
    const shape = bare.shape as Readonly<Record<string, z.core.$ZodType>>;
    return [
      ...own,
      ...Object.entries(shape).flatMap(([name, of]) => listed(of, memberOf(value, name), join(path, name)))
    ];
  }
  if (bare instanceof z.ZodArray) {
    const first: unknown = Array.isArray(value) ? value[0] : undefined;
    return [{ path, type: 'list', example: null }, ...listed(bare.element, first, `${path}[]`)];
  }
  if (bare instanceof z.ZodRecord) {
    const names = value !== null && typeof value === 'object' ? Object.keys(value) : [];
    return [
      { path, type: 'group', example: null },
      ...names.flatMap((name) => listed(bare.valueType, memberOf(value, name), join(path, name)))
    ];
  }
  const type = bare instanceof z.ZodNumber ? 'number' : bare instanceof z.ZodBoolean ? 'flag' : 'text';
  return [{ path, type, example: exampleOf(value) }];
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function memberOf(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function exampleOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = value instanceof LatexText ? value.valueOf() : String(value as string | number | boolean);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
