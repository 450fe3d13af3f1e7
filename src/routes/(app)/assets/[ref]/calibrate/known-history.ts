/** What the device knows by now of an instrument's history, for the day of the work. */
import type { Basis } from '#lib/client/basis/work-basis.svelte.ts';
import type { Asset, Channel } from '#lib/contracts/assets.ts';
import { latestOn } from '#lib/laboratory/in-force.ts';
import { inForceOf } from '#lib/worksheet/sections/in-force.ts';
import { planOf } from '#lib/worksheet/sections/points.ts';
import type { KnownHistory } from '#lib/worksheet/edits/history-notice.ts';
import { dayHere, isDay } from '#lib/laboratory/calendar-day.ts';
import { referencesOf } from './start-form.ts';

type Work = {
  readonly asset: Asset;
  readonly channel: Channel | null;
  /** Of the work, as typed. */
  readonly date: string;
  /** A refused entry is corrected: its points are its plan. */
  readonly entry: boolean;
};

export function knownHistory(basis: Basis, { asset, channel, date, entry }: Work): KnownHistory {
  const measuring = channel ?? asset;
  const day = isDay(date) ? date : dayHere(new Date());
  const points = entry ? [] : referencesOf(basis.previous);
  return {
    inForce: inForceOf(latestOn(basis.history, channel?.id ?? null, day), measuring.unit),
    plan: points.length === 0 ? [] : planOf(points, measuring),
    correctionApplied: measuring.correction_applied
  };
}
