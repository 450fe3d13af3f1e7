import { longValue } from '../fit/long-formula.ts';
import { writeFunction } from '../formula/write-formula.ts';
import { formulaOf, type Formula } from '../formula/formula.ts';
import type { CoefficientName, CurveParameters, Described, SearchedModel, SearchedShape } from './model.ts';

/** The fields of a curve or plan that determine the text of a formula. */
export type FormulaSource = Pick<CurveParameters, 'center' | 'numerator' | 'expression'> & { readonly size: number };

type Definition = Omit<Described, 'options' | 'methods'> &
  Partial<Described> &
  Pick<SearchedModel, 'guesses'> & {
    /** The formula as the engine reads it, its parameters in the order of the coefficients. */
    readonly text: (source: FormulaSource) => string;
    /** Fields of the curve beside its coefficients, from the plan. */
    readonly fields?: (plan: Parameters<SearchedModel['shape']>[1]) => Partial<CurveParameters>;
    readonly broken?: (...plan: Parameters<SearchedModel['shape']>) => NonNullable<SearchedShape['broken']>;
    /** Only if the number of coefficients differs from that of the names. */
    readonly isComplete?: SearchedModel['isComplete'];
  };

const REMEMBERED = 50;
const compiled = new Map<string, Formula>();

/** A model that is a formula in the indication, fitted in the original space, built from its particulars. */
export function formulaModel({ text, fields, broken, isComplete, ...definition }: Definition): SearchedModel {
  const formulaFor = (curve: CurveParameters) => compiledFormula(text({ ...curve, size: curve.coefficients.length }));
  const count = definition.coefficients({ degree: 1, numerator: 0, denominator: 0, parameters: [] }).length;
  const differentiate = (curve: CurveParameters, measured: number): Float64Array => {
    const out = new Float64Array(curve.coefficients.length + 1);
    formulaFor(curve).gradient(curve.coefficients, measured, out);
    return out;
  };
  return {
    kind: 'searched',
    minimisesIndication: false,
    options: ['start'],
    methods: 'all',
    ...definition,
    shape: (points, plan) => {
      const center = definition.temperatures === 'absolute' ? plan.kelvinAtZero : 0;
      const curve = { center, scale: 1, ...fields?.(plan) };
      const formula = compiledFormula(text({ ...curve, size: plan.numerator + 1 + plan.denominator }));
      const size = formula.parameters.length;
      const family: SearchedShape['family'] = {
        size,
        value: formula.value,
        gradient: formula.gradient,
        long: (c, y) => longValue(formula.expression, c, y)
      };
      return { size, family, curve, broken: broken?.(points, plan) ?? null };
    },
    isComplete: isComplete ?? (({ coefficients }) => coefficients.length === count),
    value: (curve, measured) => formulaFor(curve).value(curve.coefficients, measured),
    slope: (curve, measured) => differentiate(curve, measured)[curve.coefficients.length] as number,
    gradient: (curve, measured) => Array.from(differentiate(curve, measured).subarray(0, curve.coefficients.length)),
    write: (curve) => writeFunction(formulaFor(curve).expression, curve.coefficients)
  };
}

/** Compiles a formula once for all evaluations of its curves; refuses with `bad_expression`. */
export function compiledFormula(text: string): Formula {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  if (compiled.size >= REMEMBERED) compiled.clear();
  const formula = formulaOf(text);
  compiled.set(text, formula);
  return formula;
}

/** Names `c0`, `c1` … without further meaning. */
export const plainNames = (count: number): readonly CoefficientName[] =>
  Array.from({ length: count }, (_, i) => ({ symbol: `c${i}` }));
