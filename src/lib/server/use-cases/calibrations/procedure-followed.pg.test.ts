/** The revision of a procedure that a calibration followed, and its warnings. */
import { describe, expect, test } from 'vitest';
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { createProcedure } from '#lib/server/use-cases/procedures/create-procedure.ts';
import { deleteProcedure } from '#lib/server/use-cases/procedures/delete-procedure.ts';
import { retireProcedure } from '#lib/server/use-cases/procedures/retire-procedure.ts';
import { updateProcedure } from '#lib/server/use-cases/procedures/update-procedure.ts';
import { internalBody, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { organizationOf, person } from '../../../../../tests/support/people.ts';
import { recordAsTechnician, recordingLaboratory } from '../../../../../tests/support/recording.ts';

const at = recordingLaboratory();
let made = 0;
const create = () => {
  const { services, technician, organizationId } = at.laboratory;
  made += 1;
  return createProcedure(services, technician, {
    code: `P-${made}`,
    name: 'Comparison',
    body: '',
    organization_id: organizationId,
    environment: { temperature_c: { min: 21, max: 25 } }
  });
};
const followed = (given: Partial<CreateCalibrationBody>) => {
  const { services, technician } = at.laboratory;
  return recorded(services, technician, internalBody(at.laboratory, given));
};
const contextOf = async (id: string) =>
  (await execute(at.database.url, 'SELECT certificate_context AS context FROM calibrations WHERE id = $1', [id]))
    .rows[0] as { context: { procedure: unknown } };
const codesOf = ({ warnings }: { warnings: readonly { code: string }[] }) => warnings.map(({ code }) => code);
const change = (id: string, name: string) =>
  updateProcedure(at.laboratory.services, at.laboratory.technician, id, { name }, null);

describe('a calibration', () => {
  test('keeps the revision that it followed, whatever happens to the procedure', async () => {
    const { id, code } = await create();
    const first = await followed({ procedure_id: id, environment: { temperature_c: 22 } });
    await change(id, 'Renamed');
    const second = await followed({ procedure_id: id });
    expect(first).toMatchObject({ procedure_id: id, procedure_revision: 1 });
    expect(second).toMatchObject({ procedure_id: id, procedure_revision: 2 });
    expect(codesOf(first)).not.toContain('environment_outside_procedure');
    expect(await contextOf(first.id)).toEqual({ context: expect.objectContaining({ procedure: { id, code, name: 'Comparison', revision: '1' } }) }); // prettier-ignore
    expect(await contextOf(second.id)).toEqual({ context: expect.objectContaining({ procedure: { id, code, name: 'Renamed', revision: '2' } }) }); // prettier-ignore
  });

  test('from a device with an older revision keeps that one, with a warning', async () => {
    const { id, code } = await create();
    await change(id, 'Renamed');
    const late = await followed({ procedure_id: id, procedure_revision: 1 });
    expect(late).toMatchObject({ procedure_id: id, procedure_revision: 1 });
    expect(codesOf(late)).toContain('procedure_superseded');
    expect(await contextOf(late.id)).toEqual({ context: expect.objectContaining({ procedure: { id, code, name: 'Comparison', revision: '1' } }) }); // prettier-ignore
  });

  test('outside the limits of the revision that was followed has a warning', async () => {
    const { id } = await create();
    const hot = await followed({ procedure_id: id, environment: { temperature_c: 25.1 } });
    expect(codesOf(hot)).toContain('environment_outside_procedure');
    const { services, technician } = at.laboratory;
    await updateProcedure(services, technician, id, { environment: { temperature_c: { min: null, max: 30 } } }, null);
    const wider = await followed({ procedure_id: id, environment: { temperature_c: 25.1 } });
    expect(codesOf(wider)).not.toContain('environment_outside_procedure');
    const before = await followed({ procedure_id: id, procedure_revision: 1, environment: { temperature_c: 25.1 } });
    expect(codesOf(before)).toEqual(expect.arrayContaining(['environment_outside_procedure', 'procedure_superseded']));
  });

  test('by a procedure that was retired meanwhile is kept with a warning, and the procedure is not deleted', async () => {
    const { id } = await create();
    const { services, technician } = at.laboratory;
    await retireProcedure(services, technician, id);
    expect(codesOf(await followed({ procedure_id: id }))).toContain('procedure_retired');
    await expect(deleteProcedure(services, technician, id)).rejects.toMatchObject({ code: 'in_use' });
  });

  test('must name an existing revision, of a procedure of its own organization', async () => {
    const { id } = await create();
    const { services } = at.laboratory;
    const elsewhere = await organizationOf(services, await person(services, 'technician'));
    const foreign = await createProcedure(services, elsewhere.founder, {
      code: 'F-1',
      name: 'Foreign',
      body: '',
      organization_id: elsewhere.organization.id
    });
    const refused = async (given: Partial<CreateCalibrationBody>) =>
      (await recordAsTechnician(at.laboratory, internalBody(at.laboratory, given)))[0];
    const fault = (field: string) => ({ reason: { faults: [{ type: 'not_found', loc: ['body', field] }] } });
    expect(await refused({ procedure_id: id, procedure_revision: 2 })).toMatchObject(fault('procedure_revision'));
    expect(await refused({ procedure_id: foreign.id })).toMatchObject(fault('procedure_id'));
  });
});
