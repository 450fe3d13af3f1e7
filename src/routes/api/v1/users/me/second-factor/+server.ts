import { endpoint } from '#lib/server/http/endpoint.ts';
import { getSecondFactor } from '#lib/server/use-cases/accounts/own-second-factor.ts';

export const GET = endpoint('getSecondFactor', ({ services, actor }) => getSecondFactor(services, actor));
