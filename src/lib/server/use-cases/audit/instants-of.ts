type Window = { readonly from?: string | undefined; readonly to?: string | undefined };

const DAY_MS = 86_400_000;
const isDay = (moment: string): boolean => /^\d{4}-\d\d-\d\d$/.test(moment);

/**
 * A period with an exclusive end, for queries. A day (`YYYY-MM-DD`, UTC) is inclusive; an instant as `to` is included,
 * with the database's precision of a microsecond.
 */
export function instantsOf({ from, to }: Window): { from?: string; until?: string } {
  return {
    ...(from !== undefined && { from: isDay(from) ? `${from}T00:00:00Z` : from }),
    ...(to !== undefined && { until: isDay(to) ? new Date(Date.parse(to) + DAY_MS).toISOString() : justAfter(to) })
  };
}

/** The next microsecond after an instant of any precision and offset. */
function justAfter(instant: string): string {
  const [, fraction = ''] = /\.(\d+)/.exec(instant) ?? [];
  const micros = Number(fraction.padEnd(6, '0').slice(0, 6)) + 1;
  const seconds = Date.parse(instant.replace(/\.\d+/, '')) + Math.floor(micros / 1e6) * 1000;
  return `${new Date(seconds).toISOString().slice(0, 19)}.${String(micros % 1e6).padStart(6, '0')}Z`;
}
