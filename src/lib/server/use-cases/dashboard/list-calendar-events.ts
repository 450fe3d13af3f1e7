import type { PersonActor } from '#lib/laboratory/actor.ts';
import { listCalendarEvents as readCalendarEvents, type CalendarEvent } from '#lib/server/db/calendar.ts';
import { reading } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** Calibrations and due dates of a year, the current one if none is named (specification 2.5). */
export const listCalendarEvents = (
  { pool, today }: Services,
  actor: PersonActor,
  year: number = Number(today().slice(0, 4))
): Promise<readonly CalendarEvent[]> => reading(pool, actor, (tx) => readCalendarEvents(tx, year));
