import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { listCalibrationsUsing } from '#lib/server/use-cases/calibrations/list-calibrations.ts';

export const GET = endpoint('listCalibrationsUsing', async ({ services, actor, params, query }) =>
  pageReply(await listCalibrationsUsing(services, actor, params.ref, query))
);
