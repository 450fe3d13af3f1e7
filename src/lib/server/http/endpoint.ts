import type { RequestHandler } from '@sveltejs/kit';
import { z } from 'zod';
import { endpoints, type EndpointName } from '#lib/contracts/endpoints.ts';
import { limitOfBody, type Operation } from '#lib/contracts/operation.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Client } from '#lib/server/use-cases/accounts/client.ts';
import { tellingOutcome } from '#lib/server/db/outcome.ts';
import { check } from '#lib/server/reading/check.ts';
import { isLarge, isLargeBody } from '#lib/server/reading/large-bodies.ts';
import { assertStorable } from '#lib/server/reading/storable-text.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { admit, type Admitted, type Freshness } from './admit.ts';
import { answerOf, type Reply } from './answer.ts';
import { callerAddress } from './caller-address.ts';
import { idempotently } from './idempotency.ts';
import { incomingFile, type IncomingFile } from './incoming-file.ts';
import { isExpected, problem } from './problem.ts';
import { readJson, readJsonText } from './read-json.ts';
import { readUpload, type Upload } from './read-upload.ts';
import { signFilePaths } from './file-paths.ts';
import { withPresentRights } from './with-present-rights.ts';

/** The status in the log if the caller has disconnected. */
const CLIENT_CLOSED_REQUEST = 499;

const nothing = z.strictObject({});

type Endpoints = typeof endpoints;
type Output<N extends EndpointName, K extends string> =
  Endpoints[N] extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

type LargeText<N extends EndpointName> = Endpoints[N] extends { largeAsText: true } ? Uint8Array<ArrayBuffer> : never;

/** The input of a handler: parsed, and allowed by role; use cases check permissions on records. */
export type Call<N extends EndpointName> = {
  readonly services: Services;
  /** The caller; `null` only for public operations. */
  readonly actor: Endpoints[N]['access'] extends 'public' ? PersonActor | null : PersonActor;
  readonly params: Output<N, 'params'>;
  readonly query: Output<N, 'query'>;
  readonly body: Output<N, 'body'> | LargeText<N>;
  /** The session that the caller's token belongs to; `null` only for public operations. */
  readonly sessionId: Endpoints[N]['access'] extends 'public' ? null : string;
  /** The uploaded file, if the operation accepts one. */
  readonly upload: Endpoints[N] extends { streamed: true }
    ? IncomingFile['receive']
    : Endpoints[N] extends { upload: readonly string[] }
      ? Upload
      : null;
  readonly ifMatch: string | null;
  readonly request: Request;
  readonly url: URL;
  /** Aborted when the caller disconnects, for long operations that store nothing. */
  readonly hungUp: AbortSignal;
  /** Where the request comes from, for limits and sessions. */
  readonly client: () => Client;
};

/**
 * Makes the handler of one described operation. Order of checks (api.md): token, account and role, shape, and then in the
 * use-case visibility, permission and state, so that a refusal never reveals what the caller may not know.
 */
export function endpoint<N extends EndpointName>(
  name: N,
  handle: (call: Call<N>) => Promise<Reply> | Reply
): RequestHandler {
  const operation: Operation = endpoints[name];
  return async ({ request, params, url, locals, getClientAddress, platform }) => {
    const caller = new AbortController();
    const hangUp = () => caller.abort();
    const socket = platform?.req?.socket;
    const incoming = operation.streamed ? incomingFile(request, limitOfBody(operation)) : null;
    try {
      socket?.once('close', hangUp);
      const { services } = locals;
      const who = (freshness: Freshness = 'now') => admit(services, request, operation, locals.requestId, freshness);
      const admitted = await who(operation.method === 'GET' ? 'recent' : 'now');
      const bodyLimit = limitOfBody(operation);
      const parsed = {
        params: operation.params && check('path', operation.params, assertStorable('path', params)),
        query: check(
          'query',
          operation.query ?? nothing,
          assertStorable('query', Object.fromEntries(url.searchParams))
        ),
        body: await readBody(services, request, name, bodyLimit)
      };
      const call = {
        ...parsed,
        upload: incoming ? incoming.receive : operation.upload ? await readUpload(request, operation, bodyLimit) : null,
        ifMatch: request.headers.get('if-match'),
        request,
        url,
        hungUp: caller.signal,
        client: () => ({
          address: callerAddress({ getClientAddress, platform }),
          userAgent: request.headers.get('user-agent'),
          requestId: locals.requestId
        })
      };
      const answerTo = async (by: Admitted | null) => {
        const person = { actor: by?.actor ?? null, sessionId: by?.sessionId ?? null };
        const run = async (used: Services) =>
          answerOf(operation, await handle({ services: used, ...person, ...call } as unknown as Call<N>), url, (json) =>
            signFilePaths(json, used)
          );
        return by && operation.idempotent
          ? idempotently(services, by.actor, name, request, parsed, run)
          : run(services);
      };
      const answer = () => withPresentRights(admitted, who, answerTo);
      return await (request.method === 'GET' ? answer() : tellingOutcome(answer));
    } catch (thrown) {
      if (caller.signal.aborted && thrown === caller.signal.reason)
        return new Response(null, { status: CLIENT_CLOSED_REQUEST });
      if (!isExpected(thrown)) locals.log.error({ err: thrown, operation: name }, 'operation failed');
      return problem(thrown, locals.requestId);
    } finally {
      socket?.off('close', hangUp);
      await incoming?.remove();
    }
  };
}

async function readBody(services: Services, request: Request, name: EndpointName, limit: number): Promise<unknown> {
  const operation: Operation = endpoints[name];
  if (operation.body === undefined) return undefined;
  if (isLargeBody(name)) {
    const { bytes } = await readJsonText(request, limit);
    return operation.largeAsText && isLarge(bytes) ? bytes : services.reading.read(name, bytes);
  }
  const json = await readJson(request, limit);
  return json === undefined && operation.bodyOptional ? undefined : check('body', operation.body, json);
}
