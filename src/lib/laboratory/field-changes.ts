import { canonicalJson } from './canonical-json.ts';

/** The changes in an audit row: field → value before and after. */
export type FieldChanges = Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>>;

/**
 * The fields that differ between two states of a record, each under `prefix` + its name.
 * @param fields those that people change, without times and derived values.
 */
export function fieldChanges<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
  prefix = ''
): FieldChanges {
  const changed = fields.filter((field) => canonicalJson(before[field]) !== canonicalJson(after[field]));
  return Object.fromEntries(
    changed.map((field) => [`${prefix}${field}`, { old: before[field] ?? null, new: after[field] ?? null }])
  );
}

export const isUnchanged = (changes: FieldChanges): boolean => Object.keys(changes).length === 0;
