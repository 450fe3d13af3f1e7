/** The calendar day `days` after `day` (both YYYY-MM-DD); no time zone is involved. An unreadable day is answered unchanged. */
export function addDays(day: string, days: number): string {
  const start = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(start)) return day;
  return new Date(start + days * 86_400_000).toISOString().slice(0, 10);
}

/** The calendar day of an instant where this device stands. */
export function localDay(instant: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}
