import { endpoint } from '#lib/server/http/endpoint.ts';
import { fileAnswer } from '#lib/server/http/file-answer.ts';
import { getSticker } from '#lib/server/use-cases/assets/print-stickers.ts';

export const GET = endpoint('getSticker', async ({ services, actor, params, query, hungUp }) => {
  const asset = { ref: params.ref, organizationId: query.organization_id };
  const { bytes, media, filename } = await getSticker(services, actor, asset, query, hungUp);
  return fileAnswer(bytes, media, filename);
});
