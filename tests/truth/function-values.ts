/** Values of single functions over fixed arguments: what tells whether two engines compute alike. */
import { exp, log, log1p } from '#lib/metrology/distributions/elementary.ts';
import { arctan, cos, sin } from '#lib/metrology/distributions/trigonometric.ts';

type OneArgument = (x: number) => number;

/** The engine's own, which must be the same everywhere. */
export const OURS: Readonly<Record<string, OneArgument>> = { exp, log, log1p, sin, cos, arctan };

/** Those of `Math` that the engine calls. */
export const CALLED = ['sqrt', 'abs', 'floor', 'ceil', 'round', 'sign', 'trunc'] as const;

/** Those of `Math` that ECMA-262 leaves to the engine, and that are therefore not called. */
export const LEFT_TO_ENGINES = [
  ...['exp', 'expm1', 'log', 'log1p', 'log2', 'log10', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan'],
  ...['sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh', 'cbrt']
] as const;

/** `Math.sqrt` and the like by that name, the engine's own by `ours exp`, powers by `pow`. */
export function valuesOf(name: string): string {
  return JSON.stringify(argumentsOfAllSizes().map(functionOf(name)));
}

function functionOf(name: string): OneArgument {
  if (name.startsWith('ours ')) return OURS[name.slice(5)] ?? (() => Number.NaN);
  if (name === 'pow') return (x) => Math.pow(Math.abs(x), 0.37 + (x % 3));
  return Math[name as 'sqrt'];
}

/** Ten thousand numbers of many sizes and both signs. */
function argumentsOfAllSizes(): number[] {
  let state = 12345;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const scales = [0.01, 0.5, 1, 3, 30, 700, 90_000];
  return Array.from({ length: 10_000 }, (_, i) => (2 * next() - 1 + next() * 2 ** -32) * (scales[i % 7] ?? 1));
}
