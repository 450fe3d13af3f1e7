import { dayHere } from '#lib/laboratory/calendar-day.ts';

let day = $state(dayHere(new Date()));

/** Today's date in the device's time zone, for screens: they follow it when a page stays open past midnight. */
export const today = {
  get current(): string {
    return day;
  },
  /** Looks at the clock; the lists of the device do so every minute, and when a tab is looked at again. */
  refresh(): void {
    day = dayHere(new Date());
  }
};
