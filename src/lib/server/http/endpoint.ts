import type { RequestHandler } from '@sveltejs/kit';
import { z } from 'zod';
import { endpoints, type EndpointName } from '#lib/contracts/endpoints.ts';
import { MIB, type Operation } from '#lib/contracts/operation.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Client } from '#lib/server/use-cases/accounts/client.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { admit } from './admit.ts';
import { answerOf, type Reply } from './answer.ts';
import { callerAddress } from './caller-address.ts';
import { idempotently } from './idempotency.ts';
import { isExpected, problem } from './problem.ts';
import { readJson } from './read-json.ts';
import { readUpload, type Upload } from './read-upload.ts';
import { signFilePaths } from './file-paths.ts';
import { assertStorable } from './storable-text.ts';
import { check } from './validation.ts';

/** The status in the log where the caller has hung up; nobody reads the answer. */
const NOBODY_WAITS = 499;

const nothing = z.strictObject({});

type Endpoints = typeof endpoints;
type Output<N extends EndpointName, K extends string> =
  Endpoints[N] extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

/** What a handler is given: everything parsed and allowed by role; permission on the record is the use-case's matter. */
export type Call<N extends EndpointName> = {
  readonly services: Services;
  /** The caller; `null` only for public operations. */
  readonly actor: Endpoints[N]['access'] extends 'public' ? PersonActor | null : PersonActor;
  readonly params: Output<N, 'params'>;
  readonly query: Output<N, 'query'>;
  readonly body: Output<N, 'body'>;
  /** The session that the caller's token belongs to; `null` only for public operations. */
  readonly sessionId: Endpoints[N]['access'] extends 'public' ? null : string;
  /** The file that the body is, where the operation takes one. */
  readonly upload: Endpoints[N] extends { upload: readonly string[] } ? Upload : null;
  readonly ifMatch: string | null;
  readonly request: Request;
  readonly url: URL;
  /** Aborted when the caller hangs up: for what takes long and stores nothing. */
  readonly hungUp: AbortSignal;
  /** Where the request comes from, for limits and sessions. */
  readonly client: () => Client;
};

/**
 * Makes the handler of one described operation. Order of checks (api.md): token, account and role, shape, and then in the
 * use-case visibility, permission and state, so that a refusal never tells what the caller may not know.
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
    try {
      socket?.once('close', hangUp);
      const { services } = locals;
      const admitted = await admit(services, request, operation.access, locals.requestId);
      const bodyLimit = operation.bodyLimit ?? 2 * MIB;
      const parsed = {
        params: operation.params && check('path', operation.params, assertStorable('path', params)),
        query: check(
          'query',
          operation.query ?? nothing,
          assertStorable('query', Object.fromEntries(url.searchParams))
        ),
        body: await readBody(request, operation, bodyLimit)
      };
      const call = {
        actor: admitted?.actor ?? null,
        sessionId: admitted?.sessionId ?? null,
        ...parsed,
        upload: operation.upload ? await readUpload(request, operation.upload, bodyLimit) : null,
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
      const run = async (given: Services) =>
        answerOf(operation, await handle({ services: given, ...call } as unknown as Call<N>), url, (json) =>
          signFilePaths(json, given)
        );
      return await (admitted && operation.idempotent
        ? idempotently(services, admitted.actor, name, request, parsed, run)
        : run(services));
    } catch (thrown) {
      if (caller.signal.aborted && thrown === caller.signal.reason) return new Response(null, { status: NOBODY_WAITS });
      if (!isExpected(thrown)) locals.log.error({ err: thrown, operation: name }, 'operation failed');
      return problem(thrown, locals.requestId);
    } finally {
      socket?.off('close', hangUp);
    }
  };
}

async function readBody(request: Request, operation: Operation, limit: number): Promise<unknown> {
  if (operation.body === undefined) return undefined;
  const json = await readJson(request, limit);
  return json === undefined && operation.bodyOptional ? undefined : check('body', operation.body, json);
}
