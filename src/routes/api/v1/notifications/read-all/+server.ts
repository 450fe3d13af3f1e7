import { endpoint } from '#lib/server/http/endpoint.ts';
import { readAllNotifications } from '#lib/server/use-cases/notifications/inbox.ts';

export const POST = endpoint('readAllNotifications', ({ services, actor }) => readAllNotifications(services, actor));
