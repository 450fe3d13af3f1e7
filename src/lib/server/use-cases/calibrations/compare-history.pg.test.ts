import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { CalibrationHeader, CreateCalibrationBody, JudgedWith } from '#lib/contracts/calibrations.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { correctionInForce } from '#lib/laboratory/stored-curve.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { analysisRequest } from '../../../../../tests/support/analysis-request.ts';
import {
  externalBody,
  internalBody,
  MEASURING,
  recorded,
  submissionOf
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { countWritten, reasonOf, recordingLaboratory } from '../../../../../tests/support/recording.ts';
import { recordCalibrations } from './record-calibrations.ts';
import { voidCalibration } from './void-calibration.ts';

const at = recordingLaboratory();
const codesOf = ({ warnings }: CalibrationHeader) => warnings.map(({ code }) => code);
const OTHER_HISTORY = 'judged_with_other_history';

let referenceId: string;
beforeAll(async () => {
  const first = await recorded(at.laboratory.services, at.technician, internalBody(at.laboratory));
  referenceId = first.reference_calibration_id ?? '';
});

/**
 * An instrument that read 0.2 too high in its first calibration, so that its correction in force decides the verdict as
 * found.
 */
async function corrected(name: string, applied = true) {
  const { services, admin, organizationId } = at.laboratory;
  const asset = await createAsset(services, admin, {
    ...MEASURING,
    organization_id: organizationId,
    asset_id: name,
    name: 'Transmitter',
    correction_applied: applied
  });
  const body = internalBody({ ...at.laboratory, asset }, { calibration_date: '2026-10-01' }, judgedAs({}, 0.25));
  return { asset, before: await recorded(services, at.technician, body) };
}

const judgedAs = (changes: Partial<AnalysisRequest>, shift = 0.25): AnalysisRequest =>
  analysisRequest(shift, {
    conformity: { tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }], rule: 'simple_acceptance', judge: 'as_found' },
    uncertainty: {
      coverage_probability: 0.9545,
      resolution: 0.01,
      reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2, calibration_id: referenceId }
    },
    ...changes
  }); // prettier-ignore

const bodyOf = (
  asset: { readonly id: string },
  request: AnalysisRequest,
  judged?: JudgedWith,
  day = '2026-11-20'
): CreateCalibrationBody => ({
  ...internalBody({ ...at.laboratory, asset: { ...at.laboratory.asset, id: asset.id } }, {}, request),
  calibration_date: day,
  ...(judged && { judged_with: judged })
});
const record = (body: CreateCalibrationBody) => recorded(at.laboratory.services, at.technician, body);
const refused = async (body: CreateCalibrationBody) => {
  const [outcome] = await recordCalibrations(at.laboratory.services, at.technician, [submissionOf(body)]);
  expect(reasonOf(outcome)).toBe('history_differs');
  return outcome?.status === 'rejected' && outcome.reason instanceof Refusal ? outcome.reason.context : undefined;
};

test('a device with the server’s history is recorded without a warning, and so is one that does not report its history', async () => {
  const { asset, before } = await corrected('H-1');
  const inForce = correctionInForce(before) ?? undefined;
  const knowing = judgedAs({ ...(inForce && { correction_in_force: inForce }) });
  const judged = { correction_calibration_id: before.id, reference_calibration_id: referenceId };
  expect(codesOf(await record(bodyOf(asset, knowing, judged)))).not.toContain(OTHER_HISTORY);
  expect(codesOf(await record(bodyOf(asset, judgedAs({}))))).not.toContain(OTHER_HISTORY);
});

test('readings that fail with the correction in force are not accepted as passed from a device that did not have it', async () => {
  // Without the correction 0.25 + 0.05 … of error; with it nearly none: the verdicts differ.
  const { asset, before } = await corrected('H-2');
  const counts = await countWritten(at.database);
  const context = await refused(
    bodyOf(asset, judgedAs({}), { correction_calibration_id: null, reference_calibration_id: referenceId })
  );
  expect(context).toMatchObject({
    history: { correction_calibration_id: before.id, reference_calibration_id: referenceId },
    device: { as_found: 'fail' },
    server: { as_found: 'pass' }
  });
  expect(await countWritten(at.database)).toEqual(counts);
});

test('the same verdict with both histories is recorded with a warning', async () => {
  const { asset } = await corrected('H-3');
  // One that is far off fails with and without.
  const body = bodyOf(asset, judgedAs({}, 5), {
    correction_calibration_id: null,
    reference_calibration_id: referenceId
  });
  expect(codesOf(await record(body))).toContain(OTHER_HISTORY);
});

test('what the author chose despite what the device knew stays chosen', async () => {
  const { asset, before } = await corrected('H-4');
  const judged = { correction_calibration_id: before.id, reference_calibration_id: referenceId };
  expect(codesOf(await record(bodyOf(asset, judgedAs({}), judged)))).not.toContain(OTHER_HISTORY);
});

test('an instrument that is used without correction is not judged with one that the device did not have', async () => {
  const { asset } = await corrected('H-5', false);
  const body = bodyOf(asset, judgedAs({}), { correction_calibration_id: null, reference_calibration_id: referenceId });
  expect(codesOf(await record(body))).toContain(OTHER_HISTORY);
});

