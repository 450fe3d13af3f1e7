import { twoProduct, twoSum } from '../fit/double-double.ts';
import { equationOf } from '../fit/equation.ts';
import type { CurveParameters, Described, Evaluated, PowersModel } from './model.ts';

type Definition = Omit<Described, 'options' | 'methods'> &
  Partial<Described> &
  Pick<PowersModel, 'terms'> & { readonly isComplete: (count: number) => boolean };

/** A model that is a sum of powers of the indication, built from its particulars. */
export function sumOfPowers({ isComplete, ...definition }: Definition): PowersModel {
  return {
    kind: 'powers',
    options: [],
    methods: 'all',
    ...definition,
    isComplete: ({ coefficients }) => isComplete(coefficients.length),
    ...evaluated(definition.terms)
  };
}

function evaluated(terms: PowersModel['terms']): Omit<Evaluated, 'isComplete'> {
  const write: Evaluated['write'] = ({ coefficients, center = 0, scale = 1 }) =>
    center !== 0 || scale !== 1 ? null : equationOf(terms, coefficients);
  if (terms === 'none') return { write, value: (_, y) => y, slope: () => 1, gradient: () => [] };
  if (terms === 'constant') {
    return { write, value: ({ coefficients }, y) => y + (coefficients[0] ?? 0), slope: () => 1, gradient: () => [1] };
  }
  const powersOf = ({ coefficients }: CurveParameters): readonly number[] =>
    terms === 'slope' ? [0, coefficients[0] ?? 0] : coefficients;
  return {
    write,
    value: (curve, y) => horner(powersOf(curve), scaled(curve, y)),
    slope: (curve, y) => {
      const u = scaled(curve, y);
      const coefficients = powersOf(curve);
      let slope = 0;
      for (let j = coefficients.length - 1; j > 0; j--) slope = slope * u + j * (coefficients[j] ?? 0);
      return slope / (curve.scale ?? 1);
    },
    gradient: (curve, y) => {
      const u = scaled(curve, y);
      let power = terms === 'slope' ? u : 1;
      return curve.coefficients.map(() => {
        const value = power;
        power *= u;
        return value;
      });
    }
  };
}

function scaled({ center = 0, scale = 1 }: CurveParameters, measured: number): number {
  return (measured - center) / scale;
}

/**
 * Horner's rule with compensated rounding errors: as accurate as in twice the working precision, rounded once.
 * Source: Graillat, Langlois, Louvet, Compensated Horner Scheme (2005).
 */
function horner(coefficients: readonly number[], u: number): number {
  let value = coefficients[coefficients.length - 1] ?? 0;
  let correction = 0;
  for (let j = coefficients.length - 2; j >= 0; j--) {
    const product = twoProduct(value, u);
    const sum = twoSum(product[0], coefficients[j] ?? 0);
    correction = correction * u + (product[1] + sum[1]);
    value = sum[0];
  }
  return value + correction;
}
