/**
 * The states of a certificate. `held`: a person has to decide about a problem of its calibration before it is issued.
 */
export const CERTIFICATE_STATES = ['pending', 'issued', 'failed', 'held'] as const;
