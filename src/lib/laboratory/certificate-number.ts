/**
 * `{prefix}-{year}-{sequence}`, for example `LAB-2026-0042`. The sequence has at least four digits, so that numbers of a year
 * sort as they were given; a number is never given twice, not even after voiding.
 */
export const certificateNumber = (prefix: string, year: number, sequence: number): string =>
  `${prefix}-${year}-${String(sequence).padStart(4, '0')}`;
