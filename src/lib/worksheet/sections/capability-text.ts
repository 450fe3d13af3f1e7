import type { Capability } from '#lib/metrology/types.ts';
import { numberText } from '../typed/number-text.ts';

/** A capability a + b·|x| as the two fields that it is typed in. */
export function capabilityTexts(cmc: Capability | null | undefined): {
  readonly cmc: string;
  readonly cmc_share: string;
} {
  if (cmc === null || cmc === undefined || typeof cmc === 'number') return { cmc: numberText(cmc), cmc_share: '' };
  return { cmc: numberText(cmc.a), cmc_share: cmc.b === 0 ? '' : numberText(cmc.b) };
}
