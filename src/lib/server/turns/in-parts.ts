/**
 * Long lists of an order are handed to a thread in parts: a message is copied at once, and ten thousand points with their
 * results would keep everyone waiting for fifty milliseconds.
 */

/** Entries of a list that are copied at once. */
const MOST_AT_ONCE = 1000;
const PART = 'part';

type Path = readonly string[];
type Plain = Readonly<Record<string, unknown>>;
/** Entries of the list at that place of the order that follows. */
export type Part = readonly [typeof PART, Path, readonly unknown[]];

export const isPart = (message: unknown): message is Part => Array.isArray(message) && message[0] === PART;

/** The messages that make up an order: its long lists in parts, then the rest. */
export function* messagesOf(order: unknown): Generator<unknown, void> {
  const lists: { readonly path: Path; readonly entries: readonly unknown[] }[] = [];
  const rest = withoutLongLists(order, [], (path, entries) => lists.push({ path, entries }));
  for (const { path, entries } of lists) {
    for (let at = 0; at < entries.length; at += MOST_AT_ONCE) {
      yield [PART, path, entries.slice(at, at + MOST_AT_ONCE)] satisfies Part;
    }
  }
  yield rest;
}

function withoutLongLists(
  value: unknown,
  path: Path,
  take: (path: Path, entries: readonly unknown[]) => void
): unknown {
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([name, own]) => {
    const place = [...path, name];
    if (!Array.isArray(own)) return [name, withoutLongLists(own, place, take)] as const;
    if (own.length <= MOST_AT_ONCE) return [name, own] as const;
    take(place, own);
    return [name, []] as const;
  });
  return Object.fromEntries(entries);
}

/** Not bytes, dates or anything else that is copied in its own way. */
function isPlain(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Puts the parts into the order that came after them. */
export function putTogether<Order>(order: Order, parts: readonly Part[]): Order {
  for (const [, path, entries] of parts) {
    const list = path.reduce<unknown>((at, name) => (at as Plain)[name], order) as unknown[];
    list.push(...entries);
  }
  return order;
}
