import type { AboutOf, NotificationEvent, ParametersOf } from '#lib/laboratory/notifications/notification-event.ts';
import type { EventCategory } from '#lib/records/notifications.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/** The notification of an event, and its recipients. */
export type Notice<C extends EventCategory> = {
  readonly parameters: ParametersOf<C>;
  /** One for an event and its readers: a person gets one notification for each key. */
  readonly eventKey: string;
  /** Who may know of it now, whatever they have chosen to hear. */
  readonly people: readonly string[];
  readonly assetId: string | null;
  readonly organizationId: string | null;
};

/** The event of a notice. Category and parameters belong together, which the compiler cannot see of a generic one. */
export const eventOf = <C extends EventCategory>(category: C, { parameters }: Notice<C>): NotificationEvent =>
  ({ category, parameters }) as unknown as NotificationEvent;

/** Finds an event by its ids, when it is reported and again when its mail is sent. Empty if nobody should learn of it any more. */
export type FindNotices<C extends EventCategory> = (tx: Tx, about: AboutOf<C>) => Promise<readonly Notice<C>[]>;
