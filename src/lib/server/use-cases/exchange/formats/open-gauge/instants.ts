/** Days and instants as Open Gauge writes them: ISO, at times without an offset, which is UTC then. */
const DAY = /^\d{4}-\d{2}-\d{2}/;

export const dayOf = (text: string | null | undefined): string | null => DAY.exec(text ?? '')?.[0] ?? null;

/** @returns null if it is not a date */
export function instantOf(text: string | null | undefined): string | null {
  const day = dayOf(text);
  if (text === null || text === undefined || day === null) return null;
  const time = text.slice(day.length).replace(' ', 'T');
  const whole = time === '' ? 'T00:00:00Z' : /(Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time}Z`;
  const at = new Date(day + whole);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
