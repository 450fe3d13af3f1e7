import { endpoint } from '#lib/server/http/endpoint.ts';
import { fileAnswer } from '#lib/server/http/file-answer.ts';
import { sheetTemplate } from '#lib/server/use-cases/exchange/sheet-template.ts';

export const GET = endpoint('getImportTemplate', ({ actor, query }) => {
  const { body, media, name } = sheetTemplate(query.language ?? actor.language, query.format);
  return Promise.resolve(fileAnswer(body, media, name));
});
