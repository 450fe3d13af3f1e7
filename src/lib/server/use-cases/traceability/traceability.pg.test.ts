import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { analysisRequest } from '../../../../../tests/support/analysis-request.ts';
import {
  calibratedLaboratory,
  internalBody,
  MEASURING,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { organizationOf, person } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { updateOrganization } from '../organizations/update-organization.ts';
import { getTraceability } from './get-traceability.ts';
import { listUsedBy } from './list-used-by.ts';

let database: TestDatabase;
let laboratory: CalibratedLaboratory;
/** National standard → REF-001 → WORK-1 of this laboratory → FIELD-1 of another one. */
let working: CalibrationHeader;
let field: CalibrationHeader;
let outsider: PersonActor;

beforeAll(async () => {
  database = await createTestDatabase();
  laboratory = await calibratedLaboratory(await testServices(database), { private: false });
  const { services, admin, reference, organizationId } = laboratory;
  const own = { ...MEASURING, organization_id: organizationId, is_reference: true };
  const work = await createAsset(services, admin, { ...own, asset_id: 'WORK-1', name: 'Working standard' });
  working = await calibrate(admin, work, reference);
  const other = await organizationOf(services, await person(services, 'technician'), { private: true });
  outsider = other.founder;
  const theirs = { ...MEASURING, organization_id: other.organization.id, asset_id: 'FIELD-1', name: 'Field probe' };
  field = await calibrate(outsider, await createAsset(services, outsider, theirs), work);
  // From here on nobody else sees what theirs rests on.
  await updateOrganization(services, admin, organizationId, { private: true }, null);
});
afterAll(() => database.drop());

const copyOf = ({ expanded_uncertainty, coverage_factor, effective_degrees_of_freedom }: CalibrationHeader) => ({
  expanded_uncertainty: expanded_uncertainty ?? 0,
  coverage_factor: coverage_factor ?? 2,
  degrees_of_freedom: effective_degrees_of_freedom
});
const calibrate = (actor: PersonActor, asset: Asset, reference: Asset) => {
  const used = asset.asset_id === 'FIELD-1' ? { reference_standard: copyOf(working) } : {};
  const request = analysisRequest();
  return recorded(
    laboratory.services,
    actor,
    internalBody({ asset, reference }, {}, { ...request, uncertainty: { ...request.uncertainty, ...used } })
  );
};

test('an asset is traced back to the laboratory outside, from its last calibration or from the one named', async () => {
  const { services, admin } = laboratory;
  const chain = await getTraceability(services, admin, { ref: 'WORK-1' });
  expect(chain).toMatchObject({
    root_ids: [working.id],
    hidden: 0,
    is_complete: true,
    calibrations: [
      { asset: { asset_id: 'WORK-1' }, depth: 0, rests_on_id: working.reference_calibration_id, hidden_between: 0 },
      { asset: { asset_id: 'REF-001' }, depth: 1, rests_on_id: null, lab_name: 'National laboratory', kind: 'external' }
    ]
  });
  expect(await getTraceability(services, admin, { ref: 'WORK-1', calibrationId: working.id })).toEqual(chain);
  expect(await getTraceability(services, admin, { ref: 'TT-042' })).toMatchObject({ root_ids: [], calibrations: [] });
  await expect(getTraceability(services, admin, { ref: 'TT-042', calibrationId: working.id })).rejects.toMatchObject({
    faults: [{ loc: ['query', 'calibration_id'] }]
  });
});

test('what rests on a calibration is found to the depth asked for; what the caller may not see is counted', async () => {
  const { services, admin } = laboratory;
  const root = working.reference_calibration_id ?? '';
  const all = await listUsedBy(services, admin, root, undefined);
  expect(all).toMatchObject({ hidden: 1, is_complete: true });
  expect(all.calibrations.map(({ id, depth }) => [id, depth])).toEqual([
    [root, 0],
    [working.id, 1]
  ]);
  expect(await listUsedBy(services, admin, root, 1)).toMatchObject({ hidden: 0, is_complete: false });
});

test('a chain continues past hidden records and says how many there are', async () => {
  const { services } = laboratory;
  expect(await getTraceability(services, outsider, { ref: 'FIELD-1' })).toMatchObject({
    hidden: 2,
    calibrations: [{ id: field.id, rests_on_id: null, hidden_between: 2 }]
  });
  await expect(listUsedBy(services, outsider, working.id, undefined)).rejects.toMatchObject({ code: 'not_found' });
});
