/** The reasons for doubt that the server finds when a calibration is recorded. */
import { describe, expect, test } from 'vitest';
import { putBackIntoService, takeOutOfService } from '#lib/server/use-cases/assets/out-of-service.ts';
import { updateAsset } from '#lib/server/use-cases/assets/update-asset.ts';
import { analysisRequest } from '../../../../../tests/support/analysis-request.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { reasonOf, recordAsTechnician, recordingLaboratory } from '../../../../../tests/support/recording.ts';

const at = recordingLaboratory();

describe('a reference', () => {
  test('that has a newer calibration remains the one used, with a warning', async () => {
    const own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'REF' });
    const first = (await recorded(own.services, own.technician, internalBody(own))).reference_calibration_id;
    const newer = await recorded(
      own.services,
      own.admin,
      externalBody(own.reference, { calibration_date: '2026-10-01', due_date: '2026-11-01' })
    );
    const copy = { expanded_uncertainty: 0.03, coverage_factor: 2 };
    const request = analysisRequest(0, {
      uncertainty: { reference_standard: { ...copy, calibration_id: first ?? '' } }
    });
    const late = await recorded(own.services, own.technician, internalBody(own, {}, request));
    expect(late).toMatchObject({ reference_calibration_id: first, reference_superseded: true });
    expect(late.warnings.map(({ code }) => code)).toContain('reference_superseded');
    const reference_reason = 'The next one is at the national laboratory';
    const latest = await recorded(own.services, own.technician, internalBody(own, { reference_reason }));
    expect(latest).toMatchObject({ reference_reason, certificate: { state: 'pending' } });
    expect(latest).toMatchObject({ reference_calibration_id: newer.id, reference_superseded: false });
    expect(latest.warnings.map(({ code }) => code)).toContain('reference_overdue');
  });

  test('that was retired meanwhile gives a warning, and so does a retired asset', async () => {
    const own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'OLD' });
    const retire = `UPDATE assets SET status = 'retired', retired_at = now() WHERE organization_id = $1`;
    await execute(at.database.url, retire, [own.organizationId]);
    const [refused] = await recordAsTechnician(own, internalBody(own));
    expect(reasonOf(refused)).toBe('reference_needs_reason');
    const header = await recorded(own.services, own.technician, internalBody(own, { reference_reason: 'as agreed' }));
    expect(header.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['asset_retired', 'reference_retired'])
    );
  });
});

describe('a reference out of service', () => {
  test('needs a reason, which is recorded; back in service, it needs none', async () => {
    const own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'OOS' });
    const ref = { ref: own.reference.id };
    await takeOutOfService(own.services, own.technician, ref, { reason: 'Dropped on the floor' });
    const [refused] = await recordAsTechnician(own, internalBody(own));
    expect(reasonOf(refused)).toBe('reference_needs_reason');
    const reference_reason = 'Compared with the bath before and after';
    const header = await recorded(own.services, own.technician, internalBody(own, { reference_reason }));
    expect(header).toMatchObject({ reference_reason, certificate: { state: 'pending' } });
    expect(header.warnings.map(({ code }) => code)).toContain('reference_out_of_service');
    await putBackIntoService(own.services, own.technician, ref);
    const sound = await recorded(own.services, own.technician, internalBody(own));
    expect(sound.warnings.map(({ code }) => code)).not.toContain('reference_out_of_service');
  });
});

test('a date before the registration gives a warning, unless the instrument was already in use', async () => {
  const own = await calibratedLaboratory(at.laboratory.services, { certificate_prefix: 'HIST' });
  const codes = async () =>
    (await recorded(own.services, own.technician, internalBody(own))).warnings.map(({ code }) => code);
  await execute(at.database.url, `UPDATE assets SET created_at = '2027-01-01' WHERE id = $1`, [own.asset.id]);
  expect(await codes()).toContain('date_before_registration');
  const since = internalBody(own).calibration_date;
  await updateAsset(own.services, own.technician, { ref: own.asset.id }, { in_use_since: since }, null);
  expect(await codes()).not.toContain('date_before_registration');
});
