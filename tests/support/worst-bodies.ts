/** For every operation that takes JSON: the bodies that cost most within its limit, made from its schema. */
import { z } from 'zod';
import { endpoints, type EndpointName } from '#lib/contracts/endpoints.ts';
import { limitOfBody, type Operation } from '#lib/contracts/operation.ts';

type Json = Readonly<Record<string, unknown>>;
/** A schema as JSON describes it, as far as lists are concerned. */
type Described = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
  readonly prefixItems?: readonly Described[];
  readonly maxItems?: number;
  readonly $defs?: Readonly<Record<string, Described>>;
};
export type WorstBody = { readonly what: string; readonly text: string };
export type WithBody = { readonly name: EndpointName; readonly operation: Operation; readonly limit: number };

export const operationsWithBody: readonly WithBody[] = Object.entries<Operation>(endpoints)
  .filter(([, { body }]) => body !== undefined)
  .map(([name, operation]) => ({ name: name as EndpointName, operation, limit: limitOfBody(operation) }));

/** Ways to the lists in a body, each with how long the list may be; `undefined` where it does not say. */
export function listsOf({
  operation
}: WithBody): { readonly way: readonly string[]; readonly most: number | undefined }[] {
  const root = z.toJSONSchema(operation.body as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Described;
  const walk = (schema: Described, way: readonly string[]): ReturnType<typeof listsOf> => {
    if (schema.$ref) return walk(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, way);
    const within = [
      ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => walk(member, [...way, name])),
      ...(schema.anyOf ?? []).flatMap((choice) => walk(choice, way))
    ];
    if (!schema.items || schema.prefixItems) return within;
    return [...within, { way, most: schema.maxItems }, ...walk(schema.items, [...way, '0'])];
  };
  return walk(root, []);
}

/** `{"a":{"b":[…]}}` with `filling` repeated in the innermost list, as often as fits. */
function filled(way: readonly string[], filling: string, limit: number, most = Infinity): string {
  const open = way.map((name) => (name === '0' ? '[' : `{"${name}":`)).join('');
  const close = way
    .map((name) => (name === '0' ? ']' : '}'))
    .reverse()
    .join('');
  const room = limit - open.length - close.length - 2;
  const count = Math.max(1, Math.min(most, Math.floor(room / (filling.length + 1))));
  return `${open}[${Array.from({ length: count }, () => filling).join(',')}]${close}`;
}

function unknownFields(limit: number): string {
  const fields: string[] = [];
  for (let size = 2, i = 0; ; i++) {
    const field = `"${i.toString(36)}":0`;
    size += field.length + 1;
    if (size > limit) return `{${fields.join(',')}}`;
    fields.push(field);
  }
}

/** Bodies that are all to be refused. */
export function worstBodies(given: WithBody): WorstBody[] {
  const { limit } = given;
  const room = limit - 10;
  return [
    { what: 'unknown fields', text: unknownFields(limit) },
    { what: 'one unknown field with a long name', text: `{"${'ä'.repeat(room / 2 - 2)}":0}` },
    { what: 'one long text of codes', text: `["${'\\u00e4'.repeat((room - 4) / 6)}"]` },
    { what: 'brackets', text: '['.repeat(room / 2) + ']'.repeat(room / 2) },
    { what: 'empty objects', text: filled(['x'], '{}', limit) },
    { what: 'empty lists', text: filled([], '[]', limit) },
    ...listsOf(given).flatMap(({ way, most }) => [
      { what: `zeros in ${way.join('.')}`, text: filled(way, '0', limit) },
      { what: `wrong ones in ${way.join('.')}`, text: filled(way, '{"x":""}', limit, most) }
    ])
  ];
}

/** A body that is whole and as long as may be. */
export const longestAnalysis = (points = 100_000): Json => ({
  points: Array.from({ length: points }, (_, i) => ({
    reference: i * 1.1,
    measured: i * 1.1001 + ((i * 7919) % 101) / 1000,
    u_reference: 0.001234,
    u_measured: 0.0013,
    direction: 'up'
  })),
  fit: { model: 'linear' },
  uncertainty: { resolution: 0.01 }
});
