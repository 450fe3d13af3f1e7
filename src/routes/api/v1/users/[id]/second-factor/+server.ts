import { endpoint } from '#lib/server/http/endpoint.ts';
import { getSecondFactorOf, removeSecondFactorOf } from '#lib/server/use-cases/people/remove-second-factor.ts';

export const GET = endpoint('getSecondFactorOf', ({ services, actor, params }) =>
  getSecondFactorOf(services, actor, params.id)
);

export const DELETE = endpoint('removeSecondFactorOf', ({ services, actor, params }) =>
  removeSecondFactorOf(services, actor, params.id)
);
