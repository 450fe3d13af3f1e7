import { endpoint } from '#lib/server/http/endpoint.ts';
import { createCalendarFeed } from '#lib/server/use-cases/dashboard/calendar-feed.ts';

export const POST = endpoint('createCalendarFeed', ({ services, actor, sessionId }) =>
  createCalendarFeed(services, actor, sessionId)
);
