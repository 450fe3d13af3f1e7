import { endpoint } from '#lib/server/http/endpoint.ts';
import { deleteLogo, putLogo } from '#lib/server/use-cases/organizations/organization-logo.ts';

export const PUT = endpoint('putLogo', ({ services, actor, params, upload }) =>
  putLogo(services, actor, params.id, upload)
);

export const DELETE = endpoint('deleteLogo', ({ services, actor, params }) => deleteLogo(services, actor, params.id));
