/** Where the names of lines are in a chart: one rule for every chart. */

export type Spot = readonly [x: number, y: number];
export type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
export type Anchor = 'start' | 'end';
/** A place for a label: its base line and the end of its text that is anchored there. */
export type Place = { readonly x: number; readonly y: number; readonly anchor: Anchor };
export type Label = {
  readonly key: string;
  readonly text: string;
  /** In the order of preference. */
  readonly places: readonly Place[];
};
export type Placed = Place & { readonly key: string; readonly text: string };

/** A letter of this type takes so much of its size, on average and with room to spare. */
const LETTER = 0.58;
const ASCENT = 1;
const DESCENT = 0.3;

/** The room that a text takes. @param size of its letters, px */
export function boxOf(text: string, { x, y, anchor }: Place, size: number): Box {
  const width = text.length * LETTER * size;
  const left = anchor === 'start' ? x : x - width;
  return { left, right: left + width, top: y - ASCENT * size, bottom: y + DESCENT * size };
}

/**
 * Puts each label at the first of its places where it lies in the frame, on no label before it, on no line and on no mark; a label
 * without a place is left out, since a name that covers a line cannot be read.
 */
export function placeLabels(
  labels: readonly Label[],
  around: { readonly frame: Box; readonly lines: readonly (readonly Spot[])[]; readonly marks: readonly Box[] },
  size: number
): Placed[] {
  const taken: Box[] = [...around.marks];
  const placed: Placed[] = [];
  for (const { key, text, places } of labels) {
    for (const place of places) {
      const box = boxOf(text, place, size);
      const isFree =
        isWithin(box, around.frame) &&
        !taken.some((other) => overlap(box, other)) &&
        !around.lines.some((line) => crosses(line, box));
      if (!isFree) continue;
      placed.push({ ...place, key, text });
      taken.push(box);
      break;
    }
  }
  return placed;
}

const isWithin = (box: Box, frame: Box): boolean =>
  box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Does a line of straight pieces run through a box? Each piece is cut to the box (Liang and Barsky). */
export function crosses(line: readonly Spot[], box: Box): boolean {
  for (let i = 1; i < line.length; i += 1) {
    const [from, to] = [line[i - 1], line[i]];
    if (from !== undefined && to !== undefined && pieceCrosses(from, to, box)) return true;
  }
  return false;
}

function pieceCrosses([x1, y1]: Spot, [x2, y2]: Spot, box: Box): boolean {
  let [enter, leave] = [0, 1];
  const sides: readonly (readonly [number, number])[] = [
    [x1 - x2, x1 - box.left],
    [x2 - x1, box.right - x1],
    [y1 - y2, y1 - box.top],
    [y2 - y1, box.bottom - y1]
  ];
  for (const [slope, room] of sides) {
    if (slope === 0 && room < 0) return false;
    if (slope < 0) enter = Math.max(enter, room / slope);
    if (slope > 0) leave = Math.min(leave, room / slope);
  }
  return enter <= leave;
}

/** The places beside a line of limits: at its right end above and below, then at its left end. */
export function besideLine(line: readonly Spot[], size: number): Place[] {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined) return [];
  const above = (y: number) => y - 0.5 * size;
  const below = (y: number) => y + 1.25 * size;
  return [
    { x: last[0], y: above(last[1]), anchor: 'end' },
    { x: last[0], y: below(last[1]), anchor: 'end' },
    { x: first[0] + 4, y: above(first[1]), anchor: 'start' },
    { x: first[0] + 4, y: below(first[1]), anchor: 'start' }
  ];
}
