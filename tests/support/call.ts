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
export function call(handler: RequestHandler, services: Services, given: Called = {}): Promise<Response> {
  const { body, token, headers } = given;
  return callWith(
    handler,
    services,
    {
      method: given.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...headers
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    },
    given
  );
}

/** The same with a request as it is given, whose body may be a stream. */
export async function callWith(
  handler: RequestHandler,
  services: Services,
  sent: RequestInit & { readonly duplex?: 'half' },
  { params = {}, query = '' }: Pick<Called, 'params' | 'query'> = {}
): Promise<Response> {
  const url = new URL(`http://localhost/api/v1/here${query}`);
  const event = {
    request: new Request(url, sent),
    url,
    params,
    locals: { services, requestId: randomUUID(), log: services.log },
    getClientAddress: () => '192.0.2.1'
  };
  return handler(event as unknown as RequestEvent);
}
