import { endpoint } from '#lib/server/http/endpoint.ts';
import { testPush } from '#lib/server/use-cases/push/own-subscription.ts';

export const POST = endpoint('testPush', ({ services, actor }) => testPush(services, actor));
