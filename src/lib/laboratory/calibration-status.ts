/**
 * When an asset is due. The server asks this for its answers, a device for what it holds offline: one rule, one place
 * (specification 2.6; "Status" in the REST contract).
 */
import type { CalibrationStatus } from '#lib/contracts/assets.ts';

/** What of a calibration counts here. Dates are calendar dates `YYYY-MM-DD`. */
export type DatedCalibration = {
  readonly channel_id: string | null;
  readonly calibration_date: string;
  readonly due_date: string | null;
  readonly voided: object | boolean | null;
};

/** The latest dates of one channel's valid calibrations; `channel_id` null for the asset as a whole. */
export type ChannelDates = {
  readonly channel_id: string | null;
  readonly due_date: string | null;
  readonly last_calibrated_at: string;
};

/** The fields of an asset that are derived from its calibrations. */
export type AssetDates = {
  readonly calibration_status: CalibrationStatus;
  readonly overdue_channels: string[];
  readonly due_date: string | null;
  readonly last_calibrated_at: string | null;
};

const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

/**
 * Reduces calibrations to the latest dates of each channel. Voided ones do not count. The maximum is taken, not the newest
 * record: a version entered late, with an older date, moves nothing back.
 */
export function channelDates(calibrations: Iterable<DatedCalibration>): ChannelDates[] {
  const found = new Map<string | null, ChannelDates>();
  for (const { channel_id, calibration_date, due_date, voided } of calibrations) {
    if (voided) continue;
    const known = found.get(channel_id);
    found.set(channel_id, {
      channel_id,
      due_date: later(known?.due_date ?? null, due_date),
      last_calibrated_at: later(known?.last_calibrated_at ?? null, calibration_date) ?? calibration_date
    });
  }
  return [...found.values()];
}

/**
 * Status and dates of an asset. The status follows the latest due date over all of its calibrations; a channel that is overdue
 * by its own latest date is named all the same, unless it is archived. Without any due date a calibrated asset stays
 * `calibrated`.
 *
 * @param channels the asset's channels, archived ones too
 * @param dates from `channelDates`
 * @param today calendar date in the instance's time zone (`todayIn`)
 * @param leadDays from how many days before the due date an asset is `due_soon`
 */
export function calibrationStatus(
  channels: readonly { readonly id: string; readonly archived_at: string | null }[],
  dates: readonly ChannelDates[],
  today: string,
  leadDays: number
): AssetDates {
  const due_date = dates.reduce<string | null>((latest, channel) => later(latest, channel.due_date), null);
  const last = dates.reduce<string | null>((latest, channel) => later(latest, channel.last_calibrated_at), null);
  const inUse = new Set(channels.filter(({ archived_at }) => archived_at === null).map(({ id }) => id));
  const overdue_channels = dates.flatMap(({ channel_id: id, due_date: due }) =>
    id !== null && due !== null && due < today && inUse.has(id) ? [id] : []
  );
  return {
    calibration_status: statusOf(last, due_date, today, leadDays),
    overdue_channels,
    due_date,
    last_calibrated_at: last
  };
}

function statusOf(last: string | null, due: string | null, today: string, leadDays: number): CalibrationStatus {
  if (last === null) return 'never';
  if (due === null) return 'calibrated';
  if (due < today) return 'overdue';
  return due <= addDays(today, leadDays) ? 'due_soon' : 'calibrated';
}

/** A calendar date so many days later (earlier, if negative). */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The calendar date at an instant in an IANA time zone; an unknown zone counts as UTC. */
export function todayIn(timeZone: string, at: Date): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
  } catch {
    return at.toISOString().slice(0, 10);
  }
}
