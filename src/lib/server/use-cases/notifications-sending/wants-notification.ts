import type { Tx } from '#lib/server/db/transaction.ts';
import type { z } from 'zod';
import type { notificationCategory } from '#lib/contracts/notifications.ts';

/**
 * Does a person want to hear of a kind of event by a channel? Both channels are on for who has not chosen (specification 2.6), and
 * nobody can choose yet: stored preferences are to be read here.
 */
export const wantsNotification = (
  _tx: Tx,
  _userId: string,
  _category: z.infer<typeof notificationCategory>,
  _channel: 'in_app' | 'email'
): Promise<boolean> => Promise.resolve(true);
