import { endpoint } from '#lib/server/http/endpoint.ts';
import { sweepOnRequest } from '#lib/server/use-cases/reminders/sweep-reminders.ts';

export const POST = endpoint('sweepReminders', ({ services, actor }) => sweepOnRequest(services, actor));
