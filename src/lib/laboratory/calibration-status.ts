/**
 * When an asset is due, and the result of its last calibration. Server and devices use the same rule
 * (specification 2.6; "Status" in the REST contract).
 */
import type { Asset, CalibrationStatus, LastVerdict } from '#lib/contracts/assets.ts';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';

/** The relevant part of a calibration. Dates are calendar dates `YYYY-MM-DD`. */
export type DatedCalibration = {
  readonly channel_id: string | null;
  readonly calibration_date: string;
  readonly due_date: string | null;
  readonly voided: object | boolean | null;
};
/** What besides tells what it said. */
export type JudgedCalibration = DatedCalibration & Pick<CalibrationHeader, 'id' | 'version' | 'conforms' | 'profile'>;

/** The verdict of a channel's last valid calibration, and which of two is the later one. */
export type ChannelVerdict = LastVerdict & { readonly calibration_date: string; readonly version: number };

/** The latest dates of one channel's valid calibrations; `channel_id` null for the asset as a whole. */
export type ChannelDates = {
  readonly channel_id: string | null;
  readonly due_date: string | null;
  readonly last_calibrated_at: string;
  /** Missing on devices with an earlier version. */
  readonly last?: ChannelVerdict | undefined;
};

/** The fields of an asset that are derived from its calibrations. */
export type AssetDates = {
  readonly calibration_status: CalibrationStatus;
  readonly overdue_channels: string[];
  readonly due_date: string | null;
  readonly last_calibrated_at: string | null;
  readonly last_verdict: LastVerdict | null;
};

const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

/**
 * Reduces calibrations to the latest dates of each channel. Voided ones do not count. The latest date counts, not the
 * newest record: a version entered late with an older date has no effect.
 */
export const channelDates = (calibrations: Iterable<JudgedCalibration>): ChannelDates[] =>
  mergeDates([...calibrations].filter(({ voided }) => !voided).map(datesOf));

/** When each channel is due by its valid calibrations, by the id of the channel. */
export const dueByChannel = (calibrations: Iterable<JudgedCalibration>): Map<string, string | null> =>
  new Map(
    channelDates(calibrations).flatMap(({ channel_id, due_date }) => (channel_id ? [[channel_id, due_date]] : []))
  );

const datesOf = (of: JudgedCalibration): ChannelDates => ({
  channel_id: of.channel_id,
  due_date: of.due_date,
  last_calibrated_at: of.calibration_date,
  last: {
    calibration_id: of.id,
    calibration_date: of.calibration_date,
    version: of.version,
    conforms: of.conforms,
    as_found: of.profile?.as_found ?? null,
    as_left: of.profile?.as_left ?? null
  }
});

/** One entry for each channel from any number of them. */
export function mergeDates(entries: Iterable<ChannelDates>): ChannelDates[] {
  const found = new Map<string | null, ChannelDates>();
  for (const entry of entries) {
    const known = found.get(entry.channel_id);
    found.set(
      entry.channel_id,
      known === undefined
        ? entry
        : {
            channel_id: entry.channel_id,
            due_date: later(known.due_date, entry.due_date),
            last_calibrated_at: later(known.last_calibrated_at, entry.last_calibrated_at) ?? entry.last_calibrated_at,
            last:
              entry.last && (known.last === undefined || !isEarlier(entry.last, known.last)) ? entry.last : known.last
          }
    );
  }
  return [...found.values()];
}

const isEarlier = (a: ChannelVerdict, b: ChannelVerdict): boolean =>
  a.calibration_date === b.calibration_date ? a.version < b.version : a.calibration_date < b.calibration_date;

/**
 * Status, dates and last verdict of an asset. The status follows the latest due date over all of its calibrations; a
 * channel that is overdue by its own latest date is still listed, unless it is archived. Without any due date a
 * calibrated asset stays `calibrated`.
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
    last_calibrated_at: last,
    last_verdict: lastVerdict(inUse, dates)
  };
}

/**
 * The current verdict of an asset: that of a channel in use that does not conform, so that no other hides it, else the
 * newest. A verdict on the whole asset counts until a channel is calibrated on that day or later.
 */
function lastVerdict(inUse: ReadonlySet<string>, dates: readonly ChannelDates[]): LastVerdict | null {
  const of = dates.flatMap(({ channel_id: id, last }) =>
    last && (id === null || inUse.has(id)) ? [{ id, last }] : []
  );
  const counting = of.filter(
    ({ id, last }) =>
      id !== null || of.every((other) => other.id === null || other.last.calibration_date < last.calibration_date)
  );
  const order = counting
    .map(({ last }) => last)
    .sort(
      (a, b) =>
        Number(b.conforms === false) - Number(a.conforms === false) || Number(isEarlier(a, b)) - Number(isEarlier(b, a))
    );
  const [first] = order;
  if (first === undefined) return null;
  const { calibration_id, conforms, as_found, as_left } = first;
  return { calibration_id, conforms, as_found, as_left };
}

/** Whether the last verdict does not conform, whatever the due date. */
export const hasFailed = ({ last_verdict }: { readonly last_verdict: Pick<LastVerdict, 'conforms'> | null }): boolean =>
  last_verdict?.conforms === false;

/** In use: an instrument that is retired or out of service is never due. */
export const isInService = (asset: Pick<Asset, 'status' | 'out_of_service'>): boolean =>
  asset.status === 'active' && !asset.out_of_service;

function statusOf(last: string | null, due: string | null, today: string, leadDays: number): CalibrationStatus {
  if (last === null) return 'never';
  if (due === null) return 'calibrated';
  if (due < today) return 'overdue';
  return due <= addDays(today, leadDays) ? 'due_soon' : 'calibrated';
}

/** The calendar date a number of days later (earlier, if negative). */
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
