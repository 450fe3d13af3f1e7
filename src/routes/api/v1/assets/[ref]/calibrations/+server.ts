import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { listCalibrationsOfAsset } from '#lib/server/use-cases/calibrations/list-calibrations.ts';

export const GET = endpoint('listAssetCalibrations', async ({ services, actor, params, query }) =>
  pageReply(await listCalibrationsOfAsset(services, actor, params.ref, query))
);
