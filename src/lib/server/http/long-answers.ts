/** Responses with thousands of elements: checked and written in turns, so that other requests need not wait. */
import type { z } from 'zod';
import { jsonParts } from '#lib/laboratory/canonical-json.ts';
import { takeTurns } from '#lib/server/turns/take-turns.ts';

const LONG = 500;
/** Long lists are members of a response's objects, not of each other. */
const DEEPEST = 4;
type Way = readonly string[];

/** The value parsed by the schema; long lists a few hundred elements at a time. @throws ZodError */
export async function checkInTurns(schema: z.ZodType, value: unknown): Promise<unknown> {
  const ways = waysToLong(value);
  if (ways.length === 0) return schema.parse(value);
  const pause = takeTurns();
  const checked = schema.parse(ways.reduce((part, way) => withSlice(part, way, 0, LONG), value));
  // A part of one list is checked against the schema with the other lists nearly empty.
  const little = ways.reduce((part, way) => withSlice(part, way, 0, 1), value);
  for (const way of ways) {
    const whole = listAt(value, way) ?? [];
    const found = listAt(checked, way);
    for (let from = LONG; found !== null && from < whole.length; from += LONG) {
      await pause();
      const part = setAt(little, way, whole.slice(from, from + LONG));
      found.push(...(listAt(schema.parse(part), way) ?? []));
    }
  }
  return checked;
}

/** @param finish is given the text in parts, of which each holds whole members */
export async function jsonInTurns(
  value: unknown,
  finish: (json: string) => string
): Promise<string | Uint8Array<ArrayBuffer>> {
  if (waysToLong(value).length === 0) return finish(JSON.stringify(value));
  const pause = takeTurns();
  const parts: Buffer[] = [];
  for (const part of jsonParts(value)) {
    parts.push(Buffer.from(finish(part)));
    await pause();
  }
  return Buffer.concat(parts);
}

function waysToLong(value: unknown, way: Way = []): Way[] {
  if (Array.isArray(value)) return value.length > LONG ? [way] : [];
  if (typeof value !== 'object' || value === null || way.length === DEEPEST) return [];
  return Object.entries(value).flatMap(([name, member]) => waysToLong(member, [...way, name]));
}

function listAt(value: unknown, way: Way): unknown[] | null {
  const found = way.reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>> | undefined)?.[name], value);
  return Array.isArray(found) ? (found as unknown[]) : null;
}

const withSlice = (value: unknown, way: Way, from: number, to: number): unknown =>
  setAt(value, way, (listAt(value, way) ?? []).slice(from, to));

/** A copy with that list at the end of the path. */
function setAt(value: unknown, [name, ...rest]: Way, list: unknown[]): unknown {
  if (name === undefined) return list;
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [name]: setAt(object[name], rest, list) };
}
