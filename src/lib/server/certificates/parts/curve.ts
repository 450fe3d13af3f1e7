import { modelOf, minimisesIndication } from '#lib/metrology/models/table.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block, ChartBlock, ChartPoint, ChartSeries, Color, Inline, Stroke } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import { recordedDecimals, uncertaintyDecimals } from '../print/numbers.ts';
import type { Density, Printer } from '../print/printer.ts';
import { printLimits } from '../print/tolerance.ts';
import { ACCENT, AXIS, BAND, FAIL, GRID, INK, INK_2, INK_3, NOTE, note, section, space } from '../print/style.ts';
import { differenceUnit, nameBeforeNumber } from '../print/units.ts';
import { axis } from './axis.ts';
import { curveData, type CurveData, type Limit } from './curve-data.ts';
import { coefficientsTable, equation, firstPower } from './equation.ts';
import { bandBetween, bandFormula } from './band.ts';

const TOLERANCE: Stroke = { width: 0.7, color: INK_2, dash: [3.2, 2.2] };
const ACCEPTANCE: Stroke = { width: 0.6, color: INK_3, dash: [0.8, 1.6] };
/** Limits wider than everything else by this factor would flatten the curve, and are only in the text. */
const WIDEST_LIMITS = 12;
const MANY_POINTS = 300;
/** In points. */
export const CHART_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 215, compact: 146 };

/** The correction as a chart with its uncertainty band, as an equation and as coefficients. */
export function curve(facts: CertificateFacts, print: Printer): readonly Block[] {
  const { labels } = print;
  const data = curveData(facts, print.unit === print.measuredUnit);
  const model = facts.result ? facts.result.fit.model : facts.coefficientsOnly.model;
  const title = section(model === 'none' ? labels.error_curve : labels.correction_curve);
  const first = firstPower(model);
  const band = facts.result && first !== undefined ? bandFormula(facts.result, first) : null;
  const explained = legend(facts, data, print);
  // An uncertainty without a curve is not drawn, and an empty section is omitted.
  if (!facts.result && model === 'none') return [];
  return [
    title,
    ...(data ? [chart(data, errorFormula(facts), print), space(4)] : []),
    ...equation(facts, print),
    ...(explained.length > 0 ? [space(3), note(explained)] : []),
    ...coefficientsTable(facts, band, print),
    ...bandBetween(facts, band, print)
  ];
}

function chart(data: CurveData, error: string, print: Printer): ChartBlock {
  const drawnLimits = withinReason(data);
  const unit = (title: readonly Inline[], name: string | null) =>
    name === null ? title : [...title, ...plain(`, ${name}`)];
  const pad = data.high > data.low ? (data.high - data.low) * 0.03 : Math.abs(data.low) * 0.1 || 1;
  const x = { low: data.low - pad, high: data.high + pad };
  const series: ChartSeries[] = [
    { kind: 'band', lower: data.bandLower, upper: data.bandUpper, fill: BAND },
    ...drawnLimits.tolerance.map((limit) => limitLine(limit, x, TOLERANCE)),
    ...drawnLimits.acceptance.map((limit) => limitLine(limit, x, ACCEPTANCE)),
    { kind: 'line', points: data.line, stroke: { width: 1.2, color: ACCENT } },
    marks(data.good, data.good.length > MANY_POINTS ? 'dot' : 'circle', INK),
    marks(data.bad, data.bad.length > MANY_POINTS ? 'dot' : 'diamond', FAIL),
    ...limitLabel(drawnLimits.tolerance, data, x.high, 'tolerance', print),
    ...limitLabel(drawnLimits.acceptance, data, x.high, 'acceptance', print),
    ...bandLabel(data, print)
  ];
  return {
    kind: 'chart',
    height: CHART_HEIGHTS[print.density],
    x: axis(x, 6, unit(plain(print.labels.indication_axis), print.measuredUnit), print.numbers, 'negative'),
    y: axis(verticalRange(data, drawnLimits), 7, verticalTitle(data, error, print), print.numbers, 'always'),
    series: series.filter((one) => one.kind === 'label' || (one.kind === 'band' ? one.lower : one.points).length > 0),
    size: NOTE,
    colors: { grid: GRID, axis: AXIS, text: INK_3 }
  };
}

