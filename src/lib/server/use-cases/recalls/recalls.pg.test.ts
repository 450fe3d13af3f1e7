import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { Recall, RecallLine } from '#lib/contracts/recalls.ts';
import { daysBetween } from '#lib/laboratory/calendar-day.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { analysisRequest } from '../../../../../tests/support/analysis-request.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  MEASURING,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { listAuditLogs } from '#lib/server/use-cases/audit/list-audit-logs.ts';
import { decideRecall } from './decide-recall.ts';
import { recordLetters } from './record-letters.ts';
import { getRecall, listRecallLines, listRecalls } from './get-recall.ts';
import { startRecall } from './start-recall.ts';

const GOOD_DAY = '2026-03-04';
const BAD_DAY = '2026-11-20';
const REFERENCE_ERROR = 0.35;

let database: TestDatabase;
let laboratory: CalibratedLaboratory;
let work: Asset;
/** By day: the closer to the day of the bad one, the more wrong the reference was. */
const used = new Map<string, CalibrationHeader>();
let field: CalibrationHeader;
let bad: CalibrationHeader;
let recall: Recall;
let lines: readonly RecallLine[];

/** Errors of indication from 0.05 to 0.19 against ±0.3. */
const judged = (standard: CalibrationHeader | null = null): AnalysisRequest => ({
  ...analysisRequest(0, { fit: { model: 'none' } }),
  uncertainty: {
    resolution: 0.01,
    reference_standard: {
      expanded_uncertainty: standard?.expanded_uncertainty ?? 0.03,
      coverage_factor: standard?.coverage_factor ?? 2,
      ...(standard ? { degrees_of_freedom: standard.effective_degrees_of_freedom } : {})
    },
    contributions: [{ name: 'bath', type: 'B', distribution: 'rectangular', value: 0.02, acts_on: 'corrected' }]
  },
  conformity: { tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }], rule: 'simple_acceptance' }
});
/** A calibration of the reference by a laboratory outside that found it too high by as much everywhere. */
const found = (error: number, day: string, of = laboratory.reference) => {
  const request = judged();
  const points = [0, 25, 50, 75, 100].map((reference) => ({ reference, measured: reference + error }));
  const { analysis } = internalBody(laboratory, {}, { ...request, points });
  return externalBody(of, { calibration_date: day, analysis, coefficients_only: undefined } as never);
};
const calibrate = (asset: Asset, reference: Asset, day: string, request = judged(), reference_reason?: string) =>
  recorded(
    laboratory.services,
    laboratory.technician,
    internalBody(
      { asset, reference },
      { calibration_date: day, ...(reference_reason && { reference_reason }) },
      request
    )
  );
const compute = async (id: string) => {
  const { rows } = await execute(database.url, 'SELECT round FROM recalls WHERE id = $1', [id]);
  await handlers.compute_recall(laboratory.services, { recall_id: id, round: Number(rows[0]?.['round']) });
};
const linesOf = async (id: string) =>
  (await listRecallLines(laboratory.services, laboratory.admin, id, { limit: 500 })).items;

beforeAll(async () => {
  database = await createTestDatabase();
  laboratory = await calibratedLaboratory(await testServices(database));
  const { services, admin, asset, reference, organizationId } = laboratory;
  const own = { ...MEASURING, organization_id: organizationId };
  work = await createAsset(services, admin, {
    ...own,
    asset_id: 'WORK-1',
    name: 'Working standard',
    is_reference: true
  });
  const probe = await createAsset(services, admin, { ...own, asset_id: 'FIELD-1', name: 'Field probe' });
  for (const day of [GOOD_DAY, '2026-05-04', '2026-07-12', '2026-11-19'])
    used.set(day, await calibrate(asset, reference, day));
  const working = await calibrate(work, reference, '2026-10-01');
  used.set('2026-10-01', working);
  field = await calibrate(probe, work, '2026-10-02', judged(working));
  bad = await recorded(services, admin, found(REFERENCE_ERROR, BAD_DAY));
  expect(bad.conforms).toBe(false);
  recall = await startRecall(services, admin, bad.id, { reason: 'Certificate NL-2026-88' });
}, 60_000);
afterAll(() => database.drop());

