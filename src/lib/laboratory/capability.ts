import type { Capability } from '#lib/metrology/types.ts';

/** A laboratory's capability as stored with an asset or a channel: a + b·|x|. */
export type CapabilityRecord = { readonly a: number; readonly b: number };

/** The capability for typed input: a single number is constant. */
export const capabilityRecord = (capability: Capability | null): CapabilityRecord | null =>
  typeof capability === 'number' ? { a: capability, b: 0 } : capability;

/**
 * The capability for the engine's request, the same on device and server. Null if the record has none; a device may
 * still store a record from before capabilities depended on the value.
 */
export function capabilityOf({ cmc }: { readonly cmc?: Capability | null }): Capability | null {
  if (cmc === null || cmc === undefined) return null;
  const { a, b } = typeof cmc === 'number' ? { a: cmc, b: 0 } : cmc;
  return b === 0 ? a : { a, b };
}

/** Whether two requests have the same lower limit of the uncertainty. */
export function sameCapability(one: Capability | null | undefined, other: Capability | null | undefined): boolean {
  const [a, b] = [one, other].map((capability) => capabilityRecord(capability ?? 0) ?? { a: 0, b: 0 });
  return a?.a === b?.a && a?.b === b?.b;
}
