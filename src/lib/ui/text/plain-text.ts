const plain = new WeakMap<object, string>();

/** What folding would not change but for capitals, which most texts are: ten times as fast. */
// eslint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/** Text as it is searched: lower case, without accents. */
export const fold = (text: string): string =>
  (ASCII.test(text) ? text : text.normalize('NFD').replace(/\p{Mn}/gu, '')).toLowerCase();

/** The folded words of a query; an empty list matches everything. */
export const wordsOf = (query: string): string[] =>
  fold(query)
    .split(/\s+/)
    .filter((word) => word !== '');

type Parts<T> = (record: T) => readonly (string | null)[];

/**
 * Everything a record is found by, folded once and kept as long as the record lives: twenty thousand are searched in a few
 * milliseconds a keystroke.
 */
export function searchText<T extends object>(record: T, parts: Parts<T>): string {
  const known = plain.get(record);
  if (known !== undefined) return known;
  const text = fold(
    parts(record)
      .filter((part) => part !== null)
      .join('\n')
  );
  plain.set(record, text);
  return text;
}

/**
 * Folds what records are found by, a few at a time while nothing else is to be done: the first key of a search need not wait for
 * all of them. @returns ends it
 */
export function foldWhenIdle<T extends object>(records: readonly T[], parts: Parts<T>): () => void {
  let next = 0;
  let ended = false;
  const work = (mayGoOn: () => boolean) => {
    do {
      for (const end = Math.min(records.length, next + AT_ONCE); next < end; next += 1) {
        const record = records[next];
        if (record !== undefined) searchText(record, parts);
      }
    } while (next < records.length && mayGoOn());
    if (next < records.length && !ended) soon(work);
  };
  soon(work);
  return () => {
    ended = true;
    next = records.length;
  };
}
/** Well below a millisecond of work, on a slow device too. */
const AT_ONCE = 50;

/** When the browser has nothing to do; where it does not tell, after a moment, and for a moment. */
function soon(work: (mayGoOn: () => boolean) => void): void {
  if ('requestIdleCallback' in globalThis) {
    requestIdleCallback((idle) => work(() => idle.timeRemaining() > 2));
    return;
  }
  setTimeout(() => {
    const begun = performance.now();
    work(() => performance.now() - begun < 4);
  }, 50);
}

export const matches = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));
