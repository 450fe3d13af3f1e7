/** The laboratory's own certificates, and its records of external calibrations. */
export type CertificateSeries = 'certificate' | 'external';

export const seriesOf = (kind: 'internal' | 'external'): CertificateSeries =>
  kind === 'external' ? 'external' : 'certificate';

/**
 * `{prefix}-{year}-{sequence}`, for example `LAB-2026-0042`; of records of external calibrations `LAB-X-2026-0007`, so that none looks
 * like a certificate of the laboratory. The sequence has at least four digits, so that numbers of a year sort in the
 * order of assignment; a number is never reused, not even after voiding.
 */
export const certificateNumber = (prefix: string, series: CertificateSeries, year: number, sequence: number): string =>
  `${prefix}${series === 'external' ? '-X' : ''}-${year}-${String(sequence).padStart(4, '0')}`;

/**
 * The year and the sequence of a number with any prefix; null if the text is not a number. One of more than seven digits is a date or
 * another system's code: counting on from it would leave no numbers for the year.
 */
export function partsOfCertificateNumber(number: string): { readonly year: number; readonly sequence: number } | null {
  const found = /-(\d{4})-(\d{4,7})$/.exec(number);
  return found === null ? null : { year: Number(found[1]), sequence: Number(found[2]) };
}
