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

export type ParsedFormula = { readonly expression: Expression; readonly parameters: readonly string[] };
