/** Number of list elements written before other work gets a turn. */
const SLICE = 200;
/** Long lists are members of a message's objects, not of each other. */
const DEEPEST = 4;

/** How to write values: the members of an object, and all other values. */
type Writing = {
  readonly whole: (value: unknown) => string;
  readonly members: (value: object) => readonly (readonly [name: string, member: unknown])[];
};

/**
 * JSON in which equal values are equal texts: members sorted by name, nothing undefined, no spaces. For hashing and comparing.
 * A value read from a `jsonb` column yields the same text as the value that was stored.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return canonicalList(value);
  let [text, lead] = ['', ''];
  for (const name of Object.keys(value).sort()) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member === undefined) continue;
    text += lead + quoted(name) + canonicalJson(member);
    lead = ',';
  }
  return `{${text}}`;
}

/** Names of members are few, and written often. */
const MOST_NAMES = 4096;
const quotedNames = new Map<string, string>();
function quoted(name: string): string {
  let text = quotedNames.get(name);
  if (text === undefined) {
    text = `${JSON.stringify(name)}:`;
    if (quotedNames.size < MOST_NAMES) quotedNames.set(name, text);
  }
  return text;
}

/** Lists of numbers, most of what is hashed, are the same text in plain JSON, which is much faster. */
const canonicalList = (values: readonly unknown[]): string =>
  values.every((value) => typeof value === 'number')
    ? JSON.stringify(values)
    : `[${values.map((value) => canonicalJson(value ?? null)).join(',')}]`;

const presentMembers = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, member]) => member !== undefined);
const sortedMembers = (value: object): [string, unknown][] =>
  presentMembers(value).sort(([a], [b]) => (a < b ? -1 : 1));

/** The same text in parts, for large values. */
export const canonicalJsonParts = (value: unknown): Generator<string, void> =>
  partsOf(value, { whole: canonicalJson, members: sortedMembers });

/** The text of `JSON.stringify` in parts, for large plain values as parsed by a schema. */
export const jsonParts = (value: unknown): Generator<string, void> =>
  partsOf(value, { whole: (part) => JSON.stringify(part ?? null), members: presentMembers });

function* partsOf(value: unknown, writing: Writing, depth = 0): Generator<string, void> {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return void (yield writing.whole(value));
  if (!Array.isArray(value)) return yield* partsOfMembers(value, writing, depth);
  if (value.length <= SLICE) return void (yield writing.whole(value));
  for (let from = 0; from < value.length; from += SLICE) {
    const slice = writing.whole(value.slice(from, from + SLICE)).slice(1, -1);
    yield `${from === 0 ? '[' : ','}${slice}`;
  }
  yield ']';
}

function* partsOfMembers(value: object, writing: Writing, depth: number): Generator<string, void> {
  let lead = '{';
  for (const [name, member] of writing.members(value)) {
    lead += quoted(name);
    for (const part of partsOf(member, writing, depth + 1)) {
      yield lead + part;
      lead = '';
    }
    lead = ',';
  }
  yield lead === '{' ? '{}' : '}';
}
