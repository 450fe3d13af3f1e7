/** Warnings recorded with a calibration without blocking it; the engine adds its own. */
export const CALIBRATION_WARNINGS = {
  asset_retired: 'The asset was retired when this calibration was recorded.',
  channel_archived: 'The channel was archived when this calibration was recorded.',
  asset_changed: 'The asset had been changed since the device that recorded this calibration last saw it.',
  correction_not_applied: 'Judged after correction, although this instrument is used without correction.',
  nominal_put_in: 'No correction in force was given, so the nominal characteristic of the output signal was used.',
  reference_retired: 'The reference was retired when this calibration was recorded.',
  reference_out_of_service: 'The reference was out of service when this calibration was recorded.',
  reference_overdue: 'The calibration of the reference was overdue on the day of this calibration.',
  reference_voided: 'The calibration of the reference that was used has since been voided.',
  reference_failed: 'The reference did not conform when it was calibrated, so its errors may exceed its tolerance.',
  reference_superseded: 'A newer calibration of the reference existed by the time this one was recorded.',
  date_before_registration: 'The calibration is dated before the day on which the instrument was registered.',
  date_long_ago: 'The calibration was recorded more than two years after its date.',
  environment_unusual:
    'Temperature, relative humidity or air pressure is outside the usual range (0 °C to 50 °C, 5 % to 95 %, 60 kPa to 115 kPa).',
  environment_outside_procedure:
    'Temperature, relative humidity or air pressure is outside the limits of the procedure that was followed.',
  procedure_superseded: 'A newer revision of the procedure existed by the time this calibration was recorded.',
  procedure_retired: 'The procedure was retired when this calibration was recorded.',
  readings_outside_range: 'Readings are far outside the range of the instrument.',
  judged_with_other_history:
    'The device did not have the full history: another correction was in force, or another calibration of the reference applied. The verdict is the same either way.',
  recorded_again:
    'Recorded again after the server was restored from an older backup; version and certificate number are unchanged.',
  renumbered:
    'Recorded again after the server was restored from an older backup; its number had been given to another calibration in the meantime.',
  engine_differs: 'The device used another version of the engine; its result is kept beside the server’s.'
} as const;
export type CalibrationWarningCode = keyof typeof CALIBRATION_WARNINGS;
export type CalibrationWarning = { readonly code: string; readonly message: string };

/** A calibration that was offered again: whether its version and number are unchanged, and if not, what they were. */
export function warningOfRecordingAgain(
  had: { readonly version: number; readonly certificateNumber: string },
  has: { readonly version: number; readonly certificateNumber: string }
): CalibrationWarning {
  if (had.version === has.version && had.certificateNumber === has.certificateNumber) {
    return calibrationWarning('recorded_again');
  }
  const before = `It was version ${had.version}, certificate ${had.certificateNumber}.`;
  return { code: 'renumbered', message: `${CALIBRATION_WARNINGS.renumbered} ${before}` };
}

export const calibrationWarning = (code: CalibrationWarningCode): CalibrationWarning => ({
  code,
  message: CALIBRATION_WARNINGS[code]
});
