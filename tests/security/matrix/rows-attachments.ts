/** Rows of the files kept with assets, procedures and calibrations. */
import { randomUUID } from 'node:crypto';
import type { Asked, Row } from './rows.ts';
import { editors, readers } from './rules.ts';
import type { Place, World } from './world.ts';

/** Every call brings another file: one that is there already is not stored again. */
const another = (params: Readonly<Record<string, string>>): Asked => ({
  params,
  query: { name: 'notes.txt' },
  body: { note: randomUUID() }
});

async function procedureOf({ run }: World, { id }: Place): Promise<string> {
  const procedure = randomUUID();
  await run('INSERT INTO procedures (id, organization_id, code, name, body) VALUES ($1, $2, $3, $3, $3)', [
    procedure,
    id,
    procedure
  ]);
  return procedure;
}

async function fileOf({ run, boss }: World, { id }: Place, column: string, record: string): Promise<string> {
  const file = randomUUID();
  await run(
    `INSERT INTO attachments (id, organization_id, ${column}, name, media_type, bytes, sha256, uploaded_by)
     VALUES ($1, $2, $3, 'notes.txt', 'text/plain', 1, repeat('1', 64), $4)`,
    [file, id, record, boss.userId]
  );
  return file;
}

export const attachmentRows: Readonly<Record<string, Row>> = {
  listAssetFiles: { rule: readers(200), ask: (_world, { assetId }) => ({ params: { ref: assetId } }) },
  addAssetFile: { rule: editors(201), ask: (_world, { assetId }) => another({ ref: assetId }) },
  deleteAssetFile: {
    rule: editors(204),
    ask: async (world, place) => ({
      params: { ref: place.assetId, file_id: await fileOf(world, place, 'asset_id', place.assetId) }
    })
  },
  listProcedureFiles: {
    rule: readers(200),
    ask: async (world, place) => ({ params: { id: await procedureOf(world, place) } })
  },
  addProcedureFile: {
    rule: editors(201),
    ask: async (world, place) => another({ id: await procedureOf(world, place) })
  },
  deleteProcedureFile: {
    rule: editors(204),
    ask: async (world, place) => {
      const id = await procedureOf(world, place);
      return { params: { id, file_id: await fileOf(world, place, 'procedure_id', id) } };
    }
  },
  listCalibrationFiles: { rule: readers(200), ask: (_world, { calibrationId }) => ({ params: { id: calibrationId } }) },
  addCalibrationFile: { rule: editors(201), ask: (_world, { calibrationId }) => another({ id: calibrationId }) }
};
