import { isCalendarDay } from '#lib/laboratory/calendar-day.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';

/** The end of a page: the sort key (in Postgres's format) and the id of its last row. */
export type Cursor = { readonly key: string; readonly id: string };
/** The Postgres type of a sort key. */
export type KeyType = 'text' | 'timestamptz' | 'date' | 'bigint';

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?\+00$/.test(text);
const IS_KEY: Readonly<Record<KeyType, (text: string) => boolean>> = {
  text: (text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text),
  timestamptz: (text) => isCalendarDay(text.slice(0, 10)) && text[10] === ' ' && isTime(text.slice(11)),
  date: (text) => text === 'infinity' || isCalendarDay(text),
  bigint: (text) => /^\d{1,18}$/.test(text)
};

/** Opaque to callers; includes the sort order, so that a cursor cannot be used with another one. */
export const encodeCursor = (sorting: string, { key, id }: Cursor): string =>
  Buffer.from(JSON.stringify([sorting, key, id])).toString('base64url');

/** @throws Refusal `invalid_cursor` for anything that `encodeCursor` did not create for this sort order. */
export function decodeCursor(text: string, sorting: string, type: KeyType): Cursor {
  const parts = parse(text);
  if (Array.isArray(parts) && parts.length === 3) {
    const [madeFor, key, id] = parts as unknown[];
    if (
      madeFor === sorting &&
      typeof key === 'string' &&
      typeof id === 'string' &&
      UUID.test(id) &&
      IS_KEY[type](key)
    ) {
      return { key, id };
    }
  }
  throw new Refusal(
    'invalid_cursor',
    'This cursor does not belong to this list and sort order. Start again without it.'
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}
