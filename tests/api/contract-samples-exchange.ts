import { eventually } from '../support/api.ts';
import { createPerson, type Laboratory } from '../support/laboratory.ts';
import type { Prepare } from './contract-samples.ts';

type Told = { readonly state: string; readonly download_url: string | null };

/** An export of one asset that is done. */
async function exported({ admin, organization, asset }: Laboratory): Promise<{ id: string; url: string }> {
  const begun = await admin<{ job_id: string }>(
    'GET',
    `/assets/export?organization_id=${organization.id}&refs=${asset.id}`
  );
  const id = begun.body.job_id;
  const url = await eventually(async () => (await admin<Told>('GET', `/operations/${id}`)).body.download_url);
  return { id, url };
}

/** Of the whole installation, one operation is done at a time. */
const noneUnderWay = ({ admin }: Laboratory): Promise<unknown> =>
  eventually(async () => {
    const { body } = await admin<readonly { kind: string; finished_at: string | null }[]>('GET', '/operations');
    return body.every(({ kind, finished_at }) => !kind.startsWith('database_') || finished_at !== null) || null;
  });

export const exchangeSamples = {
  exportAssets: ({ organization, asset }) => ({
    status: 202,
    query: { organization_id: organization.id, refs: `${asset.id},${asset.asset_id}` }
  }),
  exportSelectedAssets: ({ organization, asset }) => ({
    status: 202,
    body: { organization_id: organization.id, refs: [asset.id, asset.asset_id] }
  }),
  getImportTemplate: () => ({ status: 200, query: { format: 'csv', language: 'fr' } }),
  importAssets: ({ organization }) => ({
    status: 202,
    query: { organization_id: organization.id, dry_run: 'true' },
    upload: {
      type: 'multipart/form-data; boundary=b',
      bytes: new TextEncoder().encode(
        '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nx\r\n--b--\r\n'
      )
    }
  }),
  // The laboratory is still needed: nothing that is asked for here is done to its end.
  describeDatabase: () => ({ status: 200 }),
  exportDatabase: async (laboratory) => {
    await noneUnderWay(laboratory);
    return { status: 202 };
  },
  importDatabase: async (laboratory) => {
    await noneUnderWay(laboratory);
    return {
      status: 202,
      query: { dry_run: 'true' },
      upload: {
        type: 'multipart/form-data; boundary=b',
        bytes: new TextEncoder().encode(
          '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nx\r\n--b--\r\n'
        )
      }
    };
  },
  // It would delete what the other samples are about: it is done in whole-installation.pg.test.ts.
  resetDatabase: async () => ({
    status: 403,
    token: (await createPerson('admin')).token,
    body: { confirm: 'RESET' }
  }),
  // It would take the worker a minute: it is done in demonstration.pg.test.ts.
  fillDemonstration: async () => ({ status: 403, token: (await createPerson('admin')).token }),
  removeDemonstration: async () => ({
    status: 403,
    token: (await createPerson('admin')).token,
    body: { confirm: 'REMOVE' }
  }),
  listOperations: () => ({ status: 200 }),
  getOperation: async (laboratory) => ({ status: 200, params: { id: (await exported(laboratory)).id } }),
  cancelOperation: async (laboratory) => ({ status: 204, params: { id: (await exported(laboratory)).id } }),
  downloadOperation: async (laboratory) => {
    const { id, url } = await exported(laboratory);
    return { status: 200, params: { id }, query: { token: url.split('token=')[1] ?? '' } };
  }
} as const satisfies Readonly<Record<string, Prepare>>;
