/** Calls of certificates that leave (contract-samples.ts). */
import { expect } from 'vitest';
import { calibrationBody, type Laboratory } from '../support/laboratory.ts';
import type { Prepare } from './contract-samples.ts';
import { made } from './contract-samples-records.ts';

const newCalibration = async (laboratory: Laboratory) => ({
  id: (await made(laboratory.technician, '/calibrations', await calibrationBody(laboratory))).id
});

/** Nobody listens at this port: the mail waits in the queue. */
async function mailOn({ admin }: Laboratory): Promise<void> {
  const settings = {
    enabled: true,
    host: '127.0.0.1',
    port: 9,
    security: 'none',
    from_address: 'plumbline@laboratory.example'
  };
  expect((await admin('PUT', '/admin/email-settings', settings)).status).toBe(200);
}

export const certificatesOutSamples = {
  exportCertificates: ({ organization, asset }) => ({
    status: 202,
    body: { organization_id: organization.id, refs: [asset.id], which: 'all', format: 'pdf', language: 'de' }
  }),
  sendCertificate: async (laboratory) => {
    await mailOn(laboratory);
    return {
      status: 202,
      params: await newCalibration(laboratory),
      body: { to: 'buyer@customer.example', language: 'fr', message: 'As agreed' }
    };
  },
  listCertificateMails: async (laboratory) => ({ status: 200, params: await newCalibration(laboratory) })
} as const satisfies Readonly<Record<string, Prepare>>;
