import { describe, expect, test } from 'vitest';
import { certificateContextSchema, type CertificateContext } from '#lib/contracts/certificate-context.ts';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { updateAsset } from '#lib/server/use-cases/assets/update-asset.ts';
import { updateOrganization } from '#lib/server/use-cases/organizations/update-organization.ts';
import { analysisRequest } from '../../../../../tests/support/analysis-request.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { recordingLaboratory } from '../../../../../tests/support/recording.ts';

const at = recordingLaboratory();
const SPECIFICATION = 'ACME, data sheet DS-7, 2025';

async function frozen({ id }: CalibrationHeader): Promise<CertificateContext> {
  const { rows } = await execute(at.database.url, 'SELECT certificate_context FROM calibrations WHERE id = $1', [id]);
  return certificateContextSchema.parse((rows[0] as { certificate_context: unknown }).certificate_context);
}

describe('the contents of a certificate besides the numbers', () => {
  test('condition, receipt and specification are recorded and frozen as stated', async () => {
    const stated = { specification: SPECIFICATION, received_on: '2026-11-18', item_condition: 'Housing scratched' };
    const header = await recorded(at.laboratory.services, at.technician, internalBody(at.laboratory, stated));
    expect(header).toMatchObject(stated);
    expect((await frozen(header)).calibration).toMatchObject(stated);
  });

  test('data provided by the customer are marked, and only if present', async () => {
    const customer_data = ['specification', 'item', 'item'] as const;
    const body = internalBody(at.laboratory, { specification: SPECIFICATION, customer_data: [...customer_data] });
    const header = await recorded(at.laboratory.services, at.technician, body);
    expect(header.customer_data).toEqual(['item', 'specification']);
    expect((await frozen(header)).calibration.customer_data).toEqual(['item', 'specification']);
    const nothing = { specification: null, customer_data: ['condition', 'specification'] } as const;
    const bare = internalBody(at.laboratory, { ...nothing, customer_data: [...nothing.customer_data] });
    const other = await recorded(at.laboratory.services, at.technician, bare);
    expect(other.customer_data).toEqual([]);
    expect((await frozen(other)).calibration).not.toHaveProperty('customer_data');
  });

  test('the recorder authorized the release', async () => {
    const context = await frozen(await recorded(at.laboratory.services, at.technician, internalBody(at.laboratory)));
    expect(context.release).toEqual({
      by: { full_name: 'Tess Technician', role: 'technician' },
      automatic: true,
      at: null
    });
    expect(context.technician).toEqual(context.release?.by);
  });

  test('the specification of the instrument is used only if its exact tolerance was judged', async () => {
    const own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'SPEC' });
    const { services, admin, asset } = own;
    const request = analysisRequest();
    const tolerance = [...(request.conformity?.tolerance ?? [])];
    const changes = { specification: SPECIFICATION, tolerance };
    expect(tolerance).toHaveLength(1);
    await updateAsset(services, admin, { ref: asset.id, organizationId: own.organizationId }, changes, null);
    const same = await recorded(services, admin, internalBody(own, {}, request));
    expect(same.specification).toBe(SPECIFICATION);
    const tighter = {
      ...request,
      conformity: { rule: 'guard_band', tolerance: [{ kind: 'absolute', lower: -0.1, upper: 0.1 }] }
    } as const;
    expect((await recorded(services, admin, internalBody(own, {}, tighter))).specification).toBeNull();
    expect(
      (await recorded(services, admin, internalBody(own, { specification: null }, request))).specification
    ).toBeNull();
  });

  test('the reference comes with the accreditation of its laboratory', async () => {
    const own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'ACC' });
    const accredited = externalBody(own.reference, { calibration_date: '2026-05-04', lab_accreditation: 'NMI 0071' });
    expect(await recorded(own.services, own.admin, accredited)).toMatchObject({ lab_accreditation: 'NMI 0071' });
    const context = await frozen(await recorded(own.services, own.technician, internalBody(own)));
    expect(context.reference).toMatchObject({ calibrated_by: 'National laboratory', accreditation: 'NMI 0071' });
  });

  test('the address of the laboratory is its own, else that of its head location, else missing', async () => {
    const own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'ADR' });
    const record = async () =>
      (await frozen(await recorded(own.services, own.technician, internalBody(own)))).organization.address;
    expect(await record()).toBeNull();
    const address = '14 Quay Street';
    expect(await updateOrganization(own.services, own.admin, own.organizationId, { address }, null)).toMatchObject({
      address
    });
    expect(await record()).toBe(address);
  });
});

describe('records of external calibrations', () => {
  test('have their own series, and use no number of a certificate', async () => {
    const own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'SER' });
    const numberOf = async (body: Parameters<typeof recorded>[2]) =>
      (await recorded(own.services, own.technician, body)).certificate?.number;
    // The reference of the laboratory has its first.
    expect(await numberOf(externalBody(own.asset))).toBe('SER-X-2026-0002');
    expect(await numberOf(internalBody(own))).toBe('SER-2026-0001');
    expect(await numberOf(externalBody(own.asset))).toBe('SER-X-2026-0003');
    expect(await numberOf(internalBody(own))).toBe('SER-2026-0002');
  });
});
