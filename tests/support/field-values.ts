import type { Field, Kind } from '#lib/records/field.ts';

type Fields = Readonly<Record<string, Field>>;
/** What an id of the record may name, by the turn. */
type IdOf = (key: string, turn: number) => unknown;

/** A value for each kind; another one for each `turn`, and for each field. */
const VALUES: Record<Exclude<Kind, 'given' | 'choice' | 'id' | 'instant'>, (key: string, turn: number) => unknown> = {
  text: (key, turn) => `${key.replaceAll('_', '-')}.${turn}`,
  day: (_, turn) => `2020-01-0${turn + 1}`,
  texts: (key, turn) => [`${key} ${turn}`, 'another'],
  flag: (_, turn) => turn === 1,
  number: (key, turn) => key.length + (key.endsWith('max') ? 1000 : 0) + turn / 8,
  count: (key, turn) => key.length + turn,
  tolerance: (_, turn) => [{ kind: 'absolute', lower: -1 - turn, upper: 2 + turn }],
  capability: (_, turn) => ({ a: 0.5 + turn, b: 0.25 }),
  attributes: (key, turn) => [{ key: `${key} ${turn}`, value: `word.${turn}`, unit: turn === 0 ? null : 'm' }],
  limits: (_, turn) => ({ temperature_c: { min: 20 - turn, max: 25 } }),
  plan: (_, turn) => ({
    unit: null,
    points: [{ nominal: turn, kind: 'absolute', direction: null, repeats: 1 }],
    runs: 'both'
  })
};

/** Values for every field of a description, so that a new field is tested as soon as it is described. */
export function fieldValues(description: Fields, idOf: IdOf) {
  const valueOf = (key: string, turn: number): unknown => {
    const field = description[key];
    if (field === undefined || field.kind === 'given' || field.kind === 'instant')
      throw new Error(`no value for ${key}`);
    if (field.kind === 'choice') return field.of?.[turn];
    return field.kind === 'id' ? idOf(key, turn) : VALUES[field.kind](key, turn);
  };
  return {
    valueOf,
    filled: (keys: readonly string[], turn: number) => Object.fromEntries(keys.map((key) => [key, valueOf(key, turn)])),
    /** As the audit log has a change of each from its first value to its second. */
    changes: (keys: readonly string[], prefix = '') =>
      Object.fromEntries(keys.map((key) => [`${prefix}${key}`, { old: valueOf(key, 0), new: valueOf(key, 1) }]))
  };
}

export const pick = (record: object, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, (record as Readonly<Record<string, unknown>>)[key]]));
