/** Samples of recalls (contract-samples.ts): a reference whose certificate was the wrong one. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { recallOperations } from '#lib/contracts/operations-recalls.ts';
import { eventually, type Api } from '../support/api.ts';
import { calibrationBody, type Laboratory } from '../support/laboratory.ts';
import type { Prepare } from './contract-samples.ts';

async function made<T extends { id: string }>(api: Api, path: string, body: unknown): Promise<T> {
  const answer = await api<T>('POST', path, body);
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(201);
  return answer.body;
}

async function voided(laboratory: Laboratory): Promise<{ voidedId: string; restingId: string }> {
  const { admin, organization, asset } = laboratory;
  const reference = await made<{ id: string }>(admin, '/assets', {
    organization_id: organization.id,
    asset_id: `REF-${randomUUID().slice(0, 8)}`,
    name: 'Recalled',
    unit: '°C',
    measured_unit: '°C',
    is_reference: true
  });
  const outside = { kind: 'external', calibration_date: '2026-03-04', lab_name: 'NL', lab_certificate_number: 'NL-1' };
  const { id: voidedId } = await made<{ id: string }>(admin, '/calibrations', {
    ...outside,
    asset_ref: reference.id,
    coefficients_only: { model: 'none', coefficients: [], expanded_uncertainty: 0.03, coverage_factor: 2 }
  });
  const body = await calibrationBody({ ...laboratory, asset, reference });
  const { id: restingId } = await made<{ id: string }>(admin, '/calibrations', body);
  await admin('DELETE', `/calibrations/${voidedId}`, { reason: 'wrong certificate' });
  return { voidedId, restingId };
}

async function recalled(laboratory: Laboratory): Promise<{ id: string; restingId: string }> {
  const { voidedId, restingId } = await voided(laboratory);
  const { body } = await laboratory.admin<{ id: string }>('POST', `/calibrations/${voidedId}/recall`);
  await eventually(async () => {
    const answer = await laboratory.admin<{ state: string }>('GET', `/recalls/${body.id}`);
    return answer.body.state === 'ready';
  });
  return { id: body.id, restingId };
}

export const recallSamples: { readonly [N in keyof typeof recallOperations]: Prepare } = {
  startRecall: async (laboratory) => ({
    status: 202,
    params: { id: (await voided(laboratory)).voidedId },
    body: { reason: 'Reported by the laboratory outside' }
  }),
  listRecalls: () => ({ status: 200, query: { limit: '5' } }),
  getRecall: async (laboratory) => ({ status: 200, params: { id: (await recalled(laboratory)).id } }),
  listRecallLines: async (laboratory) => ({
    status: 200,
    params: { id: (await recalled(laboratory)).id },
    query: { class: 'undetermined', disposition: 'open', limit: '5' }
  }),
  recordLetters: async (laboratory) => {
    const { id, restingId } = await recalled(laboratory);
    return {
      status: 204,
      params: { id },
      body: { letters: [{ recipient: 'Pump house', calibration_id: restingId }] }
    };
  },
  decideRecall: async (laboratory) => {
    const { id, restingId } = await recalled(laboratory);
    return {
      status: 200,
      params: { id },
      body: { calibration_ids: [restingId], disposition: 'inform_customer', reason: 'The certificate does not hold' }
    };
  }
};
