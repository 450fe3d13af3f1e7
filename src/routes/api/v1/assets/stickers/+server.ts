import { endpoint } from '#lib/server/http/endpoint.ts';
import { fileAnswer } from '#lib/server/http/file-answer.ts';
import { printStickers } from '#lib/server/use-cases/assets/print-stickers.ts';

export const POST = endpoint('printStickers', async ({ services, actor, query, body, hungUp }) => {
  const printed = await printStickers(services, actor, body, query.organization_id ?? null, hungUp);
  return fileAnswer(printed.bytes, printed.media, printed.filename);
});
