import { endpoint } from '#lib/server/http/endpoint.ts';
import { getPushState, subscribeToPush, unsubscribeFromPush } from '#lib/server/use-cases/push/own-subscription.ts';

export const GET = endpoint('getPushState', ({ services, actor }) => getPushState(services, actor));

export const PUT = endpoint('subscribeToPush', ({ services, actor, body }) => subscribeToPush(services, actor, body));

export const DELETE = endpoint('unsubscribeFromPush', ({ services, actor }) => unsubscribeFromPush(services, actor));
