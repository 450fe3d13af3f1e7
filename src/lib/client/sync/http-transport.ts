import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#sync/protocol/version.ts';
import type { PullAnswer } from '#sync/protocol/pull.ts';
import type { PushAnswer } from '#sync/protocol/push.ts';
import { kindOfStatus, SyncFailure, type Expired } from '#sync/client/sync-failure.ts';
import type { Transport } from '#sync/client/transport.ts';
import { errorOf } from '../api/api-error.ts';

const BASE = '/api/v1/sync';
const TIMEOUT_MS = 60_000;
/** After this long without an answer the server's health is checked: large answers take time. */
const SILENT_MS = 5000;
const PROBE_MS = 3000;

/**
 * The connection to the server over HTTP. Answers are checked for what the loop relies on; a proxy's page instead
 * counts as no answer.
 *
 * @param token the session's
 * @param closed aborts all pending requests @param origin the server's address, if the caller is not one of its pages
 * @param onSilence called if the server does not answer at all while a request is pending
 */
export function httpTransport(
  token: string,
  closed: AbortSignal,
  origin = '',
  onSilence: () => void = () => {}
): Transport {
  const request = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = { ...init.headers, authorization: `Bearer ${token}`, [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };
    let answer: Response;
    const unwatch = watchSilence(origin, onSilence);
    try {
      answer = await fetch(origin + BASE + path, { ...init, headers, cache: 'no-store', credentials: 'omit' });
    } catch (error) {
      throw new SyncFailure('no_answer', String(error));
    } finally {
      unwatch();
    }
    if (answer.ok) return answer;
    const { status, detail, retryAfterMs, context } = await errorOf(answer);
    const kind = kindOfStatus(status);
    throw new SyncFailure(kind, detail, retryAfterMs, kind === 'expired' ? expiredData(context) : null);
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

/** What a 410 says about the server's data; if it says nothing they may be older. */
const expiredData = (context: Readonly<Record<string, unknown>> = {}): Expired => ({
  generation: typeof context['generation'] === 'string' ? context['generation'] : null,
  older: context['older'] !== false
});

/** @returns a function that ends the watch, once there is an answer */
function watchSilence(origin: string, onSilence: () => void): () => void {
  let over = false;
  const probe = async () => {
    const options = { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) } as const;
    const lives = await fetch(`${origin}/health/live`, options).then(
      () => true,
      () => false
    );
    if (!lives && !over) onSilence();
  };
  const timer = setTimeout(() => void probe(), SILENT_MS);
  return () => {
    over = true;
    clearTimeout(timer);
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
  isRecord(answer['instance']) &&
  typeof answer['generation'] === 'string' &&
  typeof answer['shape'] === 'string';

const STATUSES: readonly unknown[] = ['applied', 'duplicate', 'rejected', 'retry'];
const isPushAnswer = (answer: unknown): answer is PushAnswer =>
  isRecord(answer) &&
  typeof answer['generation'] === 'string' &&
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
