import { sql } from 'slonik';
import { z } from 'zod';
import type { AnalysisRequest, AnalysisResult, Point, PointResult } from '#lib/metrology/types.ts';
import { columnNames, json, type Column } from './column.ts';
import { insertRows } from './insert-rows.ts';
import type { Tx } from './transaction.ts';

/** The runs of a calibration, and their paths in request and result. */
export const RUNS = [
  { role: 'points', request: 'points', result: 'points' },
  { role: 'as_found', request: 'as_found_points', result: 'as_found_points' },
  { role: 'verification', request: 'verification_points', result: 'verification_points' }
] as const;
type Role = (typeof RUNS)[number]['role'];

/** The columns of a point as it was sent, by its fields; those that a request leaves out are null. */
export const POINT_COLUMNS = {
  reference: { name: 'reference', type: 'float8' },
  measured: { name: 'measured', type: 'float8' },
  u_reference: { name: 'u_reference', type: 'float8' },
  u_measured: { name: 'u_measured', type: 'float8' },
  nominal: { name: 'nominal', type: 'float8' },
  group: { name: 'group_number', type: 'int4' },
  direction: { name: 'direction', type: 'text' }
} as const satisfies { readonly [F in keyof Required<Point>]: Pick<Column<never>, 'name' | 'type'> };
type PointField = keyof typeof POINT_COLUMNS;
const POINT_FIELDS = Object.keys(POINT_COLUMNS) as PointField[];

type PointRow = {
  readonly organizationId: string;
  readonly calibrationId: string;
  readonly role: Role;
  readonly position: number;
  readonly point: Point;
  /** The results of the point, without its two coordinates, which are columns. */
  readonly found: Omit<PointResult, 'reference' | 'measured'> | null;
};

const columns: readonly Column<PointRow>[] = [
  { name: 'organization_id', type: 'uuid', of: (row) => row.organizationId },
  { name: 'calibration_id', type: 'uuid', of: (row) => row.calibrationId },
  { name: 'role', type: 'text', of: (row) => row.role },
  { name: 'position', type: 'int4', of: (row) => row.position },
  ...POINT_FIELDS.map((field) => ({
    ...POINT_COLUMNS[field],
    of: ({ point }: PointRow) => point[field] ?? null
  })),
  { name: 'result', type: 'jsonb', of: (row) => json(row.found) ?? 'null' }
];

export type AnalyzedCalibration = {
  readonly id: string;
  readonly organizationId: string;
  readonly request: AnalysisRequest;
  readonly result: AnalysisResult;
};

/** Writes the points of any number of calibrations by one statement. */
export function insertPoints(tx: Tx, calibrations: readonly AnalyzedCalibration[]): Promise<void> {
  return insertRows(tx, 'calibration_points', columns, calibrations.flatMap(rowsOf));
}

function rowsOf({ id, organizationId, request, result }: AnalyzedCalibration): PointRow[] {
  return RUNS.flatMap((run) =>
    (request[run.request] ?? []).map((point, position) => {
      const { reference: _reference, measured: _measured, ...found } = result[run.result]?.[position] ?? {};
      return {
        organizationId,
        calibrationId: id,
        role: run.role,
        position,
        point,
        found: Object.keys(found).length === 0 ? null : (found as PointRow['found'])
      };
    })
  );
}

/** The points of a calibration as an archive holds them. */
export const pointRowsOf = (request: AnalysisRequest, result: AnalysisResult) =>
  rowsOf({ id: '', organizationId: '', request, result }).map(({ role, position, point, found }) => ({
    role,
    position,
    reference: point.reference,
    measured: point.measured,
    u_reference: point.u_reference ?? null,
    u_measured: point.u_measured ?? null,
    group_number: point.group ?? null,
    nominal: point.nominal ?? null,
    direction: point.direction ?? null,
    result: found
  }));

const storedPoint = z.object({
  calibration_id: z.string(),
  role: z.enum(['points', 'as_found', 'verification']),
  reference: z.number(),
  measured: z.number(),
  u_reference: z.number().nullable(),
  u_measured: z.number().nullable(),
  group_number: z.int().nullable(),
  nominal: z.number().nullable(),
  direction: z.enum(['up', 'down']).nullable(),
  // Checked as a whole when it leaves the server (contracts/calibrations.ts).
  result: z.custom<PointRow['found']>()
});
export type StoredPoint = z.infer<typeof storedPoint>;

/** All points of these calibrations, each run in its order. */
export async function findPoints(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, readonly StoredPoint[]>> {
  const rows = await tx.any(sql.type(storedPoint)`
    SELECT calibration_id, role, ${columnNames(POINT_FIELDS.map((field) => POINT_COLUMNS[field].name))}, result
    FROM calibration_points WHERE calibration_id = ANY(${sql.array([...ids], 'uuid')})
    ORDER BY calibration_id, role, position`);
  const found = new Map<string, StoredPoint[]>(ids.map((id) => [id, []]));
  for (const row of rows) found.get(row.calibration_id)?.push(row);
  return found;
}

type Runs<P> = Partial<Record<(typeof RUNS)[number]['request'], P[]>>;

/** The runs of a request as they were sent. */
export const runsOfRequest = (points: readonly StoredPoint[]): Runs<Point> =>
  gather(points, (row) => {
    const sent = POINT_FIELDS.map((field) => [field, row[POINT_COLUMNS[field].name]] as const);
    return Object.fromEntries(sent.filter(([, value]) => value !== null)) as unknown as Point;
  });

/** The runs of a result as computed. */
export const runsOfResult = (points: readonly StoredPoint[]): Runs<PointResult> =>
  gather(points, (row) => row.result && { reference: row.reference, measured: row.measured, ...row.result });

function gather<P>(points: readonly StoredPoint[], make: (row: StoredPoint) => P | null): Runs<P> {
  const runs: Runs<P> = {};
  for (const run of RUNS) {
    const made = points.filter(({ role }) => role === run.role).flatMap((row) => make(row) ?? []);
    if (made.length > 0) runs[run.request] = made;
  }
  return runs;
}
