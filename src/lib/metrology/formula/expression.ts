/** The functions a formula may use. `ln` is natural, `log10` decimal; a bare `log` is refused, because it means either. */
export const FUNCTIONS = ['exp', 'ln', 'log10', 'sqrt', 'abs', 'sin', 'cos', 'tan', 'arctan', 'tanh'] as const;
export type FunctionName = (typeof FUNCTIONS)[number];
export type Operator = '+' | '-' | '*' | '/' | '^';

/** A formula as a tree. `variable` is the measured value. */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'variable' }
  | { readonly kind: 'parameter'; readonly index: number }
  | { readonly kind: 'negative'; readonly of: Expression }
  | { readonly kind: 'function'; readonly name: FunctionName; readonly of: Expression }
  | { readonly kind: 'operation'; readonly operator: Operator; readonly left: Expression; readonly right: Expression };

/** Whole exponents up to here are products. */
const LARGEST_WHOLE = 64;

/** A constant whole exponent up to 64: such a power is a product, and allows negative bases. Null for all others. */
export function wholeExponent(exponent: Expression): number | null {
  if (exponent.kind !== 'number') return null;
  return Number.isInteger(exponent.value) && Math.abs(exponent.value) <= LARGEST_WHOLE ? exponent.value : null;
}

export type ParsedFormula = { readonly expression: Expression; readonly parameters: readonly string[] };
