import { endpoint } from '#lib/server/http/endpoint.ts';
import { recordLetters } from '#lib/server/use-cases/recalls/record-letters.ts';

export const POST = endpoint('recordLetters', ({ services, actor, params, body }) =>
  recordLetters(services, actor, params.id, body)
);