test('only what was in force on the day counts: a later calibration and a voided one do not', async () => {
  const { asset, before } = await corrected('H-6');
  const inForce = correctionInForce(before) ?? undefined;
  const knowing = judgedAs({ ...(inForce && { correction_in_force: inForce }) });
  const later = await record(bodyOf(asset, judgedAs({}, 0.1), undefined, '2026-11-18'));
  const judged = { correction_calibration_id: before.id, reference_calibration_id: referenceId };
  expect(codesOf(await record(bodyOf(asset, knowing, judged, '2026-11-10')))).not.toContain(OTHER_HISTORY);
  const { services } = at.laboratory;
  await voidCalibration(services, at.laboratory.admin, later.id, 'wrong place');
  const tenth = (await record(bodyOf(asset, knowing, judged, '2026-11-09'))).id;
  expect(tenth).toBeTruthy();
});

test('of two calibrations of one instrument in one delivery the second is compared with the first', async () => {
  const { asset, before } = await corrected('H-8');
  const inForce = correctionInForce(before) ?? undefined;
  const judged = { correction_calibration_id: before.id, reference_calibration_id: referenceId };
  const request = judgedAs({ ...(inForce && { correction_in_force: inForce }) }, 5);
  const outcomes = await recordCalibrations(at.laboratory.services, at.technician, [
    submissionOf(bodyOf(asset, request, judged), randomUUID()),
    submissionOf(bodyOf(asset, request, judged), randomUUID())
  ]);
  const warned = outcomes.map((outcome) =>
    outcome.status === 'applied' && outcome.record ? codesOf(outcome.record).includes(OTHER_HISTORY) : reasonOf(outcome)
  );
  expect(warned[0]).toBe(false);
  expect(warned[1]).not.toBe(false);
});

test('a newer calibration of the reference whose U changes the verdict is refused with both verdicts', async () => {
  const { services, admin } = at.laboratory;
  const { asset } = await corrected('H-7', false);
  const newer = await recorded(
    services,
    admin,
    externalBody(at.laboratory.reference, {
      calibration_date: '2026-11-01',
      coefficients_only: { model: 'none', coefficients: [], expanded_uncertainty: 0.29, coverage_factor: 2, unit: '°C', measured_unit: '°C' }
    }) // prettier-ignore
  );
  const guarded = judgedAs({
    conformity: { tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }], rule: 'guard_band', judge: 'as_found' }
  }, -0.05); // prettier-ignore
  const correction_calibration_id = await latestOf(asset.id);
  const context = await refused(
    bodyOf(asset, guarded, { correction_calibration_id, reference_calibration_id: referenceId })
  );
  expect(context).toMatchObject({
    history: { reference_calibration_id: newer.id },
    device: { as_found: 'pass' },
    server: { as_found: 'fail' }
  });
  // Known to the device, and the older one kept on purpose: superseded, and no other history.
  const kept = await record(bodyOf(asset, guarded, { correction_calibration_id, reference_calibration_id: newer.id }));
  expect(codesOf(kept)).toContain('reference_superseded');
  expect(codesOf(kept)).not.toContain(OTHER_HISTORY);
});

test('while it is judged with the server’s history no transaction is open, and calibrations recorded meanwhile count', async () => {
  const { services } = at.laboratory;
  const { asset, before } = await corrected('H-9');
  const judged = { correction_calibration_id: null, reference_calibration_id: referenceId };
  const own = await countOf(asset.id);
  const asked: (string | undefined)[] = [];
  const watched = {
    ...services,
    analyses: {
      ...services.analyses,
      analyze: async (...given: Parameters<typeof services.analyses.analyze>) => {
        const correction = given[0].correction_in_force?.calibration_id;
        asked.push(correction);
        const { rows } = await execute(
          at.database.url,
          `SELECT count(*)::int AS open FROM pg_stat_activity
           WHERE datname = current_database() AND state = 'idle in transaction'`
        );
        expect(rows).toEqual([{ open: 0 }]);
        // Another calibration takes the correction over before the verdict is there.
        if (correction === before.id) asked.push((await record(bodyOf(asset, judgedAs({}, 0.24)))).id);
        return services.analyses.analyze(...given);
      }
    }
  };
  const [outcome] = await recordCalibrations(watched, at.technician, [
    submissionOf(bodyOf(asset, judgedAs({}, 5), judged))
  ]);
  const [, first, newer, second] = asked;
  expect([first, second]).toEqual([before.id, newer]);
  expect(asked).toHaveLength(4);
  expect(outcome?.status === 'applied' && outcome.record && codesOf(outcome.record)).toContain(OTHER_HISTORY);
  expect(await countOf(asset.id)).toBe(own + 2);
});

test('a server that is too busy to judge it with its history does not refuse it: it must be sent again', async () => {
  const { services } = at.laboratory;
  const { asset } = await corrected('H-10');
  const judged = { correction_calibration_id: null, reference_calibration_id: referenceId };
  let count = 0;
  const busy = {
    ...services,
    analyses: {
      ...services.analyses,
      analyze: (...given: Parameters<typeof services.analyses.analyze>) =>
        ++count > 1
          ? Promise.reject(new Refusal('too_many_requests', 'The server is too busy with requests like this.'))
          : services.analyses.analyze(...given)
    }
  };
  const body = bodyOf(asset, judgedAs({}, 5), judged);
  const [outcome] = await recordCalibrations(busy, at.technician, [submissionOf(body)]);
  expect([count, outcome?.status]).toEqual([2, 'retry']);
  expect(codesOf(await record(body))).toContain(OTHER_HISTORY);
});

/** How many calibrations the instrument has. */
async function countOf(assetId: string): Promise<number> {
  const { rows } = await execute(
    at.database.url,
    'SELECT count(*)::int AS count FROM calibrations WHERE asset_id = $1',
    [assetId]
  );
  return (rows[0] as { count: number }).count;
}

async function latestOf(assetId: string): Promise<string> {
  return (await record(bodyOf({ id: assetId }, judgedAs({}, 0)))).id;
}
