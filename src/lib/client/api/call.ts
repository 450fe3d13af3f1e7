/** The REST API for screens: one function, typed by the contract. */
import type { z } from 'zod';
import type { endpoints, EndpointName } from '#lib/contracts/endpoints.ts';
import { etag } from '#lib/laboratory/freshness.ts';
import { ApiError, errorOf, OfflineError } from './api-error.ts';
import { firstRoutes } from './first-routes.ts';
import { RetryKeys } from './retry-key.ts';
import { currentToken, sessionEnded } from './token.ts';

type Endpoints = typeof endpoints;
type InputOf<Part> = Part extends z.ZodType ? z.input<Part> : never;
type Part<N extends EndpointName, P extends 'params' | 'query' | 'body'> =
  Endpoints[N] extends Record<P, infer S> ? InputOf<S> : undefined;
type AnswerOf<A> = A extends null
  ? null
  : A extends { readonly media: string | readonly string[] }
    ? Blob
    : A extends z.ZodType
      ? z.output<A>
      : never;
type AnswersOf<N extends EndpointName> = Endpoints[N]['answers'];

/** The successful answer of an operation: the record, a Blob for files, null for no content. */
export type Answer<N extends EndpointName> = AnswerOf<AnswersOf<N>[keyof AnswersOf<N>]>;
export type Input<N extends EndpointName> = {
  readonly params?: Part<N, 'params'>;
  readonly query?: Part<N, 'query'>;
  readonly body?: Part<N, 'body'>;
  /** The bytes themselves, for operations that take a file. */
  readonly file?: Endpoints[N] extends { readonly upload: readonly string[] } ? Blob : undefined;
  /** For operations that take a form. It may be large, so only `signal` ends the wait. */
  readonly form?: Endpoints[N] extends { readonly form: true } ? FormData : undefined;
  /** Replaces the key that `call` makes: a repeated write gets the answer of the first one. */
  readonly idempotencyKey?: string;
  /** `updated_at` of the record as read: a newer version is not overwritten (412 `stale`). */
  readonly seen?: string;
  readonly signal?: AbortSignal;
  /** Instead of the session's token, for the first call of a new session. */
  readonly token?: string;
};
type Item<N extends EndpointName> = Answer<N> extends readonly (infer I)[] ? I : never;
export type Page<N extends EndpointName> = {
  readonly items: readonly Item<N>[];
  readonly nextCursor: string | null;
  readonly total: number;
};

const BASE = '/api/v1';
const TIMEOUT_MS = 60_000;
/** For the largest files over slow connections. */
const FILE_TIMEOUT_MS = 600_000;
const retries = new RetryKeys();

/**
 * Calls an operation of the API.
 *
 * @throws ApiError when the server refuses
 * @throws OfflineError if there is no answer within a minute, or ten for a file, or the connection of a form breaks
 */
export async function call<N extends EndpointName>(name: N, input: Input<N> = {}): Promise<Answer<N>> {
  const { answer, key, isFile } = await send(name, input);
  const record = answer.status === 204 ? null : await (isFile ? answer.blob() : answer.json()).catch(unreadable);
  retries.answered(key);
  return record as Answer<N>;
}

/** One page of a list; the next one is asked for with `query.cursor = nextCursor`. */
export async function callPage<N extends EndpointName>(name: N, input: Input<N> = {}): Promise<Page<N>> {
  const { answer } = await send(name, input);
  const items = (await answer.json().catch(unreadable)) as readonly Item<N>[];
  const next = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  return {
    items,
    nextCursor: next === undefined ? null : new URL(next, location.origin).searchParams.get('cursor'),
    total: Number(answer.headers.get('x-total-count') ?? items.length)
  };
}

/** The most that the server returns in one page. */
const LARGEST_PAGE = 500;
/**
 * The items of a list, page after page: its first `most`, or all of them.
 * @returns also whether the list has more, and how many it has
 */
