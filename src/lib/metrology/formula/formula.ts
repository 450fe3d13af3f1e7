import { wholeExponent, type Expression, type FunctionName, type Operator } from './expression.ts';
import { operationAt, type Step } from './steps.ts';
import { parseFormula } from './parse-formula.ts';

/** A formula f(y; c) that can be evaluated with all its derivatives. */
export type Formula = {
  readonly expression: Expression;
  readonly parameters: readonly string[];
  /** f at y for the coefficients c; NaN or Infinity outside its domain. */
  readonly value: (coefficients: ArrayLike<number>, y: number) => number;
  /** The same, and into `out` ∂f/∂c_0 … ∂f/∂c_(p−1), ∂f/∂y (p + 1 numbers). */
  readonly gradient: (coefficients: ArrayLike<number>, y: number, out: Float64Array) => number;
};

type Code = Operator | FunctionName | 'negative' | 'number' | 'variable' | 'parameter';
type Node = { readonly code: Code; readonly a: number; readonly b: number; readonly constant: number };

/**
 * Compiles the text of a formula; refuses with `bad_expression`.
 *
 * Derivatives are exact: reverse accumulation over the list of operations, at the cost of about three evaluations
 * whatever the number of parameters. Source: Griewank and Walther, Evaluating Derivatives, 3.2.
 */
export function formulaOf(text: string): Formula {
  const { expression, parameters } = parseFormula(text);
  const nodes: Node[] = [];
  flatten(expression, nodes);
  const steps: Step[] = nodes.map(({ code, a, b, constant }) => operationAt(code, a, b, constant));
  const values = new Float64Array(nodes.length);
  const adjoints = new Float64Array(nodes.length);
  const last = nodes.length - 1;
  const value = (coefficients: ArrayLike<number>, y: number): number => {
    for (let i = 0; i <= last; i++) values[i] = (steps[i] as Step).value(values, coefficients, y);
    return values[last] as number;
  };
  return {
    expression,
    parameters,
    value,
    gradient: (coefficients, y, out) => {
      const result = value(coefficients, y);
      adjoints.fill(0);
      out.fill(0);
      adjoints[last] = 1;
      for (let i = last; i >= 0; i--) {
        const adjoint = adjoints[i] as number;
        const node = nodes[i] as Node;
        if (node.code === 'parameter') out[node.a] = (out[node.a] as number) + adjoint;
        else if (node.code === 'variable') out[parameters.length] = (out[parameters.length] as number) + adjoint;
        else if (adjoint !== 0) (steps[i] as Step).spread(values, adjoints, adjoint, values[i] as number);
      }
      return result;
    }
  };
}

/** Appends the tree so that every node follows its parts; returns the place of the node. */
function flatten(expression: Expression, nodes: Node[]): number {
  const push = (code: Code, a = 0, b = 0, constant = 0): number => nodes.push({ code, a, b, constant }) - 1;
  switch (expression.kind) {
    case 'number':
      return push('number', 0, 0, expression.value);
    case 'variable':
      return push('variable');
    case 'parameter':
      return push('parameter', expression.index);
    case 'negative':
      return push('negative', flatten(expression.of, nodes));
    case 'function':
      return push(expression.name, flatten(expression.of, nodes));
    case 'operation': {
      const a = flatten(expression.left, nodes);
      const whole = expression.operator === '^' ? wholeExponent(expression.right) : null;
      if (whole !== null) return push('^', a, -1, whole);
      return push(expression.operator, a, flatten(expression.right, nodes));
    }
  }
}
