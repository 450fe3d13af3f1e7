import { endpoint } from '#lib/server/http/endpoint.ts';
import { templateValues } from '#lib/server/use-cases/certificate-templates/read-templates.ts';

export const GET = endpoint('listTemplateValues', ({ actor, query }) =>
  templateValues(query.language ?? actor.language)
);
