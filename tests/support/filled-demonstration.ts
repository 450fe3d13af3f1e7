/** An installation that `npm run demo` has filled. */
import { fillLaboratory } from '../../src/commands/demo/fill.ts';
import { MANAGER, PASSWORD } from '../../src/commands/demo/staff.ts';
import { apiOf, type Api } from './api.ts';
import { copyDataDir, ensurePrepared, type Preparation } from './prepared-data-dir.ts';

const PATIENCE_MS = 240_000;

const FILLED: Preparation = {
  name: 'filled',
  fill: async ({ baseUrl }) => {
    await fillLaboratory(baseUrl, () => undefined);
    await certificatesAreIssued(baseUrl);
  }
};

export const ensureFilled = () => ensurePrepared(FILLED);
export const copyFilledDataDir = () => copyDataDir(FILLED);

/** Otherwise each copy would issue the same certificates again. */
async function certificatesAreIssued(baseUrl: string): Promise<void> {
  const api = apiOf(await tokenOf(baseUrl, MANAGER), baseUrl);
  const deadline = Date.now() + PATIENCE_MS;
  while ((await pendingCertificates(api)) > 0) {
    if (Date.now() > deadline) throw new Error('The certificates of the demonstration are still pending');
    await new Promise((later) => setTimeout(later, 250));
  }
}

async function pendingCertificates(api: Api): Promise<number> {
  const { body } = await api<unknown[]>('GET', '/calibrations?certificate_state=pending&limit=1');
  return body.length;
}

/** Signs in. @returns the bearer token. */
export async function tokenOf(baseUrl: string, email: string): Promise<string> {
  const { body } = await apiOf(null, baseUrl)<{ access_token: string }>('POST', '/auth/login', {
    email,
    password: PASSWORD
  });
  return body.access_token;
}
