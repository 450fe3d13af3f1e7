import { endpoint } from '#lib/server/http/endpoint.ts';
import { getOidc } from '#lib/server/use-cases/accounts/oidc-round.ts';

export const GET = endpoint('getOidc', ({ services }) => getOidc(services));
