/** Samples of plain records: locations and procedures (contract-samples.ts). */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Api } from '../support/api.ts';
import type { Laboratory } from '../support/laboratory.ts';
import type { Prepare } from './contract-samples.ts';

export const unique = (word: string): string => `${word}-${randomUUID().slice(0, 8)}`;

/** Creates a record for a sample that needs one. */
export async function made<T extends { id: string }>(api: Api, path: string, body: unknown): Promise<T> {
  const answer = await api<T>('POST', path, body);
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(201);
  return answer.body;
}
const newProcedure = ({ admin, organization }: Laboratory) =>
  made(admin, '/procedures', { code: unique('P'), name: 'Comparison', organization_id: organization.id });
const newLocation = ({ admin, organization }: Laboratory) =>
  made(admin, '/locations', { name: unique('Room'), organization_id: organization.id });

export const recordSamples = {
  listLocations: ({ organization }) => ({
    status: 200,
    query: { organization_id: organization.id, sort: '-name', is_calibration_lab: '1' }
  }),
  createLocation: ({ organization }) => ({
    status: 201,
    body: { name: unique('Room'), address: 'Somewhere 1', organization_id: organization.id }
  }),
  getLocation: async (laboratory) => ({ status: 200, params: { id: (await newLocation(laboratory)).id } }),
  updateLocation: async (laboratory) => ({
    status: 200,
    params: { id: (await newLocation(laboratory)).id },
    body: { description: 'Second floor' }
  }),
  deleteLocation: async (laboratory) => ({ status: 204, params: { id: (await newLocation(laboratory)).id } }),

  listProcedures: ({ organization }) => ({
    status: 200,
    query: { organization_id: organization.id, sort: '-code', retired: '0', q: 'P-' }
  }),
  createProcedure: ({ organization }) => ({
    status: 201,
    body: {
      code: unique('P'),
      name: 'Comparison in a bath',
      organization_id: organization.id,
      body: '## Before\n\nLet it settle.',
      reference_class: 'Class A',
      environment: { temperature_c: { min: 18, max: 28 }, relative_humidity_percent: { min: null, max: 70 } },
      plan: {
        unit: '°C',
        points: [
          { nominal: 0, kind: 'percent_of_span', direction: 'up', repeats: 2 },
          { nominal: 50, kind: 'absolute', direction: null, repeats: 1 }
        ],
        runs: 'both'
      }
    }
  }),
  getProcedure: async (laboratory) => ({ status: 200, params: { id: (await newProcedure(laboratory)).id } }),
  updateProcedure: async (laboratory) => ({
    status: 200,
    params: { id: (await newProcedure(laboratory)).id },
    body: { body: 'Let it settle for an hour.' }
  }),
  deleteProcedure: async (laboratory) => ({ status: 204, params: { id: (await newProcedure(laboratory)).id } }),
  retireProcedure: async (laboratory) => ({ status: 200, params: { id: (await newProcedure(laboratory)).id } }),
  restoreProcedure: async (laboratory) => ({ status: 200, params: { id: (await newProcedure(laboratory)).id } }),
  listProcedureRevisions: async (laboratory) => ({
    status: 200,
    params: { id: (await newProcedure(laboratory)).id },
    query: { limit: '5' }
  }),
  getProcedureRevision: async (laboratory) => ({
    status: 200,
    params: { id: (await newProcedure(laboratory)).id, revision: '1' }
  })
} satisfies Readonly<Record<string, Prepare>>;
