import type { z } from 'zod';

/** The lists whose items have been checked as rows, and the schema that checked them. */
const schemas = new WeakMap<readonly unknown[], z.ZodType>();

export function markChecked<T>(items: readonly T[], schema: z.ZodType): readonly T[] {
  schemas.set(items, schema);
  return items;
}

/** Whether every item of this list has come out of that schema: an answer of the same schema need not check them again. */
export const isChecked = (items: readonly unknown[], schema: z.ZodType): boolean => schemas.get(items) === schema;
