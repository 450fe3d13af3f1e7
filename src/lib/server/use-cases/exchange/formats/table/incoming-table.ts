import { setImmediate as nextTurn } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { assetIdentifier } from '#lib/contracts/assets.ts';
import type { Finding, ImportRow } from '#lib/contracts/exchange.ts';
import { nearestOf } from '#lib/laboratory/exchange/sheet/near.ts';
import { readRow, senseOf } from '#lib/laboratory/exchange/sheet/read-row.ts';
import type { CellFinding } from '#lib/laboratory/exchange/sheet/row-values.ts';
import { SHEET_FIELDS } from '#lib/records/sheet-fields.ts';
import { templateHeading } from '#lib/laboratory/exchange/sheet/headings.ts';
import { REASONS } from '#lib/laboratory/exchange/sheet/guess-columns.ts';
import { CSV_MARK, csvRow } from '#lib/laboratory/csv.ts';
import { reasonText } from '#lib/server/spreadsheets/reasons.ts';
import { refusedSheet, type Sheet } from '#lib/server/spreadsheets/sheet.ts';
import type { Incoming, IncomingAsset, Reading } from '../../incoming.ts';
import { findFacts, type TableFacts } from './facts.ts';
import { Places } from './places.ts';
import { assetRecord, calibrationRecord, changesOf } from './records.ts';
import { tableOf, textsOf, type SheetTable } from './sheet-table.ts';

/** So many rows are read before others have their turn. */
const ROWS_A_TURN = 200;
const SAMPLES = 3;
const LONGEST_SAMPLE = 60;
const MOST_NEW_LOCATIONS = 100;

type ReadRow = { readonly asset: IncomingAsset; readonly locationId: string | null };

/** Makes assets of the rows of a sheet. @throws Refusal `archive_refused` where there are none */
export async function incomingTable(format: string, sheet: Sheet, reading: Reading): Promise<Incoming> {
  const table = tableOf(sheet, reading.mapping, reading.corrections);
  if (table.rows.length === 0) throw refusedSheet('The table has no rows below its headings.');
  const facts = await findFacts(reading);
  const places = new Places(facts.locations, facts.now);
  const sense = senseOf(new Map(SHEET_FIELDS.map((field) => [field, table.columnOf(field)])), {
    order: reading.mapping.dates,
    unit: table.unit,
    isIdentifier: (text) => assetIdentifier.safeParse(text).success,
    today: facts.today,
    language: reading.actor.language
  });
  const lines = new Map(table.rows.map((row) => [String(row.line), row]));
  // Read once, so that ids are the same when it is written.
  const all: ReadRow[] = [];
  for (const row of table.rows) {
    all.push(readAsset(String(row.line), readRow(table.cellsOf(row), sense), { facts, places }));
    if (all.length % ROWS_A_TURN === 0) await nextTurn();
  }
  const made = places.madeFor(all.flatMap(({ locationId }) => locationId ?? []));
  const textsIn = (path: string) => {
    const row = lines.get(path);
    return row === undefined ? [] : textsOf(row, table);
  };
  return {
    format,
    total: table.rows.length,
    locations: made,
    procedures: [],
    assets: async function* () {
      for (const { asset } of all) yield await Promise.resolve(asset);
    },
    close: () => Promise.resolve(),
    table: {
      report: {
        sheets: [...sheet.names],
        sheet: sheet.name,
        heading_row: table.headingRow,
        rows: table.rows.length,
        encoding: sheet.encoding,
        delimiter: sheet.delimiter,
        columns: table.columns.map(({ label, use }, i) => ({ label, use, samples: samplesOf(table, i) })),
        new_locations: made.slice(0, MOST_NEW_LOCATIONS).map(({ id }) => places.pathOf(id))
      },
      cellsOf: textsIn,
      refused: (rows) => refusedTable(rows, textsIn, table, reading),
      only: (actions) => ({
        locations: places.madeFor(
          all.flatMap(({ asset, locationId }) =>
            ['create', 'update'].includes(actions.get(asset.path) ?? '') ? (locationId ?? []) : []
          )
        )
      })
    }
  };
}

