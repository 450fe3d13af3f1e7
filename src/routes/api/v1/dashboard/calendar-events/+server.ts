import { endpoint } from '#lib/server/http/endpoint.ts';
import { listCalendarEvents } from '#lib/server/use-cases/dashboard/list-calendar-events.ts';

export const GET = endpoint('listCalendarEvents', ({ services, actor, query }) =>
  listCalendarEvents(services, actor, query.year)
);
