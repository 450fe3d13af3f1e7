/** A PDF as this program writes certificates: what a revision behind it needs to know of it. */
export type WrittenPdf = {
  /** One character a byte. */
  readonly text: string;
  /** Where its last table of objects begins. */
  readonly xref: number;
  /** The number of the next new object. */
  readonly size: number;
  readonly root: number;
  /** The lines that every trailer repeats. */
  readonly same: string;
  /** The lines of its catalog. */
  readonly catalog: string;
};

/** Tables and catalogs are this long at most: a text that pretends to be one is not searched to its end. */
const LONGEST = 1 << 20;

/** @throws Error if the PDF is not of our making */
export function readWrittenPdf(text: string): WrittenPdf {
  const xref = Number(/startxref\n(\d{1,10})\n%%EOF\n?$/u.exec(text.slice(-64))?.[1] ?? Number.NaN);
  const [, table = '', trailer = ''] =
    /^xref\n((?:\d+ \d+\n(?:\d{10} \d{5} [fn] \n)+)+)\n?trailer\n<<\n(.+?)\n>>\n/su.exec(
      text.slice(xref, xref + LONGEST)
    ) ?? [];
  const size = Number(/^\/Size (\d+)$/mu.exec(trailer)?.[1] ?? Number.NaN);
  const root = Number(/^\/Root (\d+) 0 R$/mu.exec(trailer)?.[1] ?? Number.NaN);
  const place = placesIn(table).get(root);
  if (!Number.isInteger(size) || place === undefined) throw notOurs();
  const same = trailer
    .split('\n')
    .filter((line) => !/^\/(?:Size|Prev) /u.test(line))
    .map((line) => `${line}\n`)
    .join('');
  const object = text.slice(place, place + LONGEST);
  const [, number, catalog = ''] = /^(\d+) 0 obj\n<<\n(.+?\n)>>\nendobj\n/su.exec(object) ?? [];
  // The bytes of a text that is written again must be those that were read.
  if (Number(number) !== root || /[^\n -~]/u.test(catalog + same)) throw notOurs();
  return { text, xref, size, root, same, catalog };
}

/** The offset of each object in a table. */
function placesIn(table: string): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  let next = 0;
  for (const line of table.split('\n')) {
    const entry = /^(\d{10}) \d{5} [fn] $/u.exec(line);
    if (entry) places.set(next++, Number(entry[1]));
    else next = Number(line.split(' ')[0]);
  }
  return places;
}

/** Two revisions in each of thirty years name thousands of proofs at most; millions would be read and written again for seconds. */
const LONGEST_OBJECT = 100_000;

/** The last writing of an object without streams; empty if it has none. @throws Error if it is longer than any of ours */
export function objectText(text: string, number: number): string {
  const at = text.lastIndexOf(`\n${number} 0 obj\n`);
  if (at === -1) return '';
  const object = text.slice(at, at + LONGEST_OBJECT);
  const end = object.indexOf('\nendobj');
  if (end === -1) throw notOurs();
  return object.slice(0, end);
}

export const notOurs = () => new Error('the PDF is not written as certificates of this program are');
