/** Probabilities are typed in percent and sent as numbers up to 1. */
import type { FieldReader } from './field-problem.ts';

/** A probability typed in percent; undefined if it is invalid. */
export function readPercent(reader: FieldReader, field: string, percent: string): number | undefined {
  const value = reader.number(field, percent, { required: true, above: 0, max: 99.9999 });
  return value === undefined ? undefined : Number((value / 100).toPrecision(12));
}

/** The text for {@link readPercent}; null without a probability. */
export function percentText(probability: number | undefined): string | null {
  return probability === undefined ? null : String(Number((probability * 100).toPrecision(12)));
}
