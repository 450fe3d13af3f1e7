const DAY_MS = 86_400_000;
/** The day before day 1. Spreadsheets believe that 1900 was a leap year, so that days count from one earlier after that February. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const FIRST_SOUND_DAY = 61;

/** Whether numbers of a format are days. @param code of a format that the workbook defines itself */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined)
    return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  const [first = ''] = code.split(';');
  const signs = first.replace(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, '').toLowerCase();
  return /[yj]|(^|[^a-z])d{1,4}([^a-z]|$)|a{2}/.test(signs);
}

/** The day that a number means, `YYYY-MM-DD`; null for none that spreadsheets can show. */
export function dayOfSerial(serial: number, from1904: boolean): string | null {
  const whole = Math.floor(serial);
  const first = from1904 ? 0 : 1;
  if (!Number.isFinite(serial) || whole < first || whole > 2_958_465) return null;
  const days = from1904 || whole >= FIRST_SOUND_DAY ? whole : whole + 1;
  return new Date((from1904 ? EPOCH_1904 : EPOCH_1900) + days * DAY_MS).toISOString().slice(0, 10);
}