function samplesOf({ rows }: SheetTable, column: number): string[] {
  const samples: string[] = [];
  for (const { cells } of rows) {
    const text = String(cells[column] ?? '').slice(0, LONGEST_SAMPLE);
    if (text !== '' && !samples.includes(text)) samples.push(text);
    if (samples.length === SAMPLES) break;
  }
  return samples;
}

const findingOf = ({ level, code, field, suggestion }: CellFinding): Finding => ({
  level,
  code,
  loc: [field],
  message: reasonText(code, 'en'),
  ...(suggestion !== undefined && { suggestion })
});

function readAsset(
  path: string,
  { values, findings }: ReturnType<typeof readRow>,
  { facts, places }: { readonly facts: TableFacts; readonly places: Places }
): ReadRow {
  const found: CellFinding[] = [...findings];
  const whole = { path, asset_id: values?.asset_id ?? null, photo: null, calibrations: () => none() };
  const procedureId = values?.procedure ? (facts.procedures.get(values.procedure.toLowerCase()) ?? null) : null;
  if (values?.procedure && procedureId === null) {
    const suggestion = nearestOf(values.procedure, facts.procedures.keys());
    found.push({
      level: 'error',
      code: 'procedure_unknown',
      field: 'procedure',
      ...(suggestion !== null && { suggestion })
    });
  }
  if (values === null || found.some(({ level }) => level === 'error'))
    return { asset: { ...whole, record: null, findings: found.map(findingOf) }, locationId: null };
  const place = values.location === null ? null : places.find(values.location);
  if (place?.suggestion)
    found.push({ level: 'warning', code: 'location_alike', field: 'location', suggestion: place.suggestion });
  const record = assetRecord(uuidv7(), values, { locationId: place?.id ?? null, procedureId }, facts);
  const existing = facts.assets.get(values.asset_id.toLowerCase());
  const { calibration } = values;
  const last = calibration === null || existing?.has_channels ? null : calibrationRecord(record, calibration, facts);
  if (calibration !== null && existing?.has_channels)
    found.push({ level: 'warning', code: 'calibration_of_channel', field: 'last_calibrated' });
  const isKnown =
    last !== null && existing?.external.includes(`${last.calibration_date} ${last.lab_certificate_number ?? ''}`);
  return {
    asset: {
      ...whole,
      record,
      findings: found.map(findingOf),
      changes: changesOf(values),
      hasNewIds: true,
      calibrations: async function* () {
        if (last !== null && !isKnown)
          yield await Promise.resolve({ path, record: last, pdf: null, isNew: true as const });
      }
    },
    locationId: place?.id ?? null
  };
}

async function* none(): AsyncGenerator<never> {
  // A row that cannot be read has no history.
}

/** The refused rows as they are, and in a last column why. */
function refusedTable(
  rows: readonly ImportRow[],
  textsIn: (path: string) => readonly string[],
  { columns, labelOf }: SheetTable,
  { actor }: Reading
): string {
  const kept = columns.flatMap(({ label }, i) => (label === REASONS ? [] : [i]));
  const heads = [...kept.map((i) => columns[i]?.label ?? ''), REASONS];
  const reasonsOf = ({ findings }: ImportRow) =>
    findings
      .filter(({ level }) => level === 'error')
      .map(({ code, loc, suggestion }) => {
        const text = reasonText(code, actor.language);
        const label = labelOf(loc[0] ?? '') ?? templateHeading(loc[0] ?? '', actor.language);
        return `${label}: ${text}${suggestion === undefined ? '' : ` (${suggestion})`}`;
      })
      .join(' | ');
  const body = rows.map((row) => {
    const texts = textsIn(row.path);
    return csvRow([...kept.map((i) => texts[i] ?? ''), reasonsOf(row)]);
  });
  return CSV_MARK + [csvRow(heads), ...body].join('');
}
