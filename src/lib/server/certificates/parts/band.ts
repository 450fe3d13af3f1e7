import type { AnalysisResult, Greatest } from '#lib/metrology/types.ts';
import { sampleCurve } from '#lib/metrology/uncertainty/sample-curve.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block, Inline } from '../document/blocks.ts';
import { phrase } from '../document/phrase.ts';
import { uncertaintyDecimals } from '../print/numbers.ts';
import type { Printer } from '../print/printer.ts';
import { note, space, tableLook } from '../print/style.ts';

/** Where an earlier engine did not report the greatest values between the points. */
const SAMPLES = 501;
/** The number of columns that fit on a page. */
const MOST_COEFFICIENTS = 5;
const MOST_BESIDE = 3;
/** How much a formula with rounded numbers may be above U, and below it by rounding alone; its maximum number of digits. */
const CLOSE = { above: 0.005, below: 1e-6 };
const DIGITS = { fewest: 4, most: 9 };

/** The parts of the band's formula: U(y) ≤ k √(Σ V_ij y^(i+j) + u0²). */
export type Band = {
  /** The power of the first coefficient. */
  readonly first: number;
  readonly covariance: readonly (readonly number[])[];
  readonly digits: number;
  readonly k: number;
  readonly rest: number;
};

/** U between the points: its greatest value there, and for sums of powers the formula with the covariance of their coefficients. */
export function bandBetween(facts: CertificateFacts, band: Band | null, print: Printer): readonly Block[] {
  const { result } = facts;
  if (!result || result.fit.model === 'none') return [];
  const { labels } = print;
  const greatest = greatestBetween(result);
  if (greatest === null) return [space(4), note(phrase(labels.band_unknown))];
  const decimals = uncertaintyDecimals(greatest);
  const most = phrase(labels.band_most, { most: print.quantity(roundedUp(greatest, decimals), decimals) });
  if (band === null) return [space(4), note(most)];
  const rest = print.quantity(band.rest, uncertaintyDecimals(band.rest) + 1);
  const formula = phrase(labels.band_formula, { k: print.numbers.fixed(band.k, 2), rest });
  return [
    space(4),
    note([...most, ...phrase(' '), ...formula]),
    ...(isBesideCoefficients(band) ? [] : [space(3), covarianceTable(band, print)])
  ];
}

/** The greatest U over the range of the points; null if the curve's own uncertainty is not known. */
function greatestBetween(result: AnalysisResult): number | null {
  const { points, at_most } = result;
  if (at_most) return at_most.expanded_uncertainty;
  if (points.some((point) => point.u_fit === null)) return null;
  const low = points.reduce((least, { measured }) => Math.min(least, measured), Infinity);
  const high = points.reduce((most, { measured }) => Math.max(most, measured), -Infinity);
  const samples = high > low ? sampleCurve(result, low, high, SAMPLES) : [];
  const most = [...samples, ...points].reduce((greatest, { expanded_uncertainty: u }) => Math.max(greatest, u), 0);
  // A formula may have no value somewhere between its points.
  return Number.isNaN(most) ? null : most;
}

/** Of what is stated as the most. */
export function roundedUp(value: number, decimals: number): number {
  const step = 10 ** -decimals;
  return Math.ceil(value / step - 1e-6) * step;
}

/**
 * An upper bound of U at every point that can be computed without this program; null if powers of the indication lose
 * too many digits. `first` is the power of the first coefficient.
 */
export function bandFormula({ fit, points, at_most }: AnalysisResult, first: number): Band | null {
  const { covariance } = fit;
  if (covariance === null || covariance.length === 0 || covariance.length > MOST_COEFFICIENTS) return null;
  const greatest = at_most ?? greatestAt(points);
  if (!(greatest.u_rest > 0)) return null;
  const step = 10 ** -(uncertaintyDecimals(greatest.u_rest) + 1);
  const rest = Math.ceil(greatest.u_rest / step - 1e-6) * step;
  const k = Math.ceil(greatest.k * 100 - 1e-6) / 100;
  const exact = points.map(({ u_fit: f }) => Math.hypot(f ?? 0, rest));
  for (let digits = DIGITS.fewest; digits <= DIGITS.most; digits += 1) {
    const printed = covariance.map((row) => row.map((value) => Number(value.toPrecision(digits))));
    const isClose = points.every(({ measured, k: own, u_combined: combined }, i) => {
      const u = Math.sqrt(quadratic(printed, measured, first) + rest * rest);
      return u <= (1 + CLOSE.above) * (exact[i] ?? 0) && k * u >= (1 - CLOSE.below) * own * combined;
    });
    if (isClose) return { first, covariance: printed, digits, k, rest };
  }
  return null;
}

/** At the points alone, as earlier engines leave it. */
function greatestAt(points: AnalysisResult['points']): Pick<Greatest, 'k' | 'u_rest'> {
  const rests = points.map(({ u_combined: u, u_fit: f }) => Math.sqrt(Math.max(0, u * u - (f ?? 0) * (f ?? 0))));
  const most = (values: readonly number[]) => values.reduce((highest, value) => Math.max(highest, value), 0);
  return { k: most(points.map((point) => point.k)), u_rest: most(rests) };
}

function quadratic(covariance: Band['covariance'], y: number, first: number): number {
  let sum = 0;
  covariance.forEach((row, i) => row.forEach((value, j) => (sum += value * y ** (2 * first + i + j))));
  return sum;
}

/** Up to this number, covariances are in the table of the coefficients. */
export const isBesideCoefficients = ({ covariance }: Band): boolean => covariance.length <= MOST_BESIDE;

/** Heads and cells of the covariances; symmetric, so only the part below the diagonal is printed. */
export function covarianceColumns({ covariance, digits, first }: Band, print: Printer) {
  const number = (value: number) => print.numbers.text(value === 0 ? '0' : value.toExponential(digits - 1));
  return {
    head: covariance.map((_, j) => ({ content: phrase(`*V*_{*i*${first + j}}`) })),
    rows: covariance.map((row, i) =>
      row.map((value, j): { readonly content: string | readonly Inline[] } => ({ content: j > i ? '' : number(value) }))
    )
  };
}

function covarianceTable(band: Band, print: Printer): Block {
  const { head, rows } = covarianceColumns(band, print);
  return {
    kind: 'table',
    columns: [{ align: 'left', width: 70 }, ...head.map(() => ({ align: 'right', width: { share: 1 } }) as const)],
    head: [{ cells: [{ content: print.labels.coefficient }, ...head] }],
    body: rows.map((row, i) => ({ cells: [{ content: phrase(`*c*_{${band.first + i}}`) }, ...row] })),
    ...tableLook(print),
    gap: 16
  };
}
