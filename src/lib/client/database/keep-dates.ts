import { channelDates, mergeDates, type JudgedCalibration } from '#lib/laboratory/calibration-status.ts';
import type { LocalDatabase, StoredDates } from './local-database.ts';
import { documentOf, findRows, rowsById } from './pulled-rows.ts';
import type { PulledRow, ReplicatedDatabase } from './replicated-database.ts';

/**
 * Keeps the dates of the assets whose calibrations are about to change, so that the list of assets never has to read
 * calibrations. Call it before the rows are written: after a crash in between the next pull writes the dates again.
 *
 * Dates are maxima, so a new calibration only has to be added; an asset is recomputed if a calibration that counted is
 * voided or removed.
 */
export async function keepDates(
  local: LocalDatabase,
  replicated: ReplicatedDatabase,
  written: readonly PulledRow[],
  removed: readonly string[]
): Promise<void> {
  const headers = written.map((row) => ({ row, header: documentOf('calibrations', row) }));
  const voided = headers.filter(({ header }) => header.voided !== null).map(({ row }) => row.id);
  const leaving = await rowsById(replicated.calibrations, [...voided, ...removed]);
  const afresh = new Set(leaving.map(({ key }) => key));
  const added = new Map<string, { stream: string; calibrations: JudgedCalibration[] }>();
  for (const { row, header } of headers) {
    const entry = added.get(row.key) ?? { stream: row.stream, calibrations: [] };
    entry.calibrations.push(header);
    added.set(row.key, entry);
  }
  const known = await knownDates(local, replicated, [...new Set([...afresh, ...added.keys()])], {
    afresh,
    without: new Set([...removed, ...written.map(({ id }) => id)])
  });
  await local.dates.bulkPut(
    known.map(({ id, stream, dates }) => {
      const more = added.get(id);
      const fresh = channelDates(more?.calibrations ?? []);
      return { id, stream: more?.stream ?? stream, dates: mergeDates([...dates, ...fresh]) };
    })
  );
}

async function knownDates(
  local: LocalDatabase,
  { calibrations }: ReplicatedDatabase,
  assets: readonly string[],
  { afresh, without }: { readonly afresh: ReadonlySet<string>; readonly without: ReadonlySet<string> }
): Promise<StoredDates[]> {
  const stored = await local.dates.bulkGet([...assets]);
  return Promise.all(
    assets.map(async (id, index) => {
      const before = stored[index] ?? { id, stream: '', dates: [] };
      if (!afresh.has(id)) return before;
      const rows = (await findRows(calibrations, { selector: { key: id } })).filter((row) => !without.has(row.id));
      return { ...before, dates: channelDates(rows.map((row) => documentOf('calibrations', row))) };
    })
  );
}