const marks = (points: readonly ChartPoint[], shape: 'circle' | 'diamond' | 'dot', color: Color): ChartSeries => ({
  kind: 'markers',
  points,
  shape,
  radius: shape === 'dot' ? 1.4 : 2.4,
  stroke: { width: 0.9, color }
});

type Limits = { readonly tolerance: readonly Limit[]; readonly acceptance: readonly Limit[] };

function extent(data: CurveData): number {
  const values = [...data.line, ...data.bandLower, ...data.bandUpper, ...data.good, ...data.bad].map(([, y]) =>
    Math.abs(y)
  );
  return values.reduce((max, value) => Math.max(max, value), 0);
}

function withinReason(data: CurveData): Limits {
  const most = extent(data) * WIDEST_LIMITS;
  const near = (limits: readonly Limit[]) =>
    limits.filter((limit) => limit.points.every(([, y]) => Math.abs(y) <= most));
  return { tolerance: near(data.tolerance), acceptance: near(data.acceptance) };
}

function verticalRange(data: CurveData, limits: Limits): { readonly low: number; readonly high: number } {
  const drawn = [...limits.tolerance, ...limits.acceptance].flatMap((limit) => limit.points);
  const all = [...data.line, ...data.bandLower, ...data.bandUpper, ...data.good, ...data.bad, ...drawn];
  const low = all.reduce((min, [, y]) => Math.min(min, y), 0);
  const high = all.reduce((max, [, y]) => Math.max(max, y), 0);
  const pad = (high - low) * 0.08 || Math.abs(high) || 1;
  return { low: low - pad, high: high + pad };
}

function limitLine(limit: Limit, x: { readonly low: number; readonly high: number }, stroke: Stroke): ChartSeries {
  const { constant } = limit;
  const points: readonly ChartPoint[] =
    constant === null
      ? limit.points
      : [
          [x.low, constant],
          [x.high, constant]
        ];
  return { kind: 'line', points, stroke };
}

/** Digits of a stated limit, without the noise of its computation. */
const STATED_DIGITS = 12;

/** Labelled once, at the upper line; above or below it, so that there is room for both kinds of limits. */
function limitLabel(
  limits: readonly Limit[],
  data: CurveData,
  right: number,
  kind: keyof Limits,
  print: Printer
): readonly ChartSeries[] {
  const upper = limits.reduce<Limit | null>(
    (found, limit) => (found && lastY(found) >= lastY(limit) ? found : limit),
    null
  );
  if (!upper) return [];
  const symmetric =
    limits.length === 2 && limits[0]?.constant != null && limits[0].constant === -(limits[1]?.constant ?? 0);
  const size = Number(Math.abs(upper.constant ?? 0).toPrecision(STATED_DIGITS));
  // A tolerance as stated; a computed limit with the decimals of its uncertainty.
  const isStated = kind === 'tolerance' || recordedDecimals(size) <= print.decimals;
  const decimals = isStated ? undefined : print.decimals;
  const values = { limits: symmetric ? printLimits(-size, size, print, decimals) : '' };
  const line = NOTE * 1.3;
  return [
    {
      kind: 'label',
      at: [endOf(upper, data, right), lastY(upper)],
      rise: kind === 'tolerance' ? 0.5 : -line - 0.5,
      align: 'right',
      content: phrase(print.labels[kind], values),
      color: INK_3,
      covers: true
    }
  ];
}

/** Of what ends before the points do, its own end. */
function endOf({ points }: Limit, { high }: CurveData, right: number): number {
  const last = points.at(-1)?.[0] ?? right;
  return last < high ? last : right;
}

const lastY = (limit: Limit): number => limit.points.at(-1)?.[1] ?? 0;

