import { endpoint } from '#lib/server/http/endpoint.ts';
import { approveEmailSettings } from '#lib/server/use-cases/mail/email-settings.ts';

export const POST = endpoint('approveEmailSettings', ({ services, actor, ifMatch }) =>
  approveEmailSettings(services, actor, ifMatch)
);
