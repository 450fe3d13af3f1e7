import sharp from 'sharp';

/** Lines of a page, and dots of a line: half millimetres of A4. */
const LINES = 594;
const DOTS = 420;
/** How high a strip of a page is, and how far it is looked for, in lines. */
const STRIP = 28;
const REACH = 24;
/** Of the page, without its head and its foot, in lines. */
const BODY = { from: 28, to: 536 };
/** How far a strip may be from its place, and how much further than the one above it, in millimetres. */
const FAR = 8;
const FURTHER = 4;
/** Letters of both engines differ by this share of their ink at most. */
const OTHER = 0.5;
/** Rows of a table are like each other: of two places that are as alike but for this share of the ink, the nearer one is taken. */
const AS_ALIKE = 0.06;

/** How dark a page is at each half millimetre. */
type Page = readonly Float64Array[];
/** Where the other page has what is most like a strip of this one. */
type StripMatch = {
  /** In millimetres, downwards. */
  readonly moved: number;
  /** Of the ink of both, the share that is not in both. */
  readonly differs: number;
};

/** What a page looks like from a step away: the letters of a word run into each other. */
export async function pageOf(picture: Buffer): Promise<Page> {
  const { data } = await sharp(picture)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ width: DOTS, height: LINES, fit: 'fill' })
    .blur(2)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: LINES }, (_, line) =>
    Float64Array.from(data.subarray(line * DOTS, (line + 1) * DOTS), (grey) => 1 - grey / 255)
  );
}

/**
 * What of a page is not in the other, or not at the same place; none if the two look alike.
 * @param top where to begin, in millimetres, if not below the head
 */
export function unlike(page: Page, other: Page, top = BODY.from / 2): readonly string[] {
  const found: string[] = [];
  let before: number | null = null;
  for (let from = Math.round(2 * top); from + STRIP <= BODY.to; from += STRIP) {
    const strip = page.slice(from, from + STRIP);
    const theirs = other.slice(from, from + STRIP);
    if (inkOf(strip) < STRIP) {
      if (inkOf(strip) < 1 && inkOf(theirs) > 10 * STRIP) found.push(`${from / 2} mm from the top: nothing there`);
      before = null;
      continue;
    }
    const { moved, differs } = matchOf(page, from, other);
    const jump = before === null ? 0 : moved - before;
    if (differs > OTHER || Math.abs(moved) > FAR || Math.abs(jump) > FURTHER) {
      found.push(`${from / 2} mm from the top: moved by ${moved} mm, ${Math.round(100 * differs)} % other ink`);
    }
    before = moved;
  }
  return found;
}

const inkOf = (lines: Page): number => lines.reduce((sum, line) => sum + line.reduce((all, dark) => all + dark, 0), 0);

function matchOf(page: Page, from: number, other: Page): StripMatch {
  const matches: StripMatch[] = [];
  for (let shift = -REACH; shift <= REACH; shift += 1) {
    let [apart, all] = [0, 0];
    for (let line = from; line < from + STRIP; line += 1) {
      const [mine, theirs] = [page[line], other[line + shift]];
      for (let dot = 0; dot < DOTS; dot += 1) {
        const [a, b] = [mine?.[dot] ?? 0, theirs?.[dot] ?? 0];
        apart += Math.abs(a - b);
        all += a + b;
      }
    }
    matches.push({ moved: shift / 2, differs: all > 0 ? apart / all : 1 });
  }
  const least = Math.min(...matches.map(({ differs }) => differs));
  const alike = matches.filter(({ differs }) => differs <= least + AS_ALIKE);
  return alike.reduce((nearest, match) => (Math.abs(match.moved) < Math.abs(nearest.moved) ? match : nearest));
}
