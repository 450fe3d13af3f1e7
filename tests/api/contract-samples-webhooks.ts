/** Calls of webhooks (contract-samples.ts). */
import { expect } from 'vitest';
import type { Laboratory } from '../support/laboratory.ts';
import type { Prepare } from './contract-samples.ts';

const URL_OF_NOBODY = 'https://receiver.example/hook';

async function webhook({ admin, organization }: Laboratory): Promise<string> {
  const known = await admin<{ id: string }[]>('GET', `/webhooks?organization_id=${organization.id}`);
  // An organization has ten.
  for (const { id } of known.body) await admin('DELETE', `/webhooks/${id}`);
  const { status, body } = await admin<{ id: string }>('POST', '/webhooks', {
    organization_id: organization.id,
    name: 'Planning system',
    url: URL_OF_NOBODY,
    events: ['asset.due_soon', 'asset.overdue']
  });
  expect(status).toBe(201);
  return body.id;
}
const ofNew = async (laboratory: Laboratory) => ({ params: { id: await webhook(laboratory) } });
async function withDelivery(laboratory: Laboratory) {
  const id = await webhook(laboratory);
  const { status, body } = await laboratory.admin<{ id: string }>('POST', `/webhooks/${id}/test`);
  expect(status).toBe(202);
  return { params: { id, delivery_id: body.id } };
}

export const webhookSamples = {
  listWebhooks: async (laboratory) => {
    await webhook(laboratory);
    return { status: 200, query: { organization_id: laboratory.organization.id } };
  },
  createWebhook: ({ organization }) => ({
    status: 201,
    body: {
      organization_id: organization.id,
      name: 'Planning system',
      url: URL_OF_NOBODY,
      events: ['calibration.recorded', 'certificate.issued']
    }
  }),
  getWebhook: async (laboratory) => ({ status: 200, ...(await ofNew(laboratory)) }),
  updateWebhook: async (laboratory) => ({ status: 200, ...(await ofNew(laboratory)), body: { is_active: false } }),
  deleteWebhook: async (laboratory) => ({ status: 204, ...(await ofNew(laboratory)) }),
  renewWebhookSecret: async (laboratory) => ({ status: 200, ...(await ofNew(laboratory)) }),
  testWebhook: async (laboratory) => ({ status: 202, ...(await ofNew(laboratory)) }),
  listWebhookDeliveries: async (laboratory) => {
    const { params } = await withDelivery(laboratory);
    return { status: 200, params: { id: params.id }, query: { limit: '2' } };
  },
  resendWebhookDelivery: async (laboratory) => ({ status: 202, ...(await withDelivery(laboratory)) })
} satisfies Readonly<Record<string, Prepare>>;
