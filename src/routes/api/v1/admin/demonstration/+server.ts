import { accepted } from '#lib/server/http/accepted.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { fillDemonstration } from '#lib/server/use-cases/demonstration/fill-demonstration.ts';
import { removeDemonstration } from '#lib/server/use-cases/demonstration/remove-demonstration.ts';

export const POST = endpoint('fillDemonstration', async ({ services, actor }) =>
  accepted(await fillDemonstration(services, actor))
);

export const DELETE = endpoint('removeDemonstration', async ({ services, actor }) =>
  accepted(await removeDemonstration(services, actor))
);
