/** What is recorded with a calibration although it does not stand in its way; the engine adds its own. */
export const CALIBRATION_WARNINGS = {
  asset_retired: 'The asset was retired when this calibration was recorded.',
  channel_archived: 'The channel was archived when this calibration was recorded.',
  asset_changed: 'The asset had been changed since the device that recorded this calibration last saw it.',
  correction_not_applied: 'Judged after correction, although the readings of this instrument are used without one.',
  reference_retired: 'The reference was retired when this calibration was recorded.',
  reference_overdue: 'The calibration of the reference was overdue on the day of this calibration.',
  reference_voided: 'The calibration of the reference that was used has been voided since.',
  reference_superseded: 'A newer calibration of the reference existed by the time this one was recorded.',
  engine_differs:
    'The device computed with another version of the engine; its result is kept beside that of the server.'
} as const;
export type CalibrationWarningCode = keyof typeof CALIBRATION_WARNINGS;
export type CalibrationWarning = { readonly code: string; readonly message: string };

export const calibrationWarning = (code: CalibrationWarningCode): CalibrationWarning => ({
  code,
  message: CALIBRATION_WARNINGS[code]
});
