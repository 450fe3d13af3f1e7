/** How a signing certificate came to be. */
export const SIGNING_CERTIFICATE_KINDS = ['self_signed', 'issued_here', 'imported'] as const;
export type SigningCertificateKind = (typeof SIGNING_CERTIFICATE_KINDS)[number];

/** From so many days before a certificate expires its organization is warned. */
export const WARN_DAYS = 60;

/** Why a PKCS#12 file cannot be used. */
export const IMPORT_FAULTS = [
  'unreadable',
  'wrong_password',
  'no_key',
  'no_certificate',
  'unsupported_key',
  'weak_key',
  'wrong_usage',
  'expired',
  'not_yet_valid',
  'chain_incomplete',
  'weak_chain'
] as const;
export type ImportFault = (typeof IMPORT_FAULTS)[number];
