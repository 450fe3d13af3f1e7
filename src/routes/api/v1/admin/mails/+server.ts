import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { listMails } from '#lib/server/use-cases/mail/mail-log.ts';

export const GET = endpoint('listMails', async ({ services, actor, query }) =>
  pageReply(await listMails(services, actor, query))
);
