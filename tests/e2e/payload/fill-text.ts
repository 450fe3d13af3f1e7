/** Bodies whose every free text is a script that wants to run. */

export type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
};
export type Schemas = Readonly<Record<string, Schema>>;

/** What it calls, should it run; pages define it before anything else. */
export const SENTINEL = 'payloadRan';
const SHORT = `<svg onload=${SENTINEL}()>`;
const LONG = `"><img src=x onerror=${SENTINEL}()><script>${SENTINEL}()</script>' onmouseover='${SENTINEL}()`;
const ADDRESS = `javascript:${SENTINEL}()`;

/** The text that a field of so many characters is given. */
export function payload(field: string, maxLength: number): string {
  if (field === 'website') return ADDRESS;
  const text = maxLength >= LONG.length ? LONG : SHORT;
  if (text.length > maxLength) throw new Error(`${field} takes ${maxLength} characters: find a shorter payload`);
  return text;
}

const alternatives = (schema: Schema, schemas: Schemas): readonly Schema[] => {
  if (schema.$ref !== undefined) return alternatives(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  const choices = schema.anyOf ?? schema.oneOf;
  return choices === undefined ? [schema] : choices.flatMap((choice) => alternatives(choice, schemas));
};
/** Text that is never shown to anybody: secrets, names of records that exist, and formulas, which only formulas pass as. */
const NEVER_SHOWN = [
  'password',
  'current_password',
  'new_password',
  'token',
  'username',
  'asset_ref',
  'refs[]',
  'expression'
];

const isFreeText = ({ type, format, pattern, ...rest }: Schema): boolean =>
  type === 'string' && rest.enum === undefined && !('const' in rest) && format === undefined && pattern === undefined;

/** Names of all free texts of a body: `createAsset.channels[].name`. */
export function freeTextsOf(schema: Schema, schemas: Schemas, at: string): string[] {
  if (NEVER_SHOWN.includes(at.split('.').at(-1) ?? '')) return [];
  const found = alternatives(schema, schemas).flatMap((choice) => [
    ...(isFreeText(choice) ? [at] : []),
    ...(choice.items ? freeTextsOf(choice.items, schemas, `${at}[]`) : []),
    ...Object.entries(choice.properties ?? {}).flatMap(([key, value]) => freeTextsOf(value, schemas, `${at}.${key}`))
  ]);
  return [...new Set(found)];
}

/**
 * `given` with a payload in every free text that it leaves out; objects are filled where they are given, if only as `{}`.
 * @param filled learns the names of the fields that hold one.
 */
export function fillText(schema: Schema, schemas: Schemas, given: unknown, at: string, filled: Set<string>): unknown {
  const choices = alternatives(schema, schemas);
  const field = at.split('.').at(-1) ?? '';
  const free = choices.find(isFreeText);
  if (NEVER_SHOWN.includes(field)) return given;
  if (free !== undefined && given === undefined) {
    filled.add(at);
    return payload(field, free.maxLength ?? 1000);
  }
  if (free !== undefined && typeof given === 'string' && given.includes(SENTINEL)) filled.add(at);
  const list = choices.find(({ items }) => items !== undefined);
  if (
    list?.items !== undefined &&
    (Array.isArray(given) || (given === undefined && alternatives(list.items, schemas).some(isFreeText)))
  ) {
    const items: unknown[] = Array.isArray(given) ? given : [undefined];
    return items.map((item) => fillText(list.items ?? {}, schemas, item, `${at}[]`, filled));
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const members: Record<string, unknown> = { ...given };
  for (const choice of choices) {
    for (const [key, value] of Object.entries(choice.properties ?? {})) {
      const member = fillText(value, schemas, members[key], `${at}.${key}`, filled);
      if (member !== undefined) members[key] = member;
    }
  }
  return members;
}
