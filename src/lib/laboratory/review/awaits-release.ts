import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { isInReview } from '#lib/records/certificate-states.ts';

/** A valid calibration of this installation whose certificate a second person has not released yet. */
export const awaitsRelease = ({
  certificate,
  voided,
  imported
}: Pick<CalibrationHeader, 'certificate' | 'voided' | 'imported'>): boolean =>
  voided === null && !imported && isInReview(certificate?.state);
