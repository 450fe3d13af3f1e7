/** What the coefficients of a curve are called: on certificates, and in the formulas of metrology/formula/model-formulas.ts. */
import type { Translate } from '#lib/i18n/translate.ts';
import type { Model } from '#lib/metrology/types.ts';

export type CoefficientName = {
  /** As it stands in the formula: `c0`, `R0`, or the name that a formula of one's own gives. */
  readonly symbol: string;
  /** What it says, where its symbol alone does not: a key below `analysis.coefficient`. */
  readonly role?: CoefficientRole;
  /** The power of the indication that it stands before. */
  readonly power?: number;
  /** Left out where the curve has no use for it. */
  readonly optional?: boolean;
};
export type CoefficientRole =
  | 'of_power'
  | 'numerator'
  | 'denominator'
  | 'at_zero'
  | 'slope'
  | 'half_way'
  | 'at_infinity'
  | 'asymmetry'
  | 'ice_point'
  | 'below_zero';

type Named = {
  readonly model: Model;
  readonly count: number;
  /** `rational`: degree of the numerator. */
  readonly numerator?: number | undefined;
  /** `custom`: the names in the formula. */
  readonly parameters?: readonly string[] | undefined;
};

const LOGISTIC: readonly CoefficientRole[] = ['at_zero', 'slope', 'half_way', 'at_infinity', 'asymmetry'];
const PLATINUM: readonly CoefficientName[] = [
  { symbol: 'R0', role: 'ice_point' },
  { symbol: 'A' },
  { symbol: 'B' },
  { symbol: 'C', role: 'below_zero', optional: true }
];
const THERMISTOR: readonly CoefficientName[] = [{ symbol: 'A' }, { symbol: 'B' }, { symbol: 'C' }];

/** Names in the order of the coefficients; plain `c0`, `c1` … where the model says no more. */
export function coefficientNames({ model, count, numerator = 0, parameters = [] }: Named): readonly CoefficientName[] {
  const each = (name: (index: number) => CoefficientName) => Array.from({ length: count }, (_, i) => name(i));
  switch (model) {
    case 'proportional':
      return each(() => ({ symbol: 'c1', role: 'of_power', power: 1 }));
    case 'offset':
    case 'linear':
    case 'polynomial':
      return each((i) => ({ symbol: `c${i}`, role: 'of_power', power: i }));
    case 'rational':
      return each((i) =>
        i <= numerator
          ? { symbol: `c${i}`, role: 'numerator', power: i }
          : { symbol: `c${i}`, role: 'denominator', power: i - numerator }
      );
    case 'logistic_4':
    case 'logistic_5':
      return each((i) => {
        const role = LOGISTIC[i];
        return { symbol: `c${i}`, ...(role ? { role } : {}) };
      });
    case 'callendar_van_dusen':
      return PLATINUM.slice(0, count);
    case 'steinhart_hart':
      return THERMISTOR;
    case 'custom':
      return parameters.map((symbol) => ({ symbol }));
    default:
      return each((i) => ({ symbol: `c${i}` }));
  }
}

/** What a coefficient is called in the reader's language: its symbol, and what it says where that is known. */
export function coefficientLabel({ symbol, role, power = 0 }: CoefficientName, translate: Translate): string {
  return role === undefined ? symbol : translate(`analysis.coefficient.${role}`, { values: { name: symbol, power } });
}
