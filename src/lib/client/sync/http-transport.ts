import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#sync/protocol/version.ts';
import type { PullAnswer } from '#sync/protocol/pull.ts';
import type { PushAnswer } from '#sync/protocol/push.ts';
import { kindOfStatus, SyncFailure } from '#sync/client/sync-failure.ts';
import type { Transport } from '#sync/client/transport.ts';
import { errorOf } from '../api/api-error.ts';

const BASE = '/api/v1/sync';
const TIMEOUT_MS = 60_000;

/**
 * The way to the server over HTTP. Answers are checked for the few things that the loop relies on; a proxy's page in their
 * place counts as no answer.
 *
 * @param token the session's
 * @param closed aborts whatever is under way
 */
export function httpTransport(token: string, closed: AbortSignal): Transport {
  const request = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = { ...init.headers, authorization: `Bearer ${token}`, [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };
    let answer: Response;
    try {
      answer = await fetch(BASE + path, { ...init, headers, cache: 'no-store', credentials: 'omit' });
    } catch (error) {
      throw new SyncFailure('no_answer', String(error));
    }
    if (answer.ok) return answer;
    const { status, detail, retryAfterMs } = await errorOf(answer);
    throw new SyncFailure(kindOfStatus(status), detail, retryAfterMs);
  };
  const json = async (path: string, init: RequestInit): Promise<unknown> => {
    const signal = AbortSignal.any([closed, AbortSignal.timeout(TIMEOUT_MS)]);
    const answer = await request(path, { ...init, signal });
    return answer.json().catch((error: unknown) => {
      throw new SyncFailure('no_answer', String(error));
    });
  };
  return {
    pull: async (collection, checkpoint, limit) => {
      const search = new URLSearchParams({ collection, limit: String(limit) });
      if (checkpoint !== null) search.set('checkpoint', checkpoint);
      const answer = await json(`/pull?${search}`, { method: 'GET' });
      if (!isPullAnswer(answer)) throw new SyncFailure('broken', 'This is not the answer of a pull.');
      return answer;
    },
    push: async (body) => {
      const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const answer = await json('/push', init);
      if (!isPushAnswer(answer)) throw new SyncFailure('broken', 'This is not the answer of a push.');
      return answer;
    },
    stream: async (signal) => {
      const opening = AbortSignal.any([closed, signal]);
      const headers = { accept: 'text/event-stream' };
      const answer = await request('/stream', { method: 'GET', headers, signal: opening });
      return textOf(answer);
    }
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isPullAnswer = (answer: unknown): answer is PullAnswer =>
  isRecord(answer) &&
  Array.isArray(answer['documents']) &&
  answer['documents'].every((document) => isRecord(document) && typeof document['id'] === 'string') &&
  typeof answer['checkpoint'] === 'string' &&
  typeof answer['more'] === 'boolean' &&
  Array.isArray(answer['scope']) &&
  Array.isArray(answer['removed']) &&
  isRecord(answer['instance']);

const STATUSES: readonly unknown[] = ['applied', 'duplicate', 'rejected', 'retry'];
const isPushAnswer = (answer: unknown): answer is PushAnswer =>
  isRecord(answer) &&
  Array.isArray(answer['results']) &&
  answer['results'].every(
    (result) => isRecord(result) && typeof result['id'] === 'string' && STATUSES.includes(result['status'])
  );

async function* textOf(answer: Response): AsyncGenerator<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new SyncFailure('no_answer', String(error));
  } finally {
    void reader.cancel().catch(() => {});
  }
}
