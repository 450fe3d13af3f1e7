import { endpoint } from '#lib/server/http/endpoint.ts';
import { getEmailSettings, updateEmailSettings } from '#lib/server/use-cases/mail/email-settings.ts';

export const GET = endpoint('getEmailSettings', ({ services, actor }) => getEmailSettings(services, actor));

export const PUT = endpoint('updateEmailSettings', ({ services, actor, body, ifMatch }) =>
  updateEmailSettings(services, actor, body, ifMatch)
);
