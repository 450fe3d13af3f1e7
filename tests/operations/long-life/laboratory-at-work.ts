/** A laboratory's ordinary work at a server in simulated time, an hour at a time. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#sync/protocol/version.ts';
import { laboratoryFor } from '../../bench/many-points.ts';
import { apiOf, type Api } from '../../support/api.ts';
import { mutationOf } from '../../support/mutation.ts';

export type Work = {
  readonly organizationId: string;
  /** What a person and a device do in an hour. */
  readonly anHour: (hour: number) => Promise<void>;
  /** The number of the newest change that the device has pulled. */
  readonly lastSeq: () => number;
  readonly requests: () => number;
};

const PERSON = { email: 'ada@laboratory.example', password: 'a plumb line hangs true' };
const SYNC = { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };

/** @param webhook is told of everything */
export async function startWork(baseUrl: string, webhook: string): Promise<Work> {
  let requests = 0;
  // Each request has a connection of its own: the server closes those that nobody used for so long.
  const as = (token: string | null): Api => {
    const ask = apiOf(token, baseUrl);
    return (method, path, body, headers) => {
      requests++;
      return ask(method, path, body, { Connection: 'close', ...headers });
    };
  };
  const answered = async <T>(asked: ReturnType<Api>, status: number): Promise<T> => {
    const answer = await asked;
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    return answer.body as T;
  };
  const anybody = as(null);
  const signIn = async () =>
    as((await answered<{ access_token: string }>(anybody('POST', '/auth/login', PERSON), 200)).access_token);

  await answered(anybody('POST', '/auth/register', { ...PERSON, full_name: 'Ada' }), 201);
  let api = await signIn();
  const recordingOf = await laboratoryFor(api);
  const mine = await answered<{ id: string }[]>(api('GET', '/organizations?mine=true'), 200);
  const organizationId = mine[0]?.id ?? '';
  const events = ['calibration.recorded', 'certificate.issued'];
  await answered(
    api('POST', '/webhooks', { organization_id: organizationId, name: 'Planning', url: webhook, events }),
    201
  );

  let checkpoint: string | undefined;
  let lastSeq = 0;
  const pull = async (): Promise<readonly { readonly id: string; readonly _seq: number }[]> => {
    const since = checkpoint === undefined ? '' : `&checkpoint=${encodeURIComponent(checkpoint)}`;
    const pulled = await answered<{ documents: { id: string; _seq: number }[]; checkpoint: string }>(
      api('GET', `/sync/pull?collection=assets${since}`, undefined, SYNC),
      200
    );
    checkpoint = pulled.checkpoint;
    lastSeq = Math.max(lastSeq, ...pulled.documents.map(({ _seq }) => _seq));
    return pulled.documents;
  };
  const push = async (payload: object, wanted: 'applied' | 'rejected') => {
    const id = randomUUID();
    const now = new Date().toISOString();
    const mutations = [mutationOf({ ...payload, id }, { id, created_at: now, attempt: 1 })];
    const sent = { device_id: randomUUID(), sent_at: now, mutations };
    const { results } = await answered<{ results: { status: string }[] }>(api('POST', '/sync/push', sent, SYNC), 200);
    expect(results[0]?.status, JSON.stringify(results)).toBe(wanted);
  };

  const accounts = async (hour: number) => {
    await answered(anybody('POST', '/auth/login', { ...PERSON, password: 'a wrong one' }), 401);
    await anybody('POST', '/auth/forgot-password', { email: PERSON.email });
    const other = await signIn();
    if (hour % 2 === 0) await answered(other('POST', '/auth/logout'), 204);
    api = await signIn();
  };
  const registry = async (hour: number) => {
    const key = { 'Idempotency-Key': randomUUID() };
    const asset = { asset_id: `T-${hour}`, name: `Transmitter ${hour}`, organization_id: organizationId };
    const made = await answered<Asset>(api('POST', '/assets', asset, key), 201);
    expect((await answered<Asset>(api('POST', '/assets', asset, key), 201)).id).toBe(made.id);
    expect((await pull()).map(({ id }) => id)).toContain(made.id);
    await answered(api('DELETE', `/assets/${made.id}`), 204);
    expect((await pull()).map(({ id }) => id)).toContain(made.id);
    const place = { name: `Bench ${hour}`, organization_id: organizationId };
    const location = await answered<{ id: string }>(api('POST', '/locations', place), 201);
    await answered(api('DELETE', `/locations/${location.id}`), 204);
  };
  return {
    organizationId,
    lastSeq: () => lastSeq,
    requests: () => requests,
    anHour: async (hour) => {
      await accounts(hour);
      await registry(hour);
      await push(recordingOf(5), 'applied');
      await push({ ...recordingOf(5), asset_ref: randomUUID() }, 'rejected');
      for (const path of ['/assets', '/calibrations', '/users/me', '/notifications'])
        await answered(api('GET', path), 200);
      if (hour % 6 === 0) await answered(api('GET', `/assets/export?organization_id=${organizationId}`), 202);
    }
  };
}
