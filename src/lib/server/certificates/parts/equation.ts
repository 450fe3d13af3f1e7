import { statedCurve } from '#lib/laboratory/stored-curve.ts';
import { modelOf, termsOf } from '#lib/metrology/models/table.ts';
import type { Model } from '#lib/metrology/types.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block, Inline } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import { writtenFormula } from '../print/written-formula.ts';
import { THIN_SPACE, uncertaintyDecimals } from '../print/numbers.ts';
import type { Printer } from '../print/printer.ts';
import { covarianceColumns, isBesideCoefficients, type Band } from './band.ts';
import { BODY, INK_2, INK_LINE, LINE, NOTE, space } from '../print/style.ts';

type Curve = {
  readonly model: Model;
  readonly coefficients: readonly number[];
  /** The indications whose values the coefficients are, of a curve that interpolates. */
  readonly knots: readonly number[] | null;
  readonly standardErrors: readonly number[] | null;
  /** From the engine, for models that are not sums of powers. */
  readonly text: string | null;
  /** In the scaled variable that the text explains, because plain powers would keep too few digits. */
  readonly isScaled: boolean;
};

/** The power of the first coefficient of a sum of powers; undefined for every other model. */
export function firstPower(model: Model): number | undefined {
  const terms = termsOf(model);
  return terms === null || terms === 'none' ? undefined : terms === 'slope' ? 1 : 0;
}

/** f(y) with as many digits as its uncertainty justifies; the table of coefficients has all of them. */
export function equation(facts: CertificateFacts, print: Printer): readonly Block[] {
  const curve = curveOf(facts);
  if (curve.model === 'none') return [];
  const asWritten = firstPower(curve.model) === undefined || curve.isScaled;
  const content = asWritten ? writtenEquation(curve, print) : powersEquation(curve, facts, print);
  return [{ kind: 'paragraph', content, size: BODY * 1.15 }];
}

/**
 * Every coefficient with the digits that read back as the same number, its standard uncertainty and, if there are few,
 * the covariances.
 */
export function coefficientsTable(facts: CertificateFacts, band: Band | null, print: Printer): readonly Block[] {
  const { labels, numbers } = print;
  const curve = curveOf(facts);
  if (curve.coefficients.length === 0) return [];
  const first = firstPower(curve.model) ?? 0;
  const known = curve.standardErrors !== null;
  const covariance = band && isBesideCoefficients(band) ? covarianceColumns(band, print) : null;
  const body = curve.coefficients.map((value, index) => ({
    cells: [
      { content: nameOf(curve, first + index, print) },
      { content: numbers.exact(value) },
      ...(known ? [{ content: standardError(curve.standardErrors?.[index], print) }] : []),
      ...(covariance?.rows[index] ?? [])
    ]
  }));
  return [
    space(8),
    {
      kind: 'table',
      columns: [
        { align: 'left', width: covariance || curve.knots ? 'auto' : 70 },
        { align: 'left', width: { share: 1 } },
        ...(known ? [{ align: 'right', width: 'auto' } as const] : []),
        ...(covariance?.head ?? []).map(() => ({ align: 'right', width: 'auto' }) as const)
      ],
      head: [
        {
          cells: [
            { content: labels.coefficient },
            { content: labels.value },
            ...(known ? [{ content: labels.standard_error }] : []),
            ...(covariance?.head ?? [])
          ]
        }
      ],
      body,
      size: BODY,
      headSize: NOTE,
      headColor: INK_2,
      gap: 16,
      padding: 2.4,
      ruleTop: INK_LINE,
      ruleHead: LINE,
      ruleBottom: INK_LINE
    }
  ];
}

/** An engine's equation, which is written in English. */
function writtenEquation({ model, text, knots, coefficients }: Curve, print: Printer): readonly Inline[] {
  const count = String((knots ?? coefficients).length);
  return modelOf(model).kind === 'through_points'
    ? phrase(print.labels.interpolated, { count })
    : writtenFormula(text ?? '', print);
}

