import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { DocumentOf } from '#sync/protocol/documents.ts';

/** The certificate's state from a calibration's record; null if the device has none. */
export const certificateOf = (document: DocumentOf<'certificates'> | undefined): CalibrationHeader['certificate'] =>
  document === undefined
    ? null
    : {
        number: document.number,
        state: document.state,
        sha256: document.sha256,
        issued_at: document.issued_at,
        error: document.error,
        held_for: document.held_for,
        kept: document.kept,
        release: document.release,
        review: document.review,
        verify_token: document.verify_token
      };
