import type { Capability } from '#lib/metrology/types.ts';

/** A laboratory's capability as an asset or a channel keeps it: a + b·|x|. */
export type CapabilityRecord = { readonly a: number; readonly b: number };

/** The record of what was typed: one number does not grow with the value. */
export const capabilityRecord = (given: Capability | null): CapabilityRecord | null =>
  typeof given === 'number' ? { a: given, b: 0 } : given;

/**
 * The capability as the engine is asked with it, in one form for device and server. Null where the record has none; a device may
 * still hold a record from before capabilities grew with the value.
 */
export function capabilityOf({ cmc }: { readonly cmc?: Capability | null }): Capability | null {
  if (cmc === null || cmc === undefined) return null;
  const { a, b } = typeof cmc === 'number' ? { a: cmc, b: 0 } : cmc;
  return b === 0 ? a : { a, b };
}

/** Whether two requests ask for the same floor of the uncertainty. */
export function sameCapability(one: Capability | null | undefined, other: Capability | null | undefined): boolean {
  const [a, b] = [one, other].map((given) => capabilityRecord(given ?? 0) ?? { a: 0, b: 0 });
  return a?.a === b?.a && a?.b === b?.b;
}
