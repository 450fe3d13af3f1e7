/** Archives out of and into a running server. */
import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { LongOperation } from '#lib/contracts/long-work.ts';
import type { Organization } from '#lib/contracts/organizations.ts';

import { apiOf, eventually } from './api.ts';

export type SignedIn = { readonly baseUrl: string; readonly token: string };
const PATIENCE_SECONDS = 3600;

/** Writes the archive of a whole organization to a file. */
export async function fetchArchive({ baseUrl, token }: SignedIn, organizationId: string, path: string): Promise<void> {
  const api = apiOf(token, baseUrl);
  const { body } = await api<{ job_id: string }>('GET', `/assets/export?organization_id=${organizationId}`);
  const { download_url } = await ended({ baseUrl, token }, body.job_id);
  const answer = await fetch(new URL(download_url ?? '', baseUrl));
  if (!answer.ok || answer.body === null) throw new Error(`the archive is not there: ${answer.status}`);
  await writeFile(path, answer.body);
}

/** Imports an archive into a new organization. @returns its id */
export async function sendArchive({ baseUrl, token }: SignedIn, path: string): Promise<string> {
  const prefix = `A${randomUUID().slice(0, 6).toUpperCase()}`;
  const founded = await apiOf(token, baseUrl)<Organization>('POST', '/organizations', {
    name: `Into ${prefix}`,
    certificate_prefix: prefix
  });
  const form = new FormData();
  form.set('file', await openAsBlob(path), 'archive.zip');
  const answer = await fetch(`${baseUrl}/api/v1/assets/import?organization_id=${founded.body.id}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form
  });
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`);
  await ended({ baseUrl, token }, ((await answer.json()) as { job_id: string }).job_id);
  return founded.body.id;
}

/** Waits for the end of an operation. @throws Error where it fails */
function ended({ baseUrl, token }: SignedIn, id: string): Promise<LongOperation> {
  const api = apiOf(token, baseUrl);
  return eventually(async () => {
    const { body } = await api<LongOperation>('GET', `/operations/${id}`);
    if (body.state === 'failed') throw new Error(JSON.stringify(body).slice(0, 2000));
    return body.state === 'done' && body;
  }, PATIENCE_SECONDS);
}
