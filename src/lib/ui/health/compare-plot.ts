/** Curves of one instrument over each other, and their differences, as plots. */
import type { CurveComparison } from '#lib/contracts/health.ts';
import type { Plot, PlotLine } from '../charts/plot.ts';

type Words = { readonly language: string; readonly axis: string; readonly curve: (version: number) => string };
type Curve = CurveComparison['curves'][number];
type Pair = CurveComparison['pairs'][number];

/** Older curves recede: the newest alone has the accent and its band. */
const OLDER: readonly Pick<PlotLine, 'ink' | 'dash'>[] = [
  { ink: 'ink', dash: [] },
  { ink: 'text', dash: [8, 4] },
  { ink: 'text', dash: [2, 3] },
  { ink: 'text', dash: [8, 3, 2, 3] }
];

/** The corrections f(y) − y (or f(y), where the units differ) of the curves shown, the newest with its band ± U. */
export function curvesPlot({ grid }: CurveComparison, shown: readonly Curve[], sameUnit: boolean, words: Words): Plot {
  const corrections = (curve: Curve) =>
    curve.values.map((value, i) => (value === null ? null : value - (sameUnit ? (grid[i] ?? 0) : 0)));
  const newest = shown.at(-1);
  const line = newest ? corrections(newest) : [];
  const edge = (sign: 1 | -1) =>
    line.map((value, i) => {
      const U = newest?.expanded_uncertainty[i] ?? null;
      return value === null || U === null ? null : value + sign * U;
    });
  return {
    x: grid,
    time: false,
    lines: shown.map((curve, i): PlotLine => {
      const age = shown.length - 1 - i;
      const name = words.curve(curve.version);
      if (age === 0) return { values: corrections(curve), ink: 'accent', width: 2.25, name };
      const style = OLDER[Math.min(age, OLDER.length) - 1];
      return { values: corrections(curve), ink: style?.ink ?? 'text', width: 1.5, dash: style?.dash ?? [], name };
    }),
    bands: newest ? [{ low: edge(-1), high: edge(1) }] : [],
    marks: [],
    label: words.axis,
    signed: sameUnit,
    language: words.language
  };
}

/** The difference of a pair inside the band of both uncertainties. */
export function differencePlot({ grid }: CurveComparison, pair: Pair, words: Omit<Words, 'curve'>): Plot {
  return {
    x: grid,
    time: false,
    lines: [{ values: pair.difference, ink: 'accent', width: 2.25 }],
    bands: [
      {
        low: pair.expanded_uncertainty.map((U) => (U === null ? null : -U)),
        high: pair.expanded_uncertainty
      }
    ],
    marks: [],
    label: words.axis,
    signed: true,
    language: words.language
  };
}

/** The largest difference of a pair or of a change, with its sign; null where they have nothing in common. */
export function largestDifference({ difference }: Pick<Pair, 'difference'>): number | null {
  return difference.reduce<number | null>(
    (most, value) => (value !== null && Math.abs(value) > Math.abs(most ?? 0) ? value : (most ?? value)),
    null
  );
}
