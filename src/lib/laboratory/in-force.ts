/** The correction in force for an instrument on a day; device and server must agree. */
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { CorrectionCurve } from '#lib/metrology/types.ts';
import { correctionInForce } from './stored-curve.ts';

type Dated = Pick<CalibrationHeader, 'channel_id' | 'calibration_date' | 'version' | 'voided'>;
type Curved = Pick<CalibrationHeader, 'id' | 'curve' | 'unit'>;

/** The valid calibration of an instrument on a day: not voided, latest date up to that day, then highest version. */
export function latestOn<C extends Dated>(history: readonly C[], channelId: string | null, day: string): C | null {
  return history
    .filter((own) => own.voided === null && own.channel_id === channelId && own.calibration_date <= day)
    .reduce<C | null>((best, own) => (best === null || isLater(own, best) ? own : best), null);
}

/** The curve of that calibration as the correction in force; null if it is in another unit or corrects nothing. */
export function curveInForce(latest: Curved | null, unit: string | null): CorrectionCurve | null {
  const curve = latest && correctionInForce(latest);
  if (latest === null || curve === null) return null;
  return unit !== null && latest.unit !== null && latest.unit !== unit ? null : curve;
}

const isLater = (a: Dated, b: Dated): boolean =>
  a.calibration_date === b.calibration_date ? a.version > b.version : a.calibration_date > b.calibration_date;
