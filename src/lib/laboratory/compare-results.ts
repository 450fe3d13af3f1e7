/**
 * Whether a device's result equals the server's. Equal means: the same verdicts, and every number within
 * |a−b| ≤ 1e-9·max(|a|,|b|) + 1e-12·S, where S is the largest magnitude of that number's unit in the request (api.md,
 * Calibrations). Engines may differ only in the last digits of exp and log.
 */
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { largestMagnitudes, magnitude, powerOf, powerOfElement, UNITLESS, type Power } from './result-units.ts';

export type Difference = {
  /** From the root of the result, as in `loc`. */
  readonly path: readonly string[];
  readonly device: unknown;
  readonly server: unknown;
};

const RELATIVE = 1e-9;
const ABSOLUTE = 1e-12;
const MOST_REPORTED = 20;
/** Number of list elements compared in one step. */
const SLICE = 500;

/** Texts made from numbers that are compared elsewhere, the index of a point, which a tie may move, and what only records state. */
const DERIVED = new Set([
  'format',
  'engine',
  'equation',
  'equation_latex',
  'statement',
  'warnings',
  'expanded_uncertainty_rounded',
  'worst_point',
  'point'
]);

/** The differences between the device's result and the server's, at most twenty. Empty: they are equal. */
export function compareResults(request: AnalysisRequest, device: AnalysisResult, server: AnalysisResult): Difference[] {
  const steps = comparingSteps(request, device, server);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same in steps of a few milliseconds, for thousands of points. */
export function* comparingSteps(
  request: AnalysisRequest,
  device: AnalysisResult,
  server: AnalysisResult
): Generator<void, Difference[]> {
  const found: Difference[] = [];
  const sizes = largestMagnitudes(request);
  const trail: string[] = [];
  const differ = (a: unknown, b: unknown) => found.push({ path: [...trail], device: a ?? null, server: b ?? null });

  const walk = (a: unknown, b: unknown, power: Power): void => {
    if (typeof a === 'number' && typeof b === 'number') {
      if (a !== b && !isClose(a, b, magnitude(power, sizes))) differ(a, b);
    } else if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length === b.length) walkElements(a, b, power);
      else differ(`${a.length} elements`, `${b.length} elements`);
    } else if (isRecord(a) && isRecord(b)) {
      for (const key in b) walkMember(a, b, key, power);
      for (const key in a) if (!(key in b)) walkMember(a, b, key, power);
    } else if (a !== b) differ(a, b);
  };
  const walkElements = (a: readonly unknown[], b: readonly unknown[], power: Power, from = 0, to = b.length): void => {
    for (let i = from; i < to && found.length < MOST_REPORTED; i++) {
      const own = powerOfElement(trail, i, power);
      trail.push(String(i));
      walk(a[i], b[i], own);
      trail.pop();
    }
  };
  const walkMember = (a: Members, b: Members, key: string, power: Power): void => {
    if (DERIVED.has(key) || found.length >= MOST_REPORTED) return;
    trail.push(key);
    walk(a[key], b[key], powerOf(key, power));
    trail.pop();
  };
  const walkList = function* (a: readonly unknown[], b: readonly unknown[], key: string): Generator<void, void> {
    trail.push(key);
    for (let from = 0; from < b.length; from += SLICE) {
      walkElements(a, b, powerOf(key, UNITLESS), from, Math.min(from + SLICE, b.length));
      yield;
    }
    trail.pop();
  };
  for (const key of new Set([...Object.keys(server), ...Object.keys(device)])) {
    const [a, b] = [(device as Members)[key], (server as Members)[key]];
    const areLong = Array.isArray(a) && Array.isArray(b) && a.length === b.length && b.length > SLICE;
    if (areLong && !DERIVED.has(key)) yield* walkList(a, b, key);
    else walkMember(device as Members, server as Members, key, UNITLESS);
  }
  return found;
}

/**
 * Whether an older engine's result showed its author something else: a verdict, or the expanded uncertainty as printed.
 * Smaller differences are recorded without effect.
 */
export function changesWhatWasSeen(device: AnalysisResult, server: AnalysisResult): Difference[] {
  const ours = whatIsSeen(server);
  return whatIsSeen(device).flatMap(([path, value], i) => {
    const own = ours[i]?.[1] ?? null;
    return value === own ? [] : [{ path, device: value, server: own }];
  });
}

const whatIsSeen = ({ conformity, expanded_uncertainty_rounded: rounded }: AnalysisResult) =>
  [
    [['conformity', 'as_found'], conformity?.as_found ?? null],
    [['conformity', 'as_left'], conformity?.as_left ?? null],
    [['conformity', 'conforms'], conformity?.conforms ?? null],
    [['expanded_uncertainty_rounded', 'text'], rounded.text]
  ] as const;

type Members = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isClose = (a: number, b: number, size: number): boolean =>
  Math.abs(a - b) <= RELATIVE * Math.max(Math.abs(a), Math.abs(b)) + ABSOLUTE * size;
