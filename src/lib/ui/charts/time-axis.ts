/** Ticks of an axis of dates, in seconds since 1970, at the beginnings of years or months. */

const MOST_TICKS = 6;
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120, 240];

/** The beginnings of months (or of years, where those would be too many) between two times. */
export function timeTicks(low: number, high: number): number[] {
  const first = new Date(low * 1000);
  const last = new Date(high * 1000);
  const from = first.getUTCFullYear() * 12 + first.getUTCMonth();
  const to = last.getUTCFullYear() * 12 + last.getUTCMonth();
  const step = MONTHS.find((months) => (to - from) / months <= MOST_TICKS) ?? 480;
  const ticks: number[] = [];
  for (let month = Math.ceil(from / step) * step; month <= to; month += step) {
    const second = Date.UTC(Math.floor(month / 12), month % 12, 1) / 1000;
    if (second >= low && second <= high) ticks.push(second);
  }
  return ticks;
}

/** A tick in the words of a language: the year where all ticks are Januaries, else month and year. */
export function timeText(second: number, ticks: readonly number[], language: string): string {
  const years = ticks.every((tick) => new Date(tick * 1000).getUTCMonth() === 0);
  const format = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    ...(years ? {} : { month: 'short' }),
    timeZone: 'UTC'
  });
  return format.format(second * 1000);
}

/** A calendar day (YYYY-MM-DD) as seconds since 1970. */
export const secondsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;
