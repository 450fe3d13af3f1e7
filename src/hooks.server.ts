import { building } from '$app/environment';
import type { Handle, HandleServerError, ResolveOptions, ServerInit } from '@sveltejs/kit';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { parseConfig } from '#lib/server/config.ts';
import { withFirstPicture } from '#lib/server/first-picture.ts';
import { handover } from '#lib/server/handover.ts';
import { compressedPage } from '#lib/server/http/compressed.ts';
import { problem, wrongMethod } from '#lib/server/http/problem.ts';
import { requestIdOf } from '#lib/server/http/request-id.ts';
import { watchForProxy } from '#lib/server/http/untrusted-proxy.ts';
import { requestSeconds, requestsInHand } from '#lib/server/metrics/metrics.ts';
import { startRuntime, type Runtime } from '#lib/server/runtime.ts';

const NOWHERE = new Refusal('not_found', 'This API does not have this address. /api/docs lists all addresses.');

let watchProxy: ReturnType<typeof watchForProxy> = () => undefined;

export const init: ServerInit = async () => {
  // Prerendering the shell needs no database.
  if (building) return;
  const shared = handover();
  const fail = shared.fail ?? (() => process.exit(1));
  shared.runtime ??= await startRuntime(shared.config ?? parseConfig(process.env), fail);
  watchProxy = watchForProxy(shared.runtime.config.trustedProxies, shared.runtime.services.log);
};

export const handle: Handle = async ({ event, resolve }) => {
  if (building) return resolve(event, SHELL);
  const { services, changes } = runtime();
  watchProxy(event.request.headers);
  const requestId = requestIdOf(event.request.headers.get('x-request-id'));
  event.locals.services = services;
  event.locals.changes = changes;
  event.locals.requestId = requestId;
  event.locals.log = services.log.child({ requestId });
  const begun = performance.now();
  // Programs get an answer that they can read, also from an address that leads nowhere or takes other methods.
  const isApi = event.url.pathname.startsWith('/api/');
  requestsInHand.inc();
  const answered = await (async () =>
    isApi && event.route.id === null
      ? problem(NOWHERE, requestId)
      : resolve(event, toResolve(event.route.id)))().finally(() => requestsInHand.dec());
  const response =
    isApi && answered.status === 405 ? wrongMethod(answered, requestId) : await compressedPage(event.request, answered);
  const ms = performance.now() - begun;
  const route = event.route.id ?? 'none';
  const { method } = event.request;
  requestSeconds.observe({ method, route, status: response.status }, ms / 1000);
  event.locals.log.info({ method, route, status: response.status, ms: Math.round(ms) }, 'request');
  setHeader(response, 'X-Request-Id', requestId);
  // What an answer says depends on who asks and when; only what says otherwise of itself (signed pictures) may be kept.
  if (isApi && !response.headers.has('Cache-Control')) setHeader(response, 'Cache-Control', 'no-store');
  return response;
};

const SHELL: ResolveOptions = { transformPageChunk: ({ html }) => withFirstPicture(html) };
/**
 * Of a page for whoever is signed in, a browser is told of the first scripts alone: one that asks the server for it has no service
 * worker yet, and most likely nobody signed in. It is led to the sign-in page (hooks.client.ts), and needs nothing of that page.
 */
const toResolve = (route: string | null): ResolveOptions =>
  route?.startsWith('/(app)')
    ? { ...SHELL, preload: ({ type, path }) => type === 'css' || (type === 'js' && path.includes('/entry/')) }
    : SHELL;

export const handleError: HandleServerError = ({ error, event, status, message }) => {
  if (status !== 404) event.locals.log?.error({ err: error }, 'request failed');
  return { message: status === 404 ? 'Not found' : message };
};

function runtime(): Runtime {
  const { runtime: started } = handover();
  if (started === undefined) throw new Error('a request came before the server had started');
  return started;
}

function setHeader(response: Response, name: string, value: string): void {
  try {
    response.headers.set(name, value);
  } catch {
    // Headers of a redirect or of a proxied answer cannot be changed; the entry has set it on the connection.
  }
}
