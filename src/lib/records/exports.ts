/** How much one file can have. */

/** Assets in an archive, where they are named. */
export const MOST_EXPORTED = 20_000;
/** Certificates in one ZIP. */
export const MOST_CERTIFICATES = 1000;
/** Certificates in one PDF, which is put together in memory. */
export const MOST_IN_ONE_PDF = 200;
