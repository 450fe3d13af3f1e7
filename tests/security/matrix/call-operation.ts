/** Calls an operation by its description, through the very handler that the server would find at its address. */
import type { RequestHandler } from '@sveltejs/kit';
import { endpoints, type EndpointName } from '#lib/contracts/endpoints.ts';
import type { Operation } from '#lib/contracts/operation.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { call } from '../../support/call.ts';
import type { Asked } from './rows.ts';

const ROUTES = '../../../src/routes/api/v1';
const modules = import.meta.glob<Readonly<Record<string, RequestHandler>>>('../../../src/routes/api/v1/**/+server.ts');

const fileOf = (path: string) => `${ROUTES}${path.replaceAll('{', '[').replaceAll('}', ']')}/+server.ts`;

export const operationOf = (name: EndpointName): Operation => endpoints[name];

/** Addresses that no operation of the contract describes: `GET /sync/pull` and the like. */
export async function undescribedRoutes(): Promise<string[]> {
  const described = new Set(Object.values<Operation>(endpoints).map(({ method, path }) => `${method} ${fileOf(path)}`));
  const served = await Promise.all(
    Object.entries(modules).map(async ([file, load]) => Object.keys(await load()).map((method) => `${method} ${file}`))
  );
  return served
    .flat()
    .filter((route) => !described.has(route))
    .map((route) => route.replace(ROUTES, '').replace('/+server.ts', ''))
    .sort();
}

export async function callOperation(
  name: EndpointName,
  services: Services,
  asked: Asked,
  token: string | null
): Promise<Response> {
  const { method, path } = operationOf(name);
  const handler = (await modules[fileOf(path)]?.())?.[method];
  if (handler === undefined) throw new Error(`${method} ${path} has no handler`);
  return call(handler, services, {
    method,
    ...(token !== null && { token }),
    ...(asked.params && { params: asked.params }),
    ...(asked.query && { query: `?${new URLSearchParams(asked.query)}` }),
    ...(asked.body !== undefined && { body: asked.body })
  });
}
