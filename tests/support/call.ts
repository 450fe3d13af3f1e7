import { randomUUID } from 'node:crypto';
import type { RequestEvent, RequestHandler } from '@sveltejs/kit';
import type { Services } from '#lib/server/use-cases/services.ts';

export type Called = {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly params?: Record<string, string>;
  readonly query?: string;
};

/** Calls the handler of a route as the server would, without a socket: a real request in, a real response out. */
export async function call(handler: RequestHandler, services: Services, given: Called = {}): Promise<Response> {
  const url = new URL(`http://localhost/api/v1/here${given.query ?? ''}`);
  const method = given.method ?? (given.body === undefined ? 'GET' : 'POST');
  const request = new Request(url, {
    method,
    headers: {
      ...(given.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(given.token === undefined ? {} : { Authorization: `Bearer ${given.token}` }),
      ...given.headers
    },
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) })
  });
  const event = {
    request,
    url,
    params: given.params ?? {},
    locals: { services, requestId: randomUUID(), log: services.log },
    getClientAddress: () => '192.0.2.1'
  };
  return handler(event as unknown as RequestEvent);
}
