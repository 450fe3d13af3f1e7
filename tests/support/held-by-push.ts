/** Over the wire as a device does it: a calibration that arrives when the calibration of its reference has been voided. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#sync/protocol/version.ts';
import { ANALYSIS, calibrationBody, type Laboratory } from './laboratory.ts';
import { mutationOf } from './mutation.ts';

/** @returns the id of a calibration whose certificate is held. */
export async function heldByPush(
  laboratory: Pick<Laboratory, 'admin' | 'technician'> &
    Readonly<Record<'organization' | 'asset' | 'reference', { readonly id: string }>>
): Promise<string> {
  const { admin, technician, organization } = laboratory;
  const made = async <T extends { id: string }>(path: string, body: unknown): Promise<T> => {
    const answer = await admin<T>('POST', path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const reference = await made<Asset>('/assets', {
    asset_id: `R-${randomUUID().slice(0, 8)}`,
    name: 'Reference',
    organization_id: organization.id,
    is_reference: true,
    unit: '°C'
  });
  const standard = { expanded_uncertainty: 0.03, coverage_factor: 2 };
  const used = await made('/calibrations', {
    asset_ref: reference.id,
    kind: 'external',
    calibration_date: '2026-03-04',
    lab_name: 'National laboratory',
    lab_certificate_number: 'NL-2026-18',
    coefficients_only: { model: 'none', coefficients: [], ...standard, unit: '°C' }
  });
  const request = {
    ...ANALYSIS,
    uncertainty: { ...ANALYSIS.uncertainty, reference_standard: { ...standard, calibration_id: used.id } }
  };
  const id = randomUUID();
  const body = { ...(await calibrationBody(laboratory, request)), id, reference_asset_id: reference.id };
  expect((await admin('DELETE', `/calibrations/${used.id}`)).status).toBe(200);
  const now = new Date().toISOString();
  const pushed = await technician<{ results: { status: string }[] }>(
    'POST',
    '/sync/push',
    {
      device_id: randomUUID(),
      sent_at: now,
      mutations: [mutationOf(body, { id, created_at: now })]
    },
    { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) }
  );
  expect(pushed.body.results?.[0]?.status, JSON.stringify(pushed.body)).toBe('applied');
  return id;
}
