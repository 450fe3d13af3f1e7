import { endpoint } from '#lib/server/http/endpoint.ts';
import { sendTestMail } from '#lib/server/use-cases/mail/send-test-mail.ts';

export const POST = endpoint('testEmailSettings', ({ services, actor, body }) =>
  sendTestMail(services, actor, body.to)
);