test('a recall begins in the background, and two who start it at once have the same one', async () => {
  const { services, admin, technician } = laboratory;
  expect(recall).toMatchObject({
    state: 'running',
    cause: 'out_of_tolerance',
    total: null,
    reason: 'Certificate NL-2026-88'
  });
  expect((await startRecall(services, admin, bad.id)).id).toBe(recall.id);
  await expect(startRecall(services, technician, bad.id)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(startRecall(services, admin, field.id)).rejects.toMatchObject({ code: 'nothing_to_recall' });
  const body = { calibration_ids: [field.id], disposition: 'no_action' as const, reason: 'early' };
  await expect(decideRecall(services, admin, recall.id, body)).rejects.toMatchObject({ code: 'recall_running' });
});

test('every calibration since the last good one is a line, also those that rest on others; the numbers are those of a computation apart', async () => {
  const { services, admin } = laboratory;
  await compute(recall.id);
  recall = await getRecall(services, admin, recall.id);
  lines = await linesOf(recall.id);
  expect(recall).toMatchObject({
    state: 'ready',
    done: 6,
    total: 6,
    before: { calibration_date: GOOD_DAY },
    after: { id: bad.id }
  });
  expect(lines.map(({ calibration, depth }) => [calibration.id, depth]).toSorted()).toEqual(
    [...[...used.values()].map(({ id }) => [id, 1] as const), [field.id, 2] as const].toSorted()
  );
  for (const { calibration, again, recorded: before, class: became, shift } of lines) {
    const day = calibration.id === field.id ? '2026-10-01' : calibration.calibration_date;
    const error = (REFERENCE_ERROR * daysBetween(GOOD_DAY, day)) / daysBetween(GOOD_DAY, BAD_DAY);
    const request = judged();
    const points = request.points.map((point) => ({ ...point, reference: point.reference - error }));
    const apart = analyze({ ...request, points });
    expect([day, again?.as_found]).toEqual([day, apart.conformity?.as_found]);
    expect(became === 'flipped').toBe(before?.as_found !== apart.conformity?.as_found);
    // By hand: simple acceptance against ±0.3.
    const worst = Math.max(...points.map(({ reference, measured }) => Math.abs(measured - reference)));
    expect([before?.as_found, again?.as_found]).toEqual(['pass', worst > 0.3 ? 'fail' : 'pass']);
    expect(shift).toBeCloseTo(error, 9);
    expect(again?.error).toBeCloseTo(Math.max(...apart.points.map((point) => point.error ?? 0)), 6);
  }
  const became = Object.fromEntries(lines.map((line) => [line.calibration.calibration_date, line.class]));
  expect(became).toEqual({
    [GOOD_DAY]: 'unchanged',
    '2026-05-04': 'weakened',
    '2026-07-12': 'flipped',
    '2026-10-01': 'flipped',
    '2026-10-02': 'flipped',
    '2026-11-19': 'flipped'
  });
  expect(recall.counts).toEqual({ flipped: 4, weakened: 1, undetermined: 0, unchanged: 1, open: 6, hidden: 0 });
  expect((await listRecalls(services, admin, { limit: 10 })).items).toEqual([recall]);
});

test('the same job once more writes the same; one of an earlier start writes nothing', async () => {
  await compute(recall.id);
  await handlers.compute_recall(laboratory.services, { recall_id: recall.id, round: 0 });
  expect(await linesOf(recall.id)).toEqual(lines);
});

describe('decisions', () => {
  test('are made for a selection, with a reason, and kept beside those before, in the history too', async () => {
    const { services, admin, technician } = laboratory;
    const ids = lines.filter((line) => line.class === 'flipped').map(({ calibration }) => calibration.id);
    const body = { calibration_ids: ids, disposition: 'inform_customer' as const, reason: 'Verdict does not hold' };
    await expect(decideRecall(services, technician, recall.id, body)).rejects.toMatchObject({ code: 'forbidden' });
    await decideRecall(services, admin, recall.id, body);
    const once = { calibration_ids: ids.slice(0, 1), disposition: 'repeat' as const, reason: 'Customer asks for it' };
    expect((await decideRecall(services, admin, recall.id, once)).counts).toMatchObject({ open: 2, flipped: 4 });
    const { items } = await listRecallLines(services, admin, recall.id, { limit: 10, disposition: 'repeat' });
    expect(items).toMatchObject([
      {
        disposition: 'repeat',
        decisions: [
          { disposition: 'repeat', reason: 'Customer asks for it', by: { full_name: 'Olga Admin' } },
          { disposition: 'inform_customer', reason: 'Verdict does not hold' }
        ]
      }
    ]);
    const { rows } = await execute(
      database.url,
      `SELECT action, count(*)::int AS n FROM audit_log WHERE action LIKE 'recall.%' GROUP BY action ORDER BY action`
    );
    expect(rows).toEqual([
      { action: 'recall.decided', n: 5 },
      { action: 'recall.started', n: 1 }
    ]);
  });

  test('letters that are printed stand in the history of each calibration, with who they went to', async () => {
    const { services, admin, technician, organizationId } = laboratory;
    const ids = lines.map(({ calibration }) => calibration.id);
    const body = { letters: ids.map((calibration_id) => ({ calibration_id, recipient: 'Acme' })) };
    await expect(recordLetters(services, technician, recall.id, body)).rejects.toMatchObject({ code: 'forbidden' });
    const unknown = { letters: [...body.letters, { calibration_id: bad.id, recipient: 'Acme' }] };
    await expect(recordLetters(services, admin, recall.id, unknown)).rejects.toMatchObject({
      faults: [{ loc: ['body', 'letters'] }]
    });
    await recordLetters(services, admin, recall.id, body);
    const { items } = await listAuditLogs(services, admin, {
      organization_id: organizationId,
      action: 'recall.letter_printed',
      limit: 500
    });
    expect(items.map(({ resource_id }) => resource_id).toSorted()).toEqual(ids.toSorted());
    expect(items[0]?.changes).toEqual({ recipient: { old: null, new: 'Acme' } });
  });

  test('about what is no line of the recall are refused as a whole', async () => {
    const { services, admin } = laboratory;
    const body = { calibration_ids: [field.id, bad.id], disposition: 'no_action' as const, reason: 'both' };
    await expect(decideRecall(services, admin, recall.id, body)).rejects.toMatchObject({
      faults: [{ loc: ['body', 'calibration_ids'] }]
    });
    expect((await getRecall(services, admin, recall.id)).counts.open).toBe(2);
  });

  test('are never changed, not even by the owner of the tables', async () => {
    await expect(execute(database.url, `UPDATE recall_decisions SET reason = 'other'`)).rejects.toThrow();
  });
});

test('a voided calibration of a reference is recalled without numbers while none are known, and with them when the next one is', async () => {
  const { services, admin } = laboratory;
  const working = used.get('2026-10-01')?.id ?? '';
  await voidCalibration(services, admin, working, 'wrong bath');
  const { id } = await startRecall(services, admin, working);
  await compute(id);
  expect(await linesOf(id)).toMatchObject([
    { calibration: { id: field.id }, class: 'undetermined', obstacle: 'reference_error_unknown', again: null }
  ]);
  const body = { calibration_ids: [field.id], disposition: 'no_action' as const, reason: 'checked by hand' };
  expect((await decideRecall(services, admin, id, body)).counts.open).toBe(0);
  await calibrate(work, laboratory.reference, BAD_DAY, judged(bad), 'its errors are known');
  await startRecall(services, admin, working);
  await compute(id);
  // Its errors of indication are 0.05 to 0.19, and those come to the ones recorded.
  expect(await linesOf(id)).toMatchObject([
    {
      class: 'flipped',
      disposition: null,
      decisions: [{ disposition: null, reason: '' }, { disposition: 'no_action' }]
    }
  ]);
});

test('a suspected reference is recalled since its last good calibration: without numbers, with an error as stated, and with the one found', async () => {
  const { services, admin, organizationId, asset } = laboratory;
  const own = {
    ...MEASURING,
    organization_id: organizationId,
    asset_id: 'DROPPED-1',
    name: 'Dropped',
    is_reference: true
  };
  const dropped = await createAsset(services, admin, own);
  await recorded(services, admin, found(0.01, '2026-01-01', dropped));
  const good = await recorded(services, admin, found(0.01, '2026-03-01', dropped));
  await calibrate(asset, dropped, '2026-02-01', judged(good));
  const after = await calibrate(asset, dropped, '2026-03-02', judged(good));
  await expect(startRecall(services, admin, good.id)).rejects.toMatchObject({ code: 'nothing_to_recall' });
  const { id } = await startRecall(services, admin, good.id, { reason: 'It fell', suspected: { error: null } });
  await compute(id);
  expect(await linesOf(id)).toMatchObject([
    { calibration: { id: after.id }, class: 'undetermined', obstacle: 'reference_error_unknown' }
  ]);
  await startRecall(services, admin, good.id, { reason: 'It reads too high', suspected: { error: 0.35 } });
  await compute(id);
  expect(await linesOf(id)).toMatchObject([{ class: 'flipped', shift: expect.closeTo(0.35, 9) }]);
  const stated = { cause: 'suspected', suspected_error: 0.35, before: { id: good.id }, after: null };
  expect(await getRecall(services, admin, id)).toMatchObject({ ...stated, reason: 'It reads too high' });
  const next = await recorded(services, admin, found(0.01, BAD_DAY, dropped));
  expect(await startRecall(services, admin, good.id)).toMatchObject({ cause: 'suspected', state: 'running' });
  await compute(id);
  expect(await getRecall(services, admin, id)).toMatchObject({ after: { id: next.id }, before: { id: good.id } });
  expect(await linesOf(id)).toMatchObject([{ calibration: { id: after.id }, again: { as_found: 'pass' } }]);
});

test('after its cause has changed, a recall concerns what the new one concerns; decisions about other lines are kept', async () => {
  const { services, admin } = laboratory;
  const kept = async () =>
    (await execute(database.url, 'SELECT count(*)::int AS n FROM recall_decisions WHERE recall_id = $1', [recall.id]))
      .rows;
  const before = await kept();
  await voidCalibration(services, admin, bad.id, 'wrong instrument');
  expect(await startRecall(services, admin, bad.id)).toMatchObject({
    cause: 'voided',
    counts: { flipped: 0, open: 0 }
  });
  await compute(recall.id);
  const { rows } = await execute(
    database.url,
    'SELECT id FROM calibrations WHERE reference_calibration_id = $1 AND voided_at IS NULL',
    [bad.id]
  );
  expect(rows).toHaveLength(1);
  expect((await linesOf(recall.id)).map(({ calibration }) => calibration.id)).toEqual(rows.map(({ id }) => id));
  expect((await getRecall(services, admin, recall.id)).counts).toMatchObject({ open: 1, hidden: 0 });
  const body = { calibration_ids: [field.id], disposition: 'no_action' as const, reason: 'not concerned' };
  await expect(decideRecall(services, admin, recall.id, body)).rejects.toMatchObject({
    faults: [{ loc: ['body', 'calibration_ids'] }]
  });
  expect(await kept()).toEqual(before);
});
