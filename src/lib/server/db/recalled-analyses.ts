import { sql } from 'slonik';
import { z } from 'zod';
import { calendarDate, id } from '#lib/contracts/primitives.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { findPoints } from './calibration-points.ts';
import { analysisColumns, analysisRow, joinPoints } from './calibrations.ts';
import type { Tx } from './transaction.ts';

export type RecalledAnalysis = {
  readonly id: string;
  readonly organizationId: string;
  readonly date: string;
  readonly isVoided: boolean;
  readonly request: AnalysisRequest | null;
  readonly result: AnalysisResult | null;
};

const facts = z.object({
  id,
  organization_id: id,
  calibration_date: calendarDate,
  is_voided: z.boolean(),
  ...analysisRow
});

/** Calibrations with their points, request and result. Read by the system. */
export async function findAnalyses(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, RecalledAnalysis>> {
  const rows = await tx.any(sql.type(facts)`
    SELECT c.id, c.organization_id, c.calibration_date, c.voided_at IS NOT NULL AS is_voided, ${analysisColumns}
    FROM calibrations c WHERE c.id = ANY(${sql.array([...ids], 'uuid')})`);
  const points = await findPoints(tx, ids);
  return new Map(
    rows.map((row) => {
      const { analysis_request: request, result } = joinPoints(row, points.get(row.id) ?? []);
      const { id, organization_id: organizationId, calibration_date: date, is_voided: isVoided } = row;
      return [id, { id, organizationId, date, isVoided, request, result }];
    })
  );
}
