/** Where the names of a plot's lines and marks stand, by the rule of all charts (place-labels.ts). */
import { boxOf, placeLabels, type Box, type Label, type Place, type Placed, type Spot } from './place-labels.ts';
import type { Plot } from './plot.ts';

export type Drawing = {
  readonly at: (x: number, y: number) => Spot;
  readonly frame: Box;
  /** Of the letters. */
  readonly size: number;
};

/** A mark takes so much around its middle, and its bar to both sides, as parts of the size of letters. */
const REACH = 0.5;
const BAR = 0.1;

/**
 * The names of lines first, at their ends, then those of marks, beside them. The number of a mark without room is left out: it stands
 * in the table below.
 * @returns by key `line 0`, `mark 3`
 */
export function placeNames(plot: Pick<Plot, 'x' | 'lines' | 'marks'>, { at, frame, size }: Drawing): Placed[] {
  const lines = plot.lines.map(({ values }) =>
    values.flatMap((value, i): Spot[] => (value === null ? [] : [at(plot.x[i] ?? 0, value)]))
  );
  const [first = 0, last = 0] = [plot.x[0], plot.x.at(-1)];
  const labels: Label[] = [
    ...plot.lines.flatMap(({ name }, i) =>
      name === undefined ? [] : [{ key: `line ${i}`, text: name, places: besideCurve(lines[i] ?? [], name, size) }]
    ),
    ...plot.marks.flatMap(({ name, x, y }, i) =>
      name === undefined ? [] : [{ key: `mark ${i}`, text: name, places: besideMark(at(x, y), frame, size) }]
    )
  ];
  const marks = plot.marks.flatMap(({ x, y, half }) => {
    const around = ([left, top]: Spot, wide: number, from = top, to = top): Box => ({
      left: left - wide * size,
      right: left + wide * size,
      top: from,
      bottom: to
    });
    const [, middle] = at(x, y);
    const ring = around(at(x, y), REACH, middle - REACH * size, middle + REACH * size);
    return half === null ? [ring] : [ring, around(at(x, y), BAR, at(x, y + half)[1], at(x, y - half)[1])];
  });
  return placeLabels(labels, { frame, lines: [...lines, [at(first, 0), at(last, 0)]], marks }, size);
}

/** At the right end of a line above and below, then at its left end: clear of what the line does there. */
export function besideCurve(line: readonly Spot[], text: string, size: number): Place[] {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [
    { x: last[0], anchor: 'end' as const },
    { x: first[0] + 4, anchor: 'start' as const }
  ].flatMap(({ x, anchor }) => {
    const { left, right } = boxOf(text, { x, y: 0, anchor }, size);
    const [top, bottom] = reachBetween(line, left, right);
    return [
      { x, y: top - 0.5 * size, anchor },
      { x, y: bottom + 1.25 * size, anchor }
    ];
  });
}

/** Right of a mark, below and above it, then left of it; the other way round near the right edge. */
function besideMark([x, y]: Spot, frame: Box, size: number): Place[] {
  const sides = [
    { x: x + 0.75 * size, anchor: 'start' as const },
    { x: x - 0.75 * size, anchor: 'end' as const }
  ];
  if (x > frame.left + 0.8 * (frame.right - frame.left)) sides.reverse();
  return sides.flatMap((side) => [
    { ...side, y: y + 1.33 * size },
    { ...side, y: y - 0.67 * size }
  ]);
}

/** The highest and the lowest place that a line takes between two abscissae, in pixels, which count downwards. */
export function reachBetween(line: readonly Spot[], from: number, to: number): [top: number, bottom: number] {
  const met: number[] = [];
  for (const [i, [x, y]] of line.entries()) {
    if (x > to) continue;
    if (x >= from) met.push(y);
    const next = line[i + 1];
    if (x < from && next !== undefined && next[0] > from) met.push(y + ((next[1] - y) * (from - x)) / (next[0] - x));
  }
  return [Math.min(...met), Math.max(...met)];
}