function nameOf(curve: Curve, index: number, print: Printer): readonly Inline[] {
  const knot = curve.knots?.[index];
  return knot === undefined
    ? phrase(`*c*_{${index}}`)
    : [...phrase('*f*('), ...print.numbers.exact(knot), ...plain(')')];
}

function standardError(value: number | undefined, print: Printer): string | readonly Inline[] {
  if (value === undefined) return '–';
  if (value === 0) return '0';
  return value < 1e-4
    ? print.numbers.text(value.toExponential(1))
    : print.numbers.fixed(value, uncertaintyDecimals(value));
}

function curveOf(facts: CertificateFacts): Curve {
  if (!facts.result) {
    const {
      model,
      coefficients,
      knots = null,
      equation: text
    } = statedCurve(facts.coefficientsOnly, facts.context.measuring.unit);
    return { model, coefficients, knots, standardErrors: null, text, isScaled: false };
  }
  const { model, coefficients, scaled, standard_errors: standardErrors, equation: text } = facts.result.fit;
  const knots = scaled.knots ?? null;
  const isScaled = facts.result.warnings.some(({ code }) => code === 'scaled_form');
  if (!isScaled) return { model, coefficients, knots, standardErrors, text, isScaled };
  const errors = scaled.covariance?.map((row, index) => Math.sqrt(row[index] ?? 0)) ?? null;
  return { model, coefficients: scaled.coefficients, knots, standardErrors: errors, text, isScaled };
}

function powersEquation(curve: Curve, facts: CertificateFacts, print: Printer): readonly Inline[] {
  const first = firstPower(curve.model) ?? 0;
  const runs: Inline[] = [...phrase('*f*(*y*) = ')];
  if (termsOf(curve.model) === 'constant') runs.push(...phrase('*y*'));
  for (const [index, value] of curve.coefficients.entries()) {
    const power = first + index;
    const leading = index === 0 && termsOf(curve.model) !== 'constant';
    const sign = value < 0 ? '−' : '+';
    if (!leading) runs.push(...plain(` ${sign}\u00a0`));
    else if (value < 0) runs.push(...plain('−'));
    runs.push(...coefficient(Math.abs(value), power, facts, print));
    if (power > 0) runs.push(...phrase(`${THIN_SPACE}*y*`));
    if (power > 1) runs.push(...plain(String(power), { script: 'super' }));
  }
  return runs;
}

/** Rounded so that all terms together change the result by less than a hundredth of its expanded uncertainty. */
function coefficient(value: number, power: number, facts: CertificateFacts, print: Printer): readonly Inline[] {
  const curve = curveOf(facts);
  const { result, context } = facts;
  const uncertainty = result
    ? result.points.reduce((min, point) => Math.min(min, point.expanded_uncertainty), Infinity)
    : facts.coefficientsOnly.expanded_uncertainty;
  const indications = result
    ? result.points.map((point) => point.measured)
    : [context.measuring.range_min, context.measuring.range_max];
  const largest = indications.reduce<number>((max, y) => Math.max(max, Math.abs(y ?? NaN)), 0);
  const allowed = uncertainty / (100 * curve.coefficients.length * largest ** power);
  if (!(allowed > 0) || !Number.isFinite(allowed) || value === 0) return print.numbers.exact(value);
  const decimals = Math.ceil(-Math.log10(2 * allowed));
  const digits = Math.min(17, Math.max(2, Math.floor(Math.log10(value)) + 1 + decimals));
  const rounded = Number(value.toPrecision(digits));
  if (rounded === value) return print.numbers.exact(value);
  return rounded < 1e-3 || rounded >= 1e7
    ? print.numbers.text(rounded.toExponential(digits - 1))
    : print.numbers.text(rounded.toFixed(Math.max(0, digits - 1 - Math.floor(Math.log10(rounded)))));
}
