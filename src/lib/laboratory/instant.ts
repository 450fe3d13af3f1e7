/** Date and time of day, the digits of a second, and the offset: as RFC 3339 and as the database write an instant. */
const INSTANT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(Z|[+-]\d\d(?::?\d\d)?)$/;
const UTC = /^(Z|[+-]00(:?00)?)$/;

/**
 * The format of instants in responses: UTC, six decimal places, `2026-11-21T09:30:00.660000Z`. Other texts stay
 * unchanged.
 */
export function spellInstant(text: string): string {
  const [, date, time, digits = '', offset] = INSTANT.exec(text) ?? [];
  if (date === undefined || time === undefined || offset === undefined) return text;
  const zone = /^[+-]\d\d$/.test(offset) ? `${offset}:00` : offset;
  const seconds = UTC.test(offset) ? `${date}T${time}` : new Date(`${date}T${time}${zone}`).toISOString().slice(0, 19);
  return `${seconds}.${digits.padEnd(6, '0')}Z`;
}
