import type { TolerancePart } from '../types.ts';

/** Limits of an error, in the unit of the reference; null for an open side. */
export type Limits = { readonly lower: number | null; readonly upper: number | null };

/**
 * The limits of the error at a reference value: the signed parts of the tolerance, summed. Percentages of the reading are
 * of |reference|, percentages of the span of `span`. A side is open if any part leaves it open.
 */
export function limitsAt(tolerance: readonly TolerancePart[], reference: number, span: number | undefined): Limits {
  let lower: number | null = 0;
  let upper: number | null = 0;
  for (const part of tolerance) {
    const unit =
      part.kind === 'absolute' ? 1 : (part.kind === 'percent_of_reading' ? Math.abs(reference) : (span ?? 0)) / 100;
    lower = lower === null || part.lower === null ? null : lower + part.lower * unit;
    upper = upper === null || part.upper === null ? null : upper + part.upper * unit;
  }
  return { lower, upper };
}

/** The limits moved inwards by a width (outwards if it is negative). */
export function inset({ lower, upper }: Limits, width: number): Limits {
  return { lower: lower === null ? null : lower + width, upper: upper === null ? null : upper - width };
}
