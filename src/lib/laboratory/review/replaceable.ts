import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';

type Known = Pick<
  CalibrationHeader,
  'id' | 'channel_id' | 'version' | 'voided' | 'replaces_calibration_id' | 'certificate' | 'imported'
>;

/**
 * The voided calibration that a new one probably repeats: the last one of the instrument or channel, if nothing valid was recorded after
 * it. Null if there is none.
 */
export function replaceable<C extends Known>(history: readonly C[], channelId: string | null): C | null {
  const own = history.filter(({ channel_id }) => channel_id === channelId).toSorted((a, b) => b.version - a.version);
  const [last] = own;
  return last && last.voided !== null && !last.imported ? last : null;
}

/** The valid calibration that replaces this one; null if there is none. */
export const replacedBy = <C extends Known>(id: string, history: readonly C[]): C | null =>
  history
    .filter(({ replaces_calibration_id, voided }) => replaces_calibration_id === id && voided === null)
    .toSorted((a, b) => b.version - a.version)[0] ?? null;

/** Its certificate went out, or is about to: another one can say that it replaces it. */
export const wasReleased = ({ certificate }: Pick<Known, 'certificate'>): boolean =>
  certificate !== null && ['pending', 'issued', 'failed'].includes(certificate.state);
