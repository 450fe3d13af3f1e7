/** Where a file of a certificate is stored: under its hash. */
export const keyOfCertificate = (calibrationId: string, sha256: string): string =>
  `certificates/${calibrationId}/${sha256}.pdf`;
