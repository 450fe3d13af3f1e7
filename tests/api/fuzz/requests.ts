/** Requests to an operation of the document: as it describes them, and broken in every part. */
import fc from 'fast-check';
import { arbitraryOf, NASTY_TEXT, type Schema, type Schemas } from './arbitrary-of-schema.ts';
import { namedPool, placeholder } from './known-ids.ts';
import type { FuzzCaller } from './world.ts';

export type Parameter = {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
};
export type Fuzzed = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Schema of the JSON body. */
  readonly body: Schema | null;
  /** Media types, where the body is a file. */
  readonly upload: readonly string[];
  /** Bodies that are known to work; most fields of a large one must fit each other. */
  readonly seeds: readonly unknown[];
};
/** One generated request; ids in it are placeholders still. */
export type Generated = {
  readonly caller: FuzzCaller;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
};

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...NASTY_TEXT),
  fc.constantFrom(null, true, 0, -1, 1e308, 5e-324, -0, 2 ** 53, [], {}, [[]], [null], { __proto__: null }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('9999-12-31', '0000-01-01', '2026-02-30', '2026-01-01T00:00:00+99:99', '+275760-09-13', '1', 'true')
);

/** A copy of a JSON value with one thing in it replaced, dropped or added. */
const broken = (value: unknown): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.infiniteStream(fc.nat(40)), fc.constantFrom('replace', 'drop', 'add', 'copy'), junk)
    .map(([steps, how, other]) => {
      const copy = structuredClone(value);
      let here = copy;
      for (const step of steps) {
        if (typeof here !== 'object' || here === null) return other;
        const keys = Object.keys(here);
        const key = keys[step % Math.max(1, keys.length)];
        const holder = here as Record<string, unknown>;
        const below = key === undefined ? undefined : holder[key];
        if (typeof below === 'object' && below !== null && step % 3 !== 0) {
          here = below;
          continue;
        }
        if (Array.isArray(here) && how === 'copy') here.push(...(here as unknown[]), ...(here as unknown[]));
        else if (how === 'drop' && key !== undefined) Reflect.deleteProperty(holder, key);
        else if (how === 'add' || key === undefined) holder['surprise'] = other;
        else holder[key] = other;
        return copy;
      }
      return copy;
    });

const RAW = [
  '',
  '{',
  'null',
  '[]',
  '"',
  '{"a":1,"a":2}',
  '\ufeff{}',
  '1e999',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  '{"x":"\\ud800"}'
];

function bodies(
  { body, seeds, upload }: Fuzzed,
  schemas: Schemas,
  picture: Uint8Array<ArrayBuffer>
): fc.Arbitrary<Generated['body']> {
  if (upload.length > 0) {
    const cut = fc.nat(picture.length).map((length) => picture.slice(0, length));
    const flipped = fc
      .tuple(fc.nat(picture.length - 1), fc.nat(255))
      .map(([at, byte]) => picture.map((old, i) => (i === at ? byte : old)));
    return fc.oneof(
      fc.constant(picture),
      cut,
      flipped,
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Uint8Array.from(bytes))
    );
  }
  if (body === null)
    return fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...RAW) });
  const schema = arbitraryOf(body, schemas);
  const known = seeds.length === 0 ? schema : fc.constantFrom(...seeds);
  const text = (value: unknown) => JSON.stringify(value) ?? 'null';
  return fc.oneof(
    { weight: 6, arbitrary: schema.map(text) },
    { weight: 3, arbitrary: schema.chain(broken).map(text) },
    {
      weight: seeds.length === 0 ? 1 : 8,
      arbitrary: known
        .chain(broken)
        .chain((once) => fc.oneof(fc.constant(once), broken(once)))
        .map(text)
    },
    { weight: 1, arbitrary: fc.constantFrom(...RAW) },
    { weight: 1, arbitrary: fc.constant(null) }
  );
}

const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text);
const nonEmpty = NASTY_TEXT.filter((text) => text.trim() !== '' && text.length < 4000 && isWellFormed(text));

function pathParameter({ name, schema }: Parameter, path: string): fc.Arbitrary<string> {
  const owner =
    path
      .split(`/{${name}}`)[0]
      ?.split('/')
      .findLast((part) => !part.startsWith('{')) ?? name;
  const valid = name === 'id' ? placeholder(owner) : placeholder(namedPool(name));
  const other = schema.$ref === undefined ? fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }) : fc.uuid();
  return fc.oneof(
    { weight: 12, arbitrary: valid },
    { weight: 2, arbitrary: other.filter((text) => !/^\.{1,2}$/.test(text) && isWellFormed(text)) },
    { weight: 1, arbitrary: fc.constantFrom(...nonEmpty) }
  );
}

function queries(parameters: readonly Parameter[], schemas: Schemas): fc.Arbitrary<Generated['query']> {
  const each = parameters.map(({ name, required, schema }) => {
    const value = arbitraryOf(schema, schemas, name).map(String);
    const absent = fc.constant([] as [string, string][]);
    const one = fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(...nonEmpty, '') });
    const once = one.map((given): [string, string][] => [[name, given]]);
    const twice = fc.tuple(one, one).map((both) => both.map((given): [string, string] => [name, given]));
    return fc.oneof(
      { weight: required === true ? 1 : 6, arbitrary: absent },
      { weight: 4, arbitrary: once },
      { weight: 1, arbitrary: twice }
    );
  });
  const unknown = fc.constantFrom<[string, string][]>([['surprise', 'yes']], [['__proto__', '1']], [['', '']]);
  const surprise = fc.oneof(
    { weight: 12, arbitrary: fc.constant<[string, string][]>([]) },
    { weight: 1, arbitrary: unknown }
  );
  return fc.tuple(surprise, ...each).map((parts) => parts.flat());
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  ...Array.from({ length: 40 }, () => ({})),
  { 'If-Match': '"nothing"' },
  { 'If-Match': '*' },
  { 'If-Match': 'W/"0", ,"' },
  { 'Idempotency-Key': 'again' },
  { 'Idempotency-Key': ' '.repeat(3) + 'x'.repeat(300) },
  { 'X-Request-Id': '<b>\u00ff' },
  { 'X-Request-Id': 'x'.repeat(3000) },
  { 'Content-Type': 'text/plain' },
  { 'Content-Type': 'application/json; charset=utf-7' },
  { 'Content-Type': 'multipart/form-data' },
  { Authorization: 'Bearer \u00ff' },
  { Authorization: 'Basic YTpi' },
  { Accept: 'image/webp' },
  { 'Accept-Language': 'xx-??,*;q=7' },
  { Origin: 'https://elsewhere.example' },
  { 'X-Forwarded-For': 'not, an, address' },
  { Range: 'bytes=5-1' }
);

/** @param picture a picture that is one, for operations that take files. */
export function requestsTo(
  operation: Fuzzed,
  schemas: Schemas,
  callers: fc.Arbitrary<FuzzCaller>,
  picture: Uint8Array<ArrayBuffer>
): fc.Arbitrary<Generated> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const type = operation.upload.length > 0 ? fc.constantFrom(...operation.upload) : fc.constant('application/json');
  return fc
    .record({
      caller: callers,
      path: fc.record(
        Object.fromEntries(inPath.map((parameter) => [parameter.name, pathParameter(parameter, operation.path)]))
      ),
      query: queries(inQuery, schemas),
      type,
      odd: oddHeaders,
      body: bodies(operation, schemas, picture)
    })
    .map(({ type: media, odd, body, ...rest }) => ({
      ...rest,
      body,
      headers: { ...(body !== null && { 'Content-Type': media }), ...odd }
    }));
}
