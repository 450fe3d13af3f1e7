/** Calls of what has to do with the tasks of an asset (contract-samples.ts). */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Laboratory } from '../support/laboratory.ts';
import type { Prepare } from './contract-samples.ts';

async function withTask({ admin, organization }: Laboratory): Promise<{ readonly ref: string; readonly id: string }> {
  const { status, body } = await admin<{ id: string; tasks: { id: string }[] }>('POST', '/assets', {
    asset_id: `A-${randomUUID().slice(0, 8)}`,
    name: 'Sample',
    organization_id: organization.id,
    tasks: [{ name: 'Ice point', kind: 'intermediate_check', interval: { value: 1, unit: 'months' } }]
  });
  expect(status).toBe(201);
  return { ref: body.id, id: body.tasks[0]?.id ?? '' };
}

export const taskSamples = {
  recordTaskDone: async (laboratory) => ({
    status: 200,
    params: await withTask(laboratory),
    body: {
      id: randomUUID(),
      date: '2026-01-31',
      outcome: 'not_ok',
      note: '0.7 °C too high',
      values: [{ key: 'Ice point', value: '0.7', unit: '°C' }],
      out_of_service: { reason: 'Reads too high' }
    }
  }),
  listTaskPerformances: async (laboratory) => {
    const params = await withTask(laboratory);
    const done = { date: '2026-01-31', outcome: 'ok' };
    await laboratory.admin('POST', `/assets/${params.ref}/tasks/${params.id}/done`, done);
    return { status: 200, params };
  }
} satisfies Readonly<Record<string, Prepare>>;