export async function callPages<N extends EndpointName>(
  name: N,
  input: Input<N> = {},
  most = Infinity
): Promise<{ readonly items: readonly Item<N>[]; readonly hasMore: boolean; readonly total: number }> {
  const items: Item<N>[] = [];
  let cursor: string | null = null;
  let total: number;
  do {
    const limit = Math.min(LARGEST_PAGE, most - items.length);
    // Every list has these two, which the type of any operation cannot say.
    const query: unknown = { ...(input.query as object | undefined), limit, ...(cursor !== null && { cursor }) };
    const page: Page<N> = await callPage(name, { ...input, query: query as Part<N, 'query'> });
    items.push(...page.items);
    ({ nextCursor: cursor, total } = page);
  } while (cursor !== null && items.length < most);
  return { items, hasMore: cursor !== null, total };
}

/** Single sign-on: the browser that comes back from the identity provider must be the one that went. */
const WITH_COOKIE: ReadonlySet<EndpointName> = new Set([
  'signInWithOidc',
  'linkOidc',
  'beginIdentity',
  'beginOidcProof'
] as const);

type Sent = { readonly answer: Response; readonly key: string | undefined; readonly isFile: boolean };
type Route = { readonly route: string; readonly isFile: boolean };

/** @throws OfflineError if the routes of the other operations are not here yet, and cannot be fetched */
async function routeOf(name: EndpointName): Promise<Route> {
  if (name in firstRoutes) return { route: firstRoutes[name as keyof typeof firstRoutes], isFile: false };
  const { files, routes } = await import('./routes.ts').catch((error: unknown) => {
    throw new OfflineError(String(error));
  });
  return { route: routes[name], isFile: files.has(name) };
}

async function send<N extends EndpointName>(name: N, input: Input<N>): Promise<Sent> {
  const { route, isFile } = await routeOf(name);
  const [method, path] = route.split(' ') as [string, string];
  const token = input.token ?? currentToken();
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  const address = BASE + filled(path, input.params) + queryString(input.query);
  if (input.seen !== undefined) headers['if-match'] = etag(input.seen);
  const { file, form } = input as { readonly file?: Blob; readonly form?: FormData };
  const timeout = file === undefined ? TIMEOUT_MS : FILE_TIMEOUT_MS;
  const ends = [...(form === undefined ? [AbortSignal.timeout(timeout)] : []), ...(input.signal ? [input.signal] : [])];
  const request: RequestInit = {
    method,
    headers,
    cache: 'no-store',
    credentials: WITH_COOKIE.has(name) ? 'same-origin' : 'omit',
    signal: AbortSignal.any(ends)
  };
  if (input.body !== undefined) request.body = JSON.stringify(input.body);
  const key = input.idempotencyKey ?? keyOf(request, `${address} ${input.seen ?? ''}`);
  if (key) headers['idempotency-key'] = key;
  if (file !== undefined) {
    headers['content-type'] = file.type || 'application/octet-stream';
    request.body = file;
  }
  if (form !== undefined) request.body = form;
  let answer: Response;
  try {
    answer = await fetch(address, request);
  } catch (error) {
    input.signal?.throwIfAborted();
    throw new OfflineError(String(error));
  }
  if (answer.ok) return { answer, key, isFile };
  const error = await errorOf(answer);
  if (error.status < 500) retries.answered(key);
  if (error.status === 401 && error.code === 'not_authenticated') sessionEnded(token);
  throw error;
}

/** What signs in has none: its answer is a secret. */
const keyOf = ({ method, body }: RequestInit, address: string): string | undefined =>
  method === 'GET' || typeof body !== 'string' || address.startsWith(`${BASE}/auth/`)
    ? undefined
    : retries.keyFor(`${method} ${address} ${body}`);

const unreadable = (error: unknown): never => {
  throw error instanceof SyntaxError
    ? new ApiError(502, 'unreadable', 'The answer was not JSON.')
    : new OfflineError(String(error));
};

const filled = (path: string, params: object | undefined) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name]))
  );

function queryString(query: object | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}
