/**
 * The states of a certificate. `held`: a person has to decide about a problem of its calibration before it is issued.
 * `waiting_for_release`: a second person has to review it. `returned`: they asked something that nobody has answered.
 */
export const CERTIFICATE_STATES = ['pending', 'issued', 'failed', 'held', 'waiting_for_release', 'returned'] as const;
export type CertificateState = (typeof CERTIFICATE_STATES)[number];

/** Who authorizes that a certificate is issued (ISO/IEC 17025 7.8.1.1): whoever records it, or another person. */
export const RELEASES = ['automatic', 'second_person'] as const;
export type Release = (typeof RELEASES)[number];

/** It is not issued until a second person has said so. */
export const isInReview = (state: CertificateState | undefined): boolean =>
  state === 'waiting_for_release' || state === 'returned';
