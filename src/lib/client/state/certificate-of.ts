import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { DocumentOf } from '#sync/protocol/documents.ts';

/** The certificate's state from a calibration's record; null if the device has none. */
export const certificateOf = (held: DocumentOf<'certificates'> | undefined): CalibrationHeader['certificate'] =>
  held === undefined
    ? null
    : {
        number: held.number,
        state: held.state,
        sha256: held.sha256,
        issued_at: held.issued_at,
        error: held.error,
        held_for: held.held_for,
        kept: held.kept
      };
