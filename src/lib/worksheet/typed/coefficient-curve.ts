/** A curve entered by its coefficients: as text in the form, and as stored. */
import type { CorrectionCurve, Model } from '#lib/metrology/types.ts';
import type { CoefficientName } from '#lib/metrology/models/model.ts';
import { modelOf } from '#lib/metrology/models/table.ts';
import { readFormula } from './formula-text.ts';
import { defined } from './defined.ts';
import { readDegree, shownDegree } from './degrees.ts';
import type { FieldReader } from './field-problem.ts';
import { numberText } from './number-text.ts';
import { readExpression } from './read-expression.ts';

export type Knot = { readonly measured: string; readonly value: string };

export type CurveForm = {
  readonly model: Model;
  readonly degree: string;
  /** Degrees of a rational function. */
  readonly numerator: string;
  readonly denominator: string;
  /** Coefficients in their order; those of a formula go by their names. */
  readonly values: readonly string[];
  readonly expression: string;
  readonly named: Readonly<Record<string, string>>;
  /** Indications and their values, of a curve that interpolates. */
  readonly knots: readonly Knot[];
};

export const NO_KNOT: Knot = { measured: '', value: '' };
export const LEAST_KNOTS = 2;

/** An empty curve. */
export const NEW_CURVE: CurveForm = {
  model: 'linear',
  degree: '2',
  numerator: '1',
  denominator: '1',
  values: [],
  expression: '',
  named: {},
  knots: [NO_KNOT, NO_KNOT]
};

/** The names of the coefficients, in the order of the request; none for an interpolating curve. */
export function namesOf(curve: CurveForm): readonly CoefficientName[] {
  return modelOf(curve.model).coefficients({
    degree: shownDegree(curve, 'degree'),
    numerator: shownDegree(curve, 'numerator'),
    denominator: shownDegree(curve, 'denominator'),
    parameters: isFormula(curve) ? readFormula(curve.expression).parameters : []
  });
}

/** Whether the curve is a custom formula with named coefficients. */
const isFormula = ({ model }: Pick<CurveForm, 'model'>): boolean => modelOf(model).options.includes('expression');

/** The text of a coefficient: by name in a formula, which may change in the meantime, else by position. */
export function coefficientText(curve: CurveForm, index: number, name: CoefficientName): string {
  return (isFormula(curve) ? curve.named[name.symbol] : curve.values[index]) ?? '';
}

/** The curve after a coefficient was typed. */
export function typeCoefficient(curve: CurveForm, index: number, name: CoefficientName, text: string): CurveForm {
  if (isFormula(curve)) return { ...curve, named: { ...curve.named, [name.symbol]: text } };
  const values = Array.from({ length: Math.max(curve.values.length, index + 1) }, (_, i) =>
    i === index ? text : (curve.values[i] ?? '')
  );
  return { ...curve, values };
}

type Curve = Pick<CorrectionCurve, 'model' | 'numerator' | 'expression'> & {
  coefficients: number[];
  knots?: number[] | undefined;
};

/** The curve to send; invalid texts are reported to `reader` at `place`. */
export function readCurve(curve: CurveForm, place: string, reader: FieldReader): Curve {
  const { model } = curve;
  const { kind, options } = modelOf(model);
  if (kind === 'through_points') return readKnots(curve, place, reader);
  const expression = isFormula(curve) ? readExpression(curve.expression, `${place}.expression`, reader) : undefined;
  if (options.includes('degree')) readDegree(curve, 'degree', place, reader);
  const numerator = options.includes('numerator') ? readDegree(curve, 'numerator', place, reader) : undefined;
  if (options.includes('denominator')) readDegree(curve, 'denominator', place, reader);
  const coefficients = namesOf(curve).flatMap((name, i) => {
    const required = name.optional !== true;
    return reader.number(`${place}.${i}`, coefficientText(curve, i, name), { required }) ?? [];
  });
  return defined({ model, coefficients, numerator, expression });
}

function readKnots({ model, knots }: CurveForm, place: string, reader: FieldReader): Curve {
  const typed = knots.flatMap(({ measured, value }, i) => {
    const isSpare = i >= LEAST_KNOTS && measured.trim() === '' && value.trim() === '';
    if (isSpare) return [];
    const at = reader.number(`${place}.knots.${i}.measured`, measured, { required: true });
    const is = reader.number(`${place}.knots.${i}.value`, value, { required: true });
    return at === undefined || is === undefined ? [] : [{ at, is, i }];
  });
  // A certificate may list its points in falling order; they are stored in rising order.
  const rising = typed.toSorted((a, b) => a.at - b.at);
  for (const [j, { at, i }] of rising.entries()) {
    if (rising[j - 1]?.at === at) reader.refuse(`${place}.knots.${i}.measured`, 'knot_twice');
  }
  return { model, coefficients: rising.map(({ is }) => is), knots: rising.map(({ at }) => at) };
}

/** The texts of a stored curve. */
export function curveForm(curve: CorrectionCurve): CurveForm {
  const { model, coefficients, numerator, expression, knots } = curve;
  const values = coefficients.map(String);
  const parameters = expression === undefined ? [] : readFormula(expression).parameters;
  return {
    ...NEW_CURVE,
    model,
    degree: String(Math.max(1, coefficients.length - 1)),
    ...(numerator === undefined
      ? {}
      : { numerator: String(numerator), denominator: String(coefficients.length - numerator - 1) }),
    values: knots !== undefined || isFormula(curve) ? [] : values,
    expression: expression ?? '',
    named: Object.fromEntries(parameters.map((name, i) => [name, values[i] ?? ''])),
    knots: knots
      ? knots.map((at, i) => ({ measured: String(at), value: numberText(coefficients[i]) }))
      : NEW_CURVE.knots
  };
}
