/** How the numbers of an analysis are written: decimals by the uncertainty, units after a narrow space. */
import { termsOf } from '#lib/metrology/models/table.ts';
import type { AnalysisResult, FitResult, Judgement, PointResult } from '#lib/metrology/types.ts';
import { PRACTICALLY_INFINITE } from '#lib/laboratory/practically-infinite.ts';
import {
  formatFixed,
  formatLimit,
  formatPlain,
  formatSignificant,
  type SignStyle
} from '../number-input/format-number.ts';

const NARROW = '\u202f';

/** A number with its unit; the number alone where there is none. */
export function withUnit(text: string, unit: string): string {
  return unit === '' ? text : `${text}${NARROW}${unit}`;
}

/**
 * Decimals that deviations are shown with: those of the rounded expanded uncertainty, and up to two more where the readings were
 * `typed` with more, so that a large uncertainty does not hide what was read.
 */
export function deviationDecimals(result: AnalysisResult | null, typed: number): number {
  if (result === null || result.expanded_uncertainty === 0) return typed;
  const stated = Math.max(0, result.expanded_uncertainty_rounded.decimals);
  return Math.max(stated, Math.min(typed, stated + 2));
}

/** A deviation in a table: fixed decimals, signed; powers of ten where fixed decimals would not fit a column. */
export function deviationText(value: number, decimals: number, locale: string, sign: SignStyle = 'always'): string {
  return decimals > 7 ? formatSignificant(value, 3, locale, sign) : formatFixed(value, decimals, locale, sign);
}

/** The rounded expanded uncertainty without its unit. */
export function expandedText(result: AnalysisResult, locale: string): string {
  const { value, decimals } = result.expanded_uncertainty_rounded;
  return decimals > 7 ? formatSignificant(value, 2, locale) : formatFixed(value, decimals, locale);
}

/** Degrees of freedom: whole from ten on, ∞ if they are unlimited or too many to matter. */
export function freedomText(nu: number | null, locale: string): string {
  if (nu === null || nu >= PRACTICALLY_INFINITE) return '∞';
  if (nu >= 10 || Number.isInteger(nu)) return formatFixed(Math.floor(nu), 0, locale);
  return formatFixed(Math.floor(nu * 10) / 10, 1, locale);
}

/** Less than a ten-thousandth is shown as that: more digits of a risk mean nothing. */
const LEAST_PROBABILITY = 1e-4;

/** A probability in percent: `95.45 %`; `< 0.01 %` below that, `> 99.99 %` instead of 100. `decimals` for columns, as many as needed without. */
export function percentText(probability: number, locale: string, decimals?: number): string {
  if (probability > 0 && probability < LEAST_PROBABILITY) {
    return `<${NARROW}${formatPlain(LEAST_PROBABILITY * 100, locale)}${NARROW}%`;
  }
  const percent = probability * 100;
  const shown = Number(decimals === undefined ? percent.toPrecision(6) : percent.toFixed(decimals));
  if (probability < 1 && shown >= 100)
    return `>${NARROW}${formatPlain(100 - LEAST_PROBABILITY * 100, locale)}${NARROW}%`;
  return `${decimals === undefined ? formatPlain(shown, locale) : formatFixed(percent, decimals, locale)}${NARROW}%`;
}

/**
 * Limits of a deviation: `±0.3`, `−0.2 … +0.3`, `≤ +0.3`; null without any, and where they leave nothing between them. A limit is
 * written as it was entered wherever it stands; one that was computed (by a guard band, as a part of the reading) is rounded.
 */
export function limitsText(
  lower: number | null,
  upper: number | null,
  decimals: number,
  locale: string
): string | null {
  const say = (value: number, sign: SignStyle = 'always') => formatLimit(value, decimals, locale, sign);
  if (lower !== null && upper !== null) {
    if (lower > upper) return null;
    return Math.abs(lower + upper) < 1e-9 * (Math.abs(upper) + Math.abs(lower))
      ? `±${say(upper, 'auto')}`
      : `${say(lower)} … ${say(upper)}`;
  }
  if (upper !== null) return `≤ ${say(upper)}`;
  return lower === null ? null : `≥ ${say(lower)}`;
}

export type RunCount = {
  readonly judged: number;
  readonly failing: number;
  /** The judgement that limits are quoted from: the worst failing one, else the one with the least room. */
  readonly quoted: Judgement | null;
};

/** How many points of a run pass, and by which limits. */
export function countRun(points: readonly PointResult[], run: 'as_found' | 'as_left'): RunCount {
  const judgements = points.map((point) => point[run]).filter((judged) => judged !== null);
  const failing = judgements.filter((judged) => judged.verdict === 'fail' || judged.verdict === 'conditional_fail');
  const pool = failing.length > 0 ? failing : judgements;
  const quoted = pool.reduce<Judgement | null>(
    (least, judged) =>
      least === null || judged.probability_of_conformity < least.probability_of_conformity ? judged : least,
    null
  );
  return { judged: judgements.length, failing: failing.length, quoted };
}

/** The point whose uncertainty the result reports: the greatest expanded uncertainty. */
export function mostUncertain(result: AnalysisResult): PointResult | null {
  return result.points.reduce<PointResult | null>(
    (worst, point) => (worst === null || point.expanded_uncertainty > worst.expanded_uncertainty ? point : worst),
    null
  );
}

export type EquationTerm = { readonly power: number; readonly text: string };

/**
 * The terms of a fitted curve, each coefficient with the digits that matter: what is left out changes the corrected value by less
 * than a thousandth of its expanded uncertainty, anywhere in the measured range.
 */
export function equationTerms(result: AnalysisResult, locale: string): readonly EquationTerm[] {
  const { fit } = result;
  const reach = result.points.reduce((most, point) => Math.max(most, Math.abs(point.measured)), 0) || 1;
  const fine = (result.expanded_uncertainty || Math.abs(reach) * 1e-12) / 1000;
  return coefficientPowers(fit).map(([power, coefficient], i) => {
    const step = fine / reach ** power;
    const digits =
      coefficient === 0 ? 1 : Math.floor(Math.log10(Math.abs(coefficient))) - Math.floor(Math.log10(step)) + 1;
    const text = formatSignificant(coefficient, Math.min(17, Math.max(2, digits)), locale, i === 0 ? 'auto' : 'always');
    return { power, text: i === 0 ? text : text.replace(/^([+−])/, '$1 ') };
  });
}

function coefficientPowers(fit: FitResult): readonly (readonly [number, number])[] {
  switch (termsOf(fit.model)) {
    case 'none':
      return [[1, 1]];
    case 'constant':
      return [
        [1, 1],
        [0, fit.coefficients[0] ?? 0]
      ];
    case 'slope':
      return [[1, fit.coefficients[0] ?? 1]];
    default:
      return fit.coefficients.map((coefficient, power) => [power, coefficient] as const);
  }
}
