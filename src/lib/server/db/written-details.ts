/** Details of calibrations as JSON text: they are most of what devices pull, and nothing in them changes on its way. */
import { sql } from 'slonik';
import { z } from 'zod';
import { withMembers } from '#lib/laboratory/json-text.ts';
import { takeTurns } from '#lib/server/turns/take-turns.ts';
import { POINT_COLUMNS, RUNS } from './calibration-points.ts';
import { commas, JSON_SEPARATOR } from './column.ts';
import type { Tx } from './transaction.ts';

/** Request and results as PostgreSQL writes them, without their points, which are rows of their own. */
export const detailColumns = sql.fragment`c.id, c.organization_id, c.analysis_request::text AS analysis_request,
  c.result::text AS result, c.device_result::text AS device_result`;
export const detailRow = z.object({
  id: z.string(),
  organization_id: z.string(),
  analysis_request: z.string().nullable(),
  result: z.string().nullable(),
  device_result: z.string().nullable()
});
type DetailRow = z.infer<typeof detailRow>;

/**
 * @param withPoints the points of the result once more beside it, as apps of the protocols 1 and 2 read them
 * @returns each row with the JSON of its document (`calibrationDetailDocument`), as stored: in the format of its time
 */
export async function writeDetails<Row extends DetailRow>(
  tx: Tx,
  rows: readonly Row[],
  withPoints: boolean
): Promise<{ readonly row: Row; readonly json: string }[]> {
  const runs = await findWrittenRuns(
    tx,
    rows.map(({ id }) => id)
  );
  const pause = takeTurns();
  const details: { readonly row: Row; readonly json: string }[] = [];
  for (const row of rows) {
    const { id, organization_id, analysis_request: request, result, device_result } = row;
    const own = runs.get(id) ?? [];
    const members = {
      analysis_request: request && withMembers(request, listsOf('request', own)),
      result: result && withMembers(result, listsOf('result', own)),
      device_result,
      ...(withPoints && { points: listsOf('result', own)['points'] })
    };
    const written = Object.entries(members).map(([name, json]) => [name, json ?? 'null']);
    details.push({ row, json: withMembers(JSON.stringify({ id, organization_id }), Object.fromEntries(written)) });
    await pause();
  }
  return details;
}

/** The points of a run, as lists of JSON: as they were sent, and what was found; `[]` if nothing was. */
type WrittenRun = {
  readonly role: (typeof RUNS)[number]['role'];
  readonly request: string;
  readonly result: string;
};

/** There is always a list of points, even an empty one; the other runs only if they were measured. */
function listsOf(part: 'request' | 'result', runs: readonly WrittenRun[]): Readonly<Record<string, string>> {
  const lists = RUNS.map((run) => [run[part], runs.find(({ role }) => role === run.role)?.[part] ?? '[]'] as const);
  return Object.fromEntries(lists.filter(([name, list]) => name === 'points' || list !== '[]'));
}

const pointMembers = commas(
  Object.entries(POINT_COLUMNS).map(([field, { name }]) => sql.fragment`${field}::text, ${sql.identifier([name])}`)
);

async function findWrittenRuns(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, readonly WrittenRun[]>> {
  const rows = await tx.any(sql.type(runRow)`
    SELECT calibration_id, role, json_agg(json_strip_nulls(json_build_object(${pointMembers})) ORDER BY position)::text AS request,
      string_agg(coalesce(result, 'null')::text, ${JSON_SEPARATOR} ORDER BY position) AS results
    FROM calibration_points WHERE calibration_id = ANY(${sql.array([...ids], 'uuid')})
    GROUP BY calibration_id, role`);
  const found = new Map<string, WrittenRun[]>();
  for (const { calibration_id: id, role, request, results } of rows) {
    const runs = found.get(id) ?? [];
    runs.push({ role, request, result: resultsOf(request, results) });
    found.set(id, runs);
  }
  return found;
}
const runRow = z.object({
  calibration_id: z.string(),
  role: z.enum(RUNS.map(({ role }) => role)),
  request: z.string(),
  results: z.string()
});

/** The results of points with the coordinates of each, which are stored once. */
function resultsOf(points: string, results: string): string {
  const coordinates = JSON.parse(points) as readonly { readonly reference: number; readonly measured: number }[];
  const written = results.split(JSON_SEPARATOR).flatMap((result, i) => {
    const at = coordinates[i];
    if (result === 'null' || at === undefined) return [];
    return withMembers(result, { reference: String(at.reference), measured: String(at.measured) });
  });
  return `[${written.join(',')}]`;
}
