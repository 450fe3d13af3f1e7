import type { Asset } from '#lib/contracts/assets.ts';
import type { CorrectionCurve } from '#lib/metrology/types.ts';

/** A device may have a record from before output signals existed. */
type Signal = Pick<Asset, 'range_min' | 'range_max'> & Partial<Pick<Asset, 'signal_min' | 'signal_max'>>;

/**
 * The curve of an instrument with an output signal (4–20 mA, 0–10 V) until a calibration provides another: the line
 * through both ends of its range, exact at both. Null if it has no such signal.
 */
export function nominalCharacteristic(
  measuring: Signal
): Pick<CorrectionCurve, 'model' | 'coefficients' | 'center' | 'scale'> | null {
  const { range_min: low, range_max: high, signal_min: from = null, signal_max: to = null } = measuring;
  if (low === null || high === null || from === null || to === null || from === to) return null;
  return { model: 'linear', coefficients: [low, high - low], center: from, scale: to - from };
}

/** Whether a curve of a request is that line. */
export function isNominal(curve: CorrectionCurve | undefined, measuring: Signal): boolean {
  const nominal = nominalCharacteristic(measuring);
  return (
    curve !== undefined &&
    nominal !== null &&
    curve.calibration_id === undefined &&
    curve.model === nominal.model &&
    curve.center === nominal.center &&
    curve.scale === nominal.scale &&
    curve.coefficients.length === 2 &&
    curve.coefficients.every((value, i) => value === nominal.coefficients[i])
  );
}
