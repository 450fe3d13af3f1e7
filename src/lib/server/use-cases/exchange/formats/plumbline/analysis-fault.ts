import type { ArchivedCalibration } from '#lib/contracts/archive.ts';
import { calibrationSchema } from '#lib/contracts/calibrations.ts';
import { joinPoints } from '#lib/server/db/calibrations.ts';

const analysisSchema = calibrationSchema.pick({ analysis_request: true, result: true, device_result: true });

/** Where an analysis is not of a form that is known, put together with its points; null where it is. */
export function faultInAnalysis(record: ArchivedCalibration): readonly string[] | null {
  const { id, points, analysis_request, result, device_result } = record;
  if ((analysis_request === null) !== (result === null)) return ['result'];
  try {
    // Held to the schema below: until then it is whatever the archive holds.
    const row = { analysis_request, result, device_result } as unknown as Parameters<typeof joinPoints>[0];
    const stored = points.map((point) => ({ ...point, calibration_id: id })) as unknown as Parameters<
      typeof joinPoints
    >[1];
    const { analysis_request: request, result: found, device_result: device } = joinPoints(row, stored);
    const parsed = analysisSchema.safeParse({ analysis_request: request, result: found, device_result: device });
    return parsed.success ? null : (parsed.error.issues[0]?.path ?? []).map(String);
  } catch {
    return ['format'];
  }
}