function bandLabel(data: CurveData, print: Printer): readonly ChartSeries[] {
  const drawn = data.bandUpper.length > 0 ? data.bandUpper : data.line;
  const place = drawn[Math.floor(drawn.length * 0.42)];
  if (!place) return [];
  const correction = drawn === data.line ? '*f*(*y*) − *y*' : print.labels.correction_series;
  const text = data.view === 'correction' ? correction : print.labels.band;
  const content = phrase(text, {}, { bold: true });
  return [{ kind: 'label', at: place, rise: 5, align: 'left', content, color: ACCENT }];
}

/** The error that the chart of an uncorrected instrument shows: with the correction in force, unless it was adjusted. */
const errorFormula = ({ request, result }: CertificateFacts): string =>
  request?.correction_in_force && !result.as_found_points ? '*g*(*y*) − *x*' : '*y* − *x*';

/** What is drawn, if not obvious from the curve, and its unit. */
function verticalTitle({ view }: CurveData, error: string, print: Printer): readonly Inline[] {
  const quantity = phrase({ correction: '', corrected_error: '*f*(*y*) − *x*', error }[view]);
  const unit = print.differenceUnit;
  if (unit === null) return quantity;
  return quantity.length === 0 ? plain(unit) : [...quantity, ...plain(`, ${unit}`)];
}

function legend(facts: CertificateFacts, data: CurveData | null, print: Printer): readonly Inline[] {
  const { labels, numbers } = print;
  const sentences: (readonly Inline[])[] = [];
  const { result } = facts;
  if (data) {
    const bare = (value: number) => numbers.fixed(value, print.indicationDecimals);
    // A unit follows the last number, a name precedes the first.
    const [from, to] = nameBeforeNumber(print.measuredUnit)
      ? [print.indication(data.low), bare(data.high)]
      : [bare(data.low), print.indication(data.high)];
    sentences.push(phrase(labels.curve_domain, { from, to }));
  }
  if (result && result.fit.model !== 'none') {
    const model = labels.models[result.fit.model].replace('{degree}', String(result.fit.degree ?? ''));
    // What passes through the points is not fitted to them.
    const fitted = { model, method: labels.methods[result.fit.method] };
    sentences.push(
      modelOf(result.fit.model).kind === 'through_points' ? plain(`${model}.`) : phrase(labels.fit_text, fitted)
    );
    const { residual_standard_deviation: s, degrees_of_freedom: nu } = result.fit;
    if (s !== null && nu !== null && result.fit.method !== 'ols') {
      // With weights it is a ratio, without unit.
      const ratio = numbers.fixed(s, s > 0 ? Math.max(0, uncertaintyDecimals(s)) : 1);
      const words = nu === 1 ? labels.fit_scatter_relative_one : labels.fit_scatter_relative;
      sentences.push(phrase(words, { s: ratio, nu: String(nu) }));
    } else if (s !== null && nu !== null) {
      // A thermometer fitted in resistance scatters in the unit of its indication.
      const unit = minimisesIndication(result.fit.model) ? differenceUnit(print.measuredUnit) : print.differenceUnit;
      const deviation = numbers.withUnit(numbers.fixed(s, s > 0 ? uncertaintyDecimals(s) : print.decimals), unit);
      const words = nu === 1 ? labels.fit_scatter_one : labels.fit_scatter;
      sentences.push(phrase(words, { s: deviation, nu: String(nu) }));
    }
  }
  if (data && data.good.length + data.bad.length > 0) {
    sentences.push(phrase(data.view === 'correction' ? labels.circles_correction : labels.circles_error));
    if (data.bad.length > 0)
      sentences.push(phrase(data.view === 'correction' ? labels.diamonds_found : labels.diamonds));
  }
  if (data && data.bandLower.length > 0) sentences.push(phrase(labels.shaded));
  return sentences.flatMap((sentence, index) => (index === 0 ? sentence : [...plain(' '), ...sentence]));
}
