/** Remarks on the calibration. */
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { Section } from './section.ts';

export type RemarkFields = {
  readonly notes: string;
  /** The certificate that this one replaces (amended report), kept when a refused entry is corrected. */
  readonly replaces_calibration_id: string | null;
};

export const remarks: Section<RemarkFields, Pick<CreateCalibrationBody, keyof RemarkFields>> = {
  begin: () => ({ notes: '', replaces_calibration_id: null }),
  toRequest: ({ notes, replaces_calibration_id }) => ({
    ...(replaces_calibration_id ? { replaces_calibration_id } : {}),
    ...(notes.trim() ? { notes: notes.trim() } : {})
  }),
  fromRequest: ({ notes, replaces_calibration_id }) => ({
    notes: notes ?? '',
    replaces_calibration_id: replaces_calibration_id ?? null
  })
};
