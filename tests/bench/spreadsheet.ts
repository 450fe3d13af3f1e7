/** A list of 10 000 instruments as people keep it, imported, and its refused rows once more after they were corrected. */
import type pg from 'pg';
import { decode, splitRows } from '#lib/server/spreadsheets/csv.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { calibratedLaboratory } from '../support/calibrated-laboratory.ts';
import type { TestDatabase } from '../support/database.ts';
import { dirtySheet, KNOWN_PLACES, mended } from '../support/dirty-sheet.ts';
import { importedTable } from '../support/imported-table.ts';
import { testServices } from '../support/services.ts';
import { onBenchDatabase } from './bench-database.ts';
import type { Figure } from './measure.ts';
import { processorTimeWith } from './processor-time.ts';

const ROWS = 10_000;
/** For all of it: three minutes. */
const MOST_S = 180;

export const benchSpreadsheet = (): Promise<Figure[]> => onBenchDatabase(measure);

async function measure(database: TestDatabase, owner: pg.Client): Promise<Figure[]> {
  const laboratory = await calibratedLaboratory(await testServices(database));
  const { services, admin, organizationId } = laboratory;
  for (const name of KNOWN_PLACES)
    await createLocation(services, admin, { organization_id: organizationId, name, is_calibration_lab: false });
  const sheet = dirtySheet(ROWS, 7);
  const timeOf = await processorTimeWith(owner, 1, 0);
  let arrived = 0;
  const ms = await timeOf(async () => {
    const first = await importedTable(laboratory, sheet.text, { on_refused: 'leave_out' });
    const rows = [...splitRows(decode(Buffer.from(first.refused)).text, 0, ',')].map(({ cells }) => cells);
    const second = await importedTable(laboratory, mended(rows, sheet));
    arrived = (first.report?.counts.create ?? 0) + (second.report?.counts.create ?? 0);
  });
  if (arrived !== ROWS) throw new Error(`only ${arrived} of ${ROWS} rows arrived`);
  const name = `${ROWS} dirty rows of a spreadsheet, the refused ones twice`;
  return [{ name, value: ms / 1000, unit: 's', bar: { kind: 'at most', value: MOST_S } }];
}
