import { randomUUID } from 'node:crypto';
import { eventually } from '../support/api.ts';
import { calibrationBody, type Laboratory } from '../support/laboratory.ts';
import { ONE_PIXEL_PNG } from '../support/pictures.ts';
import type { Prepare } from './contract-samples.ts';

type Made = { readonly id: string };

const made = async ({ admin }: Laboratory, path: string, body: unknown): Promise<string> =>
  eventually(async () => (await admin<Made>('POST', path, body)).body.id);
const newProcedure = (laboratory: Laboratory) =>
  made(laboratory, '/procedures', {
    code: `F-${randomUUID().slice(0, 8)}`,
    name: 'Comparison',
    organization_id: laboratory.organization.id
  });
const newFile = (laboratory: Laboratory, path: string) =>
  made(laboratory, `${path}/files?name=notes.txt`, { note: randomUUID() });
const notes = () => ({ type: 'text/plain', bytes: new TextEncoder().encode(randomUUID()) });

export const attachmentSamples = {
  listAssetFiles: async (laboratory) => {
    await newFile(laboratory, `/assets/${laboratory.asset.id}`);
    return { status: 200, params: { ref: laboratory.asset.id } };
  },
  addAssetFile: ({ asset }) => ({
    status: 201,
    params: { ref: asset.id },
    query: { name: 'Plate Ü.png' },
    upload: { type: 'image/png', bytes: ONE_PIXEL_PNG }
  }),
  deleteAssetFile: async (laboratory) => ({
    status: 204,
    params: { ref: laboratory.asset.id, file_id: await newFile(laboratory, `/assets/${laboratory.asset.id}`) }
  }),
  listProcedureFiles: async (laboratory) => ({ status: 200, params: { id: await newProcedure(laboratory) } }),
  addProcedureFile: async (laboratory) => ({
    status: 201,
    params: { id: await newProcedure(laboratory) },
    query: { name: 'notes.txt' },
    upload: notes()
  }),
  deleteProcedureFile: async (laboratory) => {
    const id = await newProcedure(laboratory);
    return { status: 204, params: { id, file_id: await newFile(laboratory, `/procedures/${id}`) } };
  },
  listCalibrationFiles: async (laboratory) => ({
    status: 200,
    params: { id: await made(laboratory, '/calibrations', await calibrationBody(laboratory)) }
  }),
  addCalibrationFile: async (laboratory) => ({
    status: 201,
    params: { id: await made(laboratory, '/calibrations', await calibrationBody(laboratory)) },
    query: { name: 'notes.txt' },
    upload: notes()
  })
} as const satisfies Readonly<Record<string, Prepare>>;
