/** Calendar dates as `YYYY-MM-DD`, counted in days from today. */
export const dayFromToday = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
